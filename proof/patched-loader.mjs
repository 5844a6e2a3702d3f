// Takes a rule out of a real process: `FENCEPOST_PATCH=NAME node --import ./proof/patched-loader.mjs PROGRAM` runs the program
// on the built packages, of which one file is patched while it is loaded. Without the variable nothing is done, so that
// a control runs in the same manner.
import { register } from "node:module";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { patchNamed } from "./patches.mjs";

/** A process that ran without its patch would look like one that nothing is wrong with. */
const exitCodeUnpatched = 70;

const name = process.env["FENCEPOST_PATCH"];
if (name !== undefined && name !== "") {
  const patch = patchNamed(name);
  const { port1: heard, port2: told } = new MessageChannel();
  register("./patched-hooks.mjs", {
    parentURL: import.meta.url,
    data: { patch, told },
    transferList: [told],
  });
  heard.unref();
  process.on("exit", () => {
    if (receiveMessageOnPort(heard)) return;
    console.error(`the patch ${name} was not put on: ${patch.file} was not loaded as built`);
    process.exitCode = exitCodeUnpatched;
  });
}

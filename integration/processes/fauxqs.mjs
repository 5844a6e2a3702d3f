// An emulator of S3 that takes every conditional header and ignores it. Prints its address. Needs Node 22.5 or newer.
import { buildApp } from "fauxqs";

const app = await buildApp({ logger: false });
console.log(`listening at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);

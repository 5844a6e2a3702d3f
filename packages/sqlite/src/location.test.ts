import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { pathOf } from "./location.ts";

describe("a location", () => {
  it.each([
    ["sqlite:/var/lib/app/leases.db", "/var/lib/app/leases.db"],
    ["sqlite:state/leases.db", "state/leases.db"],
    ["sqlite:./100% sure.db", "./100% sure.db"],
    [{ path: "state/leases.db" }, "state/leases.db"],
    [{ path: "what?#%20.db" }, "what?#%20.db"],
  ])("%j is a path, taken as it stands and made absolute", (location, path) => {
    expect(pathOf(location)).toBe(resolve(path));
  });

  it.each([
    ["leases.db", /does not start with sqlite:/],
    ["s3://bucket/prefix", /does not start with sqlite:/],
    ["sqlite:", /is empty/],
    ["sqlite:///var/leases.db", /names a host; write sqlite:\/absolute\/path/],
    ["sqlite:leases.db?mode=ro", /has parameters or escapes/],
    ["sqlite:leases.db#1", /has parameters or escapes/],
    ["sqlite:my%20leases.db", /has parameters or escapes/],
    ["sqlite::memory:", /private to one connection; use memoryStore/],
    ["sqlite:~/leases.db", /only a shell replaces/],
    ["sqlite:state/", /ends in a slash/],
    [{ path: "" }, /is empty/],
    [{ path: "file:leases.db" }, /is a file URI/],
    [{ path: "leases.db " }, /white space/],
    [{ path: "leases\0.db" }, /NUL/],
    [{ path: 7 }, /is not a path/],
    [{}, /is not a path/],
    [undefined, /is not a path/],
  ])("%j is refused, since it could be read in two ways or in none", (location, problem) => {
    const made = () => pathOf(location as string);
    expect(made).toThrow(TypeError);
    expect(made).toThrow(problem);
  });

  it("is shown in messages without characters that move a terminal's cursor", () => {
    expect(() => pathOf("\u001b[2J.db")).toThrow(/"\\\\u001b\[2J\.db"/);
  });
});

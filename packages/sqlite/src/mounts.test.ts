import { describe, expect, it } from "vitest";
import { mountOf } from "./mounts.ts";

const table = [
  "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
  "30 22 0:25 / /srv rw - tmpfs tmpfs rw",
  "31 30 0:26 /export /srv/share rw,relatime shared:2 master:3 - nfs4 box:/export rw,vers=4.2",
  "32 22 0:27 / /mnt/two\\040words rw - fuse.sshfs me@box: rw",
  "33 22 0:28 / /opt rw - ext4 /dev/vdb rw",
  "34 33 0:29 / /opt rw - cifs //box/opt rw",
  "",
].join("\n");

describe("the mount that a path lies on", () => {
  it.each([
    ["/var/lib/leases.db", "/", "ext4"],
    ["/srv/leases.db", "/srv", "tmpfs"],
    ["/srv/share/leases.db", "/srv/share", "nfs4"],
    ["/srv/share", "/srv/share", "nfs4"],
    ["/srv/shared/leases.db", "/srv", "tmpfs"],
    ["/mnt/two words/leases.db", "/mnt/two words", "fuse.sshfs"],
    ["/opt/app/leases.db", "/opt", "cifs"],
  ])("of %s is the longest above it, and the last of several on one point", (path, point, type) => {
    expect(mountOf(path, table)).toEqual({ point, type });
  });

  it("is unknown where there is no table", () => {
    expect(mountOf("/var/lib/leases.db", undefined)).toBeUndefined();
    expect(mountOf("/var/lib/leases.db", "of another form\n")).toBeUndefined();
  });
});

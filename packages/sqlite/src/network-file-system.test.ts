import { UnsupportedStoreError } from "@fencepost/core";
import { describe, expect, it } from "vitest";
import { refuseNetworkFileSystem } from "./network-file-system.ts";

const mounted = (type: string) =>
  `22 1 0:1 / / rw - ext4 /dev/a rw\n23 22 0:2 / /data rw - ${type} source rw\n`;

describe("a file system", () => {
  it.each(["nfs", "nfs4", "cifs", "smb3", "ceph", "lustre", "fuse.sshfs", "fuse.gcsfuse"])(
    "of type %s is refused, and the message names it and its mount point",
    (type) => {
      const look = () => refuseNetworkFileSystem("/data/leases.db", mounted(type));
      expect(look).toThrow(UnsupportedStoreError);
      expect(look).toThrow(`/data/leases.db lies on a network file system (${type}, mounted at /data)`);
      refuseNetworkFileSystem("/elsewhere/leases.db", mounted(type));
    },
  );

  it.each(["ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "fuse", "9p", "virtiofs"])(
    "of type %s is used, as it is local or may be",
    (type) => refuseNetworkFileSystem("/data/leases.db", mounted(type)),
  );

  it("that nobody can tell is used", () => refuseNetworkFileSystem("/data/leases.db", undefined));
});

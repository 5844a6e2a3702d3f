/**
 * Refuses files that another machine could have open too.
 *
 * WAL keeps its index in memory shared by all processes, so it cannot work across machines
 * (https://www.sqlite.org/wal.html, "advantages and disadvantages"), and the store's clock is one machine's.
 */
import { printable, UnsupportedStoreError } from "@fencepost/core";
import { mountOf } from "./mounts.ts";

/**
 * Types that always mean a network or a disk shared by a cluster.
 *
 * `9p`, `virtiofs` and bare `fuse` are missing on purpose: they also carry the root of a sandbox (gVisor, Kata), where
 * all processes do share memory. What they are not safe for stands in this package's README.
 */
const networkTypes: ReadonlySet<string> = new Set([
  "nfs",
  "nfs4",
  "cifs",
  "smb3",
  "smbfs",
  "ncpfs",
  "afs",
  "coda",
  "ceph",
  "lustre",
  "gpfs",
  "beegfs",
  "pvfs2",
  "glusterfs",
  "ocfs2",
  "gfs2",
  "fuse.sshfs",
  "fuse.glusterfs",
  "fuse.ceph",
  "fuse.ceph-fuse",
  "fuse.juicefs",
  "fuse.rclone",
  "fuse.s3fs",
  "fuse.mount-s3",
  "fuse.goofys",
  "fuse.gcsfuse",
  "fuse.blobfuse",
  "fuse.blobfuse2",
]);

/**
 * @param path absolute, without symbolic links.
 * @throws UnsupportedStoreError if the path is known to lie on a network file system.
 */
export function refuseNetworkFileSystem(path: string, mountTable: string | undefined): void {
  const mount = mountOf(path, mountTable);
  if (!mount || !networkTypes.has(mount.type)) return;
  throw new UnsupportedStoreError(
    `${printable(path)} lies on a network file system (${mount.type}, mounted at ${mount.point}), over which SQLite cannot lock: put it ` +
      "on a local disk, or use a bucket where several machines take part",
    {},
  );
}

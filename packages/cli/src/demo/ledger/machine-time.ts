/**
 * Milliseconds on the one clock that every process of this machine shares, from an arbitrary origin in the past. The
 * entries of three processes and what their director saw can thus be put in order. (Not `performance.now()`, which
 * counts from the start of each process.)
 */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

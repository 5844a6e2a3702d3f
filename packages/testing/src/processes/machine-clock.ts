/** Milliseconds of the monotonic clock that all processes of one machine share; core's has an origin in each process. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

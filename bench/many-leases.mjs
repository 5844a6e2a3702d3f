// What a thousand renewed leases of one process take: memory a lease, and requests a second, on a store in memory.
// After a build: node --expose-gc bench/many-leases.mjs [LEASES]
import { createCoordinator, memoryStore } from "@fencepost/core";

const count = Number(process.argv[2] ?? 1_000);
const heap = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

let requests = 0;
const store = memoryStore();
const coordinator = createCoordinator(store, {
  onEvent: (event) => {
    if (event.type === "store.request") requests += 1;
  },
});
await (await coordinator.acquire("warm-up", { ttlMs: 3_000 })).release();
const before = heap();
const leases = await Promise.all(
  Array.from({ length: count }, (_, at) => coordinator.acquire(`lease-${at}`, { ttlMs: 3_000 })),
);
const after = heap();
requests = 0;
const seconds = 10;
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
console.log(
  `${count} leases, ${Math.round((after - before) / count)} bytes of heap each, records in the store included`,
);
console.log(
  `${(requests / seconds / count).toFixed(2)} requests a second and lease; one every ttl/3 is 1.00`,
);
const lost = leases.filter((lease) => lease.signal.aborted).length;
console.log(`${lost} lost`);
await Promise.all(leases.map((lease) => lease.release()));
process.exitCode = lost === 0 ? 0 : 1;

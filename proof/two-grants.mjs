// A program to be patched: one process takes a lease twice, and prints both tokens.
import { createCoordinator, memoryStore } from "../packages/core/dist/index.js";

const coordinator = createCoordinator(memoryStore());
const tokens = [];
for (let grant = 0; grant < 2; grant++) {
  const lease = await coordinator.acquire("x");
  tokens.push(lease.token);
  await lease.release();
}
console.log(JSON.stringify(tokens));

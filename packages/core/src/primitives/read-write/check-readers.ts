/** A writer reads every slot, each time. */
const readersMost = 1_000;

/** @throws RangeError if it is no number of slots. */
export function checkReaders(readers: number): void {
  if (Number.isInteger(readers) && readers >= 1 && readers <= readersMost) return;
  throw new RangeError(
    `readers is ${readers}; give how many may read at once, an integer from 1 to ${readersMost}: a writer reads as many records`,
  );
}

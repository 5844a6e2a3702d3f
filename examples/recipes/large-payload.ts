/**
 * A large payload under a fence. The payload is an object of its own, under a name that is never used again, so nobody ever
 * writes over it. What is fenced is a small document that points to it: to publish is one write of that, and the store
 * refuses it to a holder that has been replaced. Readers follow the pointer and see the one or the other, never half of it.
 */
import type { Coordinator, Document, Lease } from "@fencepost/core";

export interface Pointer {
  /** Where the payload lies. */
  readonly name: string;
  readonly bytes: number;
}

/** Your SDK's upload and download, of any size, in as many parts as it likes. */
export interface Payloads {
  upload(name: string, payload: Uint8Array, signal: AbortSignal): Promise<void>;
  download(name: string): Promise<Uint8Array>;
}

const pointerTo = (coordinator: Coordinator): Document<Pointer> =>
  coordinator.document<Pointer>("model/current.json", { schema: (input) => input as Pointer });

/** Gives back the name of the payload before, which may be deleted when nobody reads it any more. */
export async function publish(
  coordinator: Coordinator,
  payloads: Payloads,
  train: (lease: Lease) => Promise<Uint8Array>,
): Promise<string | undefined> {
  return coordinator.withLease("model", { waitMs: 60_000 }, async (lease) => {
    // First of all: from here on no older holder can publish, however late it comes.
    const pointer = await pointerTo(coordinator).fence(lease);
    const before = await pointer.read();
    const payload = await train(lease);
    // A token is granted once, so the name is new. If this holder is lost now, the payload is an orphan and harms nobody.
    const name = `model/payloads/${lease.token}.bin`;
    await payloads.upload(name, payload, lease.signal);
    await pointer.write({ name, bytes: payload.byteLength });
    return before.value?.name;
  });
}

/** The newest that was published. A payload that is deleted meanwhile has been replaced: look again. */
export async function newest(coordinator: Coordinator, payloads: Payloads): Promise<Uint8Array | undefined> {
  const { value } = await pointerTo(coordinator).read();
  return value && payloads.download(value.name);
}

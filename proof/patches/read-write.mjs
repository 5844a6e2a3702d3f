// Coordination, section D: read-write locks.

const look = "core/src/primitives/read-write/fenced-look.ts";
const lock = "core/src/primitives/read-write/read-write-lock.ts";
const permit = "core/src/primitives/read-write/write-permit.ts";
const reader = "core/src/primitives/read-write/reader.ts";
const slot = "core/src/primitives/read-write/slot.ts";
const writer = "core/src/primitives/read-write/writer.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const readWrite = [
  {
    name: "reader-reads-first",
    rule: "D reader ◆",
    breaks: "a reader looks at the writer before its slot is written, and a writer comes in between",
    file: reader,
    find: "const slot = await takeSlot(lock, ask, slots);",
    replace:
      "await look(); if (inTheWay) return inTheWay; const slot = await takeSlot(lock, ask, slots); if (slot) return slot;",
  },
  {
    name: "reader-beside-a-writer",
    rule: "D reader",
    breaks: "a reader enters whatever the writer's record says",
    file: reader,
    find: 'if (found.kind === "contended")',
    replace: 'if (found.kind === "contended") return undefined; if (false)',
  },
  {
    name: "writer-reads-first",
    rule: "D writer ◆",
    breaks: "a writer looks at the slots before its lease is written, and a reader comes in between",
    file: writer,
    find: "const answer = await attempt(lock.contender, waiting);",
    replace:
      "const slotsBefore = new Set(Array.from({ length: lock.readers }, (_, index) => index)); const early = await readerInTheWay(lock, ask, slotsBefore); if (early) return early; const answer = await attempt(lock.contender, waiting); if (answer.kind === 'granted') { holding = hold(lock.contender, waiting, answer, sinceMs); return undefined; }",
  },
  {
    name: "reader-without-last-window-check",
    rule: "D reader: own window ◆",
    breaks: "a reader enters whose window closed while it looked at the writer",
    file: reader,
    find: "if (!inTheWay && slot.grant.term.remainingMs() <= 0)",
    replace: "if (false)",
  },
  {
    name: "writer-without-last-window-check",
    rule: "D writer: own window ◆",
    breaks: "a writer enters whose window closed while it looked at the slots",
    file: writer,
    find: "if (term.remainingMs() <= 0)",
    replace: "if (false)",
  },
  {
    name: "slots-from-memory-to-read",
    rule: "D reader: slots ◆",
    breaks: "a reader enters in a slot that no writer looks at",
    file: reader,
    find: "if (!inTheWay && slot.index < lock.slots)",
    replace: "if (!inTheWay)",
  },
  {
    name: "slots-from-memory-to-write",
    rule: "D reader: slots ◆",
    breaks: "a writer looks at the slots that its program knows of, and not at those that are stored",
    file: writer,
    find: "const { slots = lock.readers } = answer.cell.state.record;",
    replace: "const { slots } = lock;",
  },
  {
    name: "slots-changed-by-a-grant",
    rule: "D slots",
    breaks: "whoever asks to write changes the number of slots while others read",
    file: "core/src/lease/transitions.ts",
    noticedIn: "primitives/read-write",
    find: "= before ?? {}",
    replace: "= request.carried ? {} : (before ?? {})",
  },
  {
    name: "dead-not-fenced",
    rule: "D dead and fenced ◆",
    breaks: "somebody dead is passed by, and its renewal lands later",
    file: look,
    find: 'if (seen.kind === "absent" || seen.record.state === "free")',
    replace: "if (true)",
  },
  {
    name: "dead-writer-not-fenced",
    rule: "D dead writer fenced ◆",
    breaks: "a reader passes a dead writer by, whose renewal lands later",
    file: look,
    find: 'if (seen.kind === "absent" || seen.record.state === "free")',
    replace: 'if (seen.kind === "absent" || seen.record.state === "free" || place.name.includes("writer"))',
  },
  {
    name: "dead-reader-not-fenced",
    rule: "D dead reader freed ◆",
    breaks: "a writer passes a dead reader by, whose renewal lands later",
    file: look,
    find: 'if (seen.kind === "absent" || seen.record.state === "free")',
    replace: 'if (seen.kind === "absent" || seen.record.state === "free" || place.name.includes("slot-"))',
  },
  {
    name: "writer-released-before-its-slot",
    rule: "D downgrade",
    breaks: "another writer comes in between the writer and the reader that it becomes",
    file: permit,
    find: "const slot = await this.#slot(ask);",
    replace: "await this.release(); this.throwIfLost = () => {}; const slot = await this.#slot(ask);",
  },
  {
    name: "downgrade-after-loss",
    rule: "D downgrade",
    breaks: "a writer that was lost goes on as a reader, and the next writer has not seen its slot",
    file: permit,
    find: "if (this.remainingMs() <= 0)",
    replace: "if (false)",
  },
  {
    name: "forced-not-waited-out-by-either-side",
    rule: "D forced",
    breaks: "whoever was freed by force is passed by before it can have learnt of it",
    file: "core/src/lease/judge.ts",
    noticedIn: "primitives/read-write",
    find: "(!record.forced || record.forced.now)",
    replace: "true",
  },
  {
    name: "writer-gives-way",
    rule: "D writer preference",
    breaks: "a writer that waits lets new readers in, and they starve it",
    file: writer,
    find: "if (reader)",
    replace: "if (reader && (await this.giveUp(), (holding = undefined), true))",
  },
  {
    name: "what-was-written-to-write-stays",
    rule: "D time-out",
    breaks: "a writer whose wait is over keeps readers out until its ttl has passed",
    file: writer,
    find: "if (!holding)",
    replace: "if (true)",
  },
  {
    name: "what-was-written-to-read-stays",
    rule: "D time-out",
    breaks: "a reader that found a writer keeps its slot until its ttl has passed",
    file: slot,
    find: "const isOpen = term.window.remainingMs() > 0;",
    replace: "const isOpen = false;",
  },
  {
    name: "upgrade-without-a-reason",
    rule: "D upgrade",
    breaks: "whoever waits for itself is not told so",
    file: lock,
    find: "|| own.size === 0)",
    replace: "|| true)",
  },
];

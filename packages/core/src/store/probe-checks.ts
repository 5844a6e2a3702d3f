/** What a probe tries on a store, check by check, and which answers pass. */
import { inconclusive, type ProbedStore, textOf } from "./probed-store.ts";
import type { GetResult, PutResult, Version } from "./store.ts";

export interface Check {
  readonly name: string;
  /** Only says how the store behaves: a store that fails it may still be used. */
  readonly informs?: true;
  run(probed: ProbedStore): Promise<{ readonly ok: boolean; readonly detail: string }>;
}

const contenders = 16;
/** A version that no store ever gives, for each form of versions: an ETag with its quotes, a generation, anything else. */
const neverGiven: Readonly<Record<"quoted" | "number" | "other", string>> = {
  quoted: '"00000000000000000000000000000000"',
  number: "1",
  other: "00000000000000000000000000000000",
};

export const checks: readonly Check[] = [
  {
    name: "a create of a key that has an object is refused",
    async run(probed) {
      const key = probed.freshKey();
      const first = await probed.put(key, "first", "absent");
      const second = await probed.put(key, "second", "absent");
      return verdict(first.kind === "written" && second.kind === "refused", [
        `the first create was answered ${show(first)}`,
        `the second, of the same key, ${show(second)}`,
      ]);
    },
  },
  {
    name: "a replace of the current version is taken, and of an older one refused",
    async run(probed) {
      const key = probed.freshKey();
      const first = await probed.put(key, "first", "absent");
      const old = versionOf(first);
      const second = await probed.put(key, "second", { matches: old });
      const stale = await probed.put(key, "third", { matches: old });
      return verdict(second.kind === "written" && stale.kind === "refused", [
        `a replace of the current version ${old} was answered ${show(second)}`,
        `another of the same, now older, version ${show(stale)}`,
      ]);
    },
  },
  {
    name: "a replace of nothing is refused",
    async run(probed) {
      const key = probed.freshKey();
      const answer = await probed.put(key, "first", { matches: likeVersion(await someVersion(probed)) });
      const after = await probed.get(key);
      return verdict(answer.kind === "refused" && after.kind === "absent", [
        `a replace where there is no object was answered ${show(answer)}`,
        `a read after it ${show(after)}`,
      ]);
    },
  },
  {
    name: `of ${contenders} creates at once one is taken`,
    async run(probed) {
      return race(probed, probed.freshKey(), "absent");
    },
  },
  {
    name: `of ${contenders} replaces at once one is taken`,
    async run(probed) {
      const key = probed.freshKey();
      const first = await probed.put(key, "first", "absent");
      return race(probed, key, { matches: versionOf(first) });
    },
  },
  {
    name: "a read tells the store's time and the object's age",
    informs: true,
    async run(probed) {
      const key = probed.freshKey();
      await probed.put(key, "first", "absent");
      const found = await probed.get(key);
      const times = found.kind === "found" ? found.times : undefined;
      return verdict(times !== undefined, [
        times
          ? `a new object is ${times.ageMs} ms old`
          : "no usable time in the answer: leases are judged by watching them for their ttl",
      ]);
    },
  },
  {
    name: "a delete of an older version is refused",
    informs: true,
    async run(probed) {
      const key = probed.freshKey();
      const first = await probed.put(key, "first", "absent");
      const old = versionOf(first);
      await probed.put(key, "second", { matches: old });
      const answer = await probed.delete(key, old);
      return verdict(answer.kind === "refused", [
        `a delete of an older version was answered ${show(answer)}`,
        "no lease rests on deletes",
      ]);
    },
  },
  {
    name: "equal bytes get different versions",
    informs: true,
    async run(probed) {
      const [one, other] = [probed.freshKey(), probed.freshKey()];
      const first = versionOf(await probed.put(one, "the same", "absent"));
      const second = versionOf(await probed.put(other, "the same", "absent"));
      return verdict(first !== second, [
        first === second
          ? `both got ${first}: a version is a hash of the bytes`
          : `they got ${first} and ${second}`,
      ]);
    },
  },
];

async function race(
  probed: ProbedStore,
  key: string,
  condition: "absent" | { readonly matches: Version },
): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const writers = Array.from({ length: contenders }, (_, count) => `writer ${count}`);
  const answers = await Promise.all(writers.map((writer) => probed.contend(key, writer, condition)));
  const after = await probed.get(key);
  const standing = writers.indexOf(textOf(after) ?? "");
  // A proxy may have sent the winner's request twice, and shown it the refusal of the second.
  const taken = answers.filter(
    (answer, at) => answer.kind === "written" || (answer.kind === "refused" && at === standing),
  );
  // Ceph's gateway answers 500 to whoever loses a race: no verdict on that writer, and none on the store.
  const unclear = answers.find((answer) => answer.kind === "unknown" || answer.kind === "undecided");
  if (taken.length === 0 && unclear) throw inconclusive(probed.store, "a race", unclear);
  const stands = taken.some((answer) => answer === answers[standing]);
  return verdict(taken.length === 1 && stands, [
    `${taken.length} of ${contenders} writes with one condition were answered as taken (${taken.slice(0, 2).map(show).join(", ")})`,
    `a read after them ${show(after)}`,
  ]);
}

async function someVersion(probed: ProbedStore): Promise<Version> {
  return versionOf(await probed.put(probed.freshKey(), "other", "absent"));
}

/** A version that this store could have given, by its form, and has not. */
function likeVersion(version: Version): Version {
  if (version.startsWith('"')) return neverGiven.quoted as Version;
  return (/^\d+$/.test(version) ? neverGiven.number : neverGiven.other) as Version;
}

function versionOf(answer: PutResult): Version {
  return (answer.kind === "written" ? answer.version : "none") as Version;
}

function show(answer: PutResult | GetResult): string {
  return "version" in answer ? `"${answer.kind}" with version ${answer.version}` : `"${answer.kind}"`;
}

function verdict(ok: boolean, details: readonly string[]): { readonly ok: boolean; readonly detail: string } {
  return { ok, detail: details.join(", ") };
}

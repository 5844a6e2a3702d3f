// The planted faults of lint.test.mjs, and what stands beside them and is right.

/** @typedef {{ rule: string, code: string, path?: string, says?: RegExp }} Case */

/** The folder of core's sources. */
export const core = "packages/core/src";
const flow = /core flows one way/;
const many = (/** @type {number} */ lines) => "  call();\n".repeat(lines);

/**
 * What the linter must refuse: by which rule, where (in the lease folder unless said), and with which words.
 *
 * @type {Record<string, Case>}
 */
export const refused = {
  "base importing store": {
    rule: "noRestrictedImports",
    path: `${core}/base/a.ts`,
    code: 'import { x } from "../store/x.ts";\nexport const y = x;',
    says: flow,
  },
  "store importing record": {
    rule: "noRestrictedImports",
    path: `${core}/store/a.ts`,
    code: 'import { x } from "../record/x.ts";\nexport const y = x;',
    says: flow,
  },
  "record importing lease": {
    rule: "noRestrictedImports",
    path: `${core}/record/a.ts`,
    code: 'import { x } from "../lease/x.ts";\nexport const y = x;',
    says: flow,
  },
  "record importing only a type of lease": {
    rule: "noRestrictedImports",
    path: `${core}/record/b.ts`,
    code: 'import type { X } from "../lease/x.ts";\nexport type Y = X;',
    says: flow,
  },
  "record re-exporting from lease": {
    rule: "noRestrictedImports",
    path: `${core}/record/c.ts`,
    code: 'export { x } from "../lease/x.ts";',
    says: flow,
  },
  "record importing lease on demand": {
    rule: "noRestrictedImports",
    path: `${core}/record/d.ts`,
    code: 'export const x = (): Promise<unknown> => import("../lease/x.ts");',
    says: flow,
  },
  "lease importing a primitive": {
    rule: "noRestrictedImports",
    path: `${core}/lease/a.ts`,
    code: 'import { x } from "../primitives/x.ts";\nexport const y = x;',
    says: flow,
  },
  "lease importing the coordinator": {
    rule: "noRestrictedImports",
    path: `${core}/lease/b.ts`,
    code: 'import { x } from "../coordinator.ts";\nexport const y = x;',
    says: flow,
  },
  "a primitive importing another": {
    rule: "noRestrictedImports",
    path: `${core}/primitives/a.ts`,
    code: 'import { x } from "./x.ts";\nexport const y = x;',
    says: /primitives never each other/,
  },
  "a primitive importing another's folder": {
    rule: "noRestrictedImports",
    path: `${core}/primitives/b.ts`,
    code: 'import { x } from "./once/x.ts";\nexport const y = x;',
    says: /primitives never each other/,
  },
  "a primitive's folder importing another": {
    rule: "noRestrictedImports",
    path: `${core}/primitives/once/a.ts`,
    code: 'import { x } from "../election/x.ts";\nexport const y = x;',
    says: /primitives never each other/,
  },
  "a primitive importing the coordinator": {
    rule: "noRestrictedImports",
    path: `${core}/primitives/c.ts`,
    code: 'import { x } from "../coordinator/x.ts";\nexport const y = x;',
    says: flow,
  },
  "the index imported from inside": {
    rule: "noRestrictedImports",
    path: `${core}/store/b.ts`,
    code: 'import { x } from "../index.ts";\nexport const y = x;',
    says: flow,
  },

  "Date in core": {
    rule: "noRestrictedGlobals",
    code: "export const x = Date.now();",
    says: /clock\.wallMs\(\)/,
  },
  "Date taken apart": {
    rule: "noRestrictedGlobals",
    code: "const { now } = Date;\nexport const x = now();",
    says: /clock\.wallMs\(\)/,
  },
  "performance in core": {
    rule: "noRestrictedGlobals",
    code: "export const x = performance.now();",
    says: /clock\.monotonicMs\(\)/,
  },
  "setTimeout in core": {
    rule: "noRestrictedGlobals",
    code: "setTimeout(() => {}, 1);",
    says: /clock\.sleep\(ms, signal\)/,
  },
  "setTimeout in a test of core": {
    rule: "noRestrictedGlobals",
    path: `${core}/lease/a.test.ts`,
    code: "setTimeout(() => {}, 1);",
    says: /clock\.sleep\(ms, signal\)/,
  },
  "setInterval in core": {
    rule: "noRestrictedGlobals",
    code: "setInterval(() => {}, 1);",
    says: /clock\.sleep\(ms, signal\)/,
  },
  "ambient time through globalThis": {
    rule: "noRestrictedGlobals",
    code: "export const x = globalThis.Date.now();",
    says: /injected Clock/,
  },
  "Math.random in core": {
    rule: "plugin",
    code: "export const x = Math.random();",
    says: /random\.unit\(\)/,
  },
  "Math.random by a computed name": {
    rule: "plugin",
    code: 'export const x = Math["random"]();',
    says: /computed member/,
  },
  "Math taken apart": {
    rule: "plugin",
    code: "const { random } = Math;\nexport const x = random();",
    says: /copied object/,
  },
  "crypto.randomUUID in core": {
    rule: "plugin",
    code: "export const x = crypto.randomUUID();",
    says: /random\.id\(\)/,
  },
  "AbortSignal.timeout in core": {
    rule: "plugin",
    code: "export const x = AbortSignal.timeout(1);",
    says: /within\(clock, ms, signal, call\)/,
  },
  "a node: module in core": {
    rule: "noNodejsModules",
    code: 'import { join } from "node:path";\nexport const x = join("a", "b");',
  },
  "a package that core does not declare": {
    rule: "noUndeclaredDependencies",
    code: 'import { z } from "zod";\nexport const x = z;',
  },

  "a file of 301 lines": { rule: "noExcessiveLinesPerFile", code: "export {};\n".repeat(301) },
  "a function of 61 lines": {
    rule: "noExcessiveLinesPerFunction",
    code: `export function x(call: () => void): void {\n${many(61)}}`,
  },
  "a floating promise": { rule: "noFloatingPromises", code: "async function x(): Promise<void> {}\nx();" },
  "a promise as a condition": {
    rule: "noMisusedPromises",
    code: "async function x(): Promise<boolean> {\n  return true;\n}\nexport const y = x() ? 1 : 2;",
  },
  "a switch that forgets a case": {
    rule: "useExhaustiveSwitchCases",
    code: 'export function x(kind: "a" | "b"): number {\n  switch (kind) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}',
  },
  "a default export": { rule: "noDefaultExport", code: "export default 1;" },
  any: { rule: "noExplicitAny", code: "export const x: any = 1;" },
  "an import without its ending": {
    rule: "useImportExtensions",
    path: `${core}/store/c.ts`,
    code: 'import { x } from "./store";\nexport const y = x;',
  },
  "two files that import each other": {
    rule: "noImportCycles",
    path: `${core}/store/ring.ts`,
    code: 'import { y } from "./ring-end.ts";\nexport const x = y;',
  },
  "export *": { rule: "noReExportAll", path: `${core}/store/d.ts`, code: 'export * from "./store.ts";' },
  "an enum": { rule: "noEnum", code: "export enum X {\n  A = 1,\n}" },
  "a parameter property": {
    rule: "noParameterProperties",
    code: "export class X {\n  constructor(private readonly y: number) {}\n}",
  },
};

/** What the linter must leave alone, text by path. */
export const allowed = {
  [`${core}/base/clock.ts`]:
    "export const now = (): number => Date.now() + performance.now();\nsetTimeout(() => {}, 1);",
  [`${core}/base/random.ts`]: "export const unit = (): number => Math.random();",
  [`${core}/store/store.ts`]: 'import { now } from "../base/clock.ts";\nexport const x = now;',
  [`${core}/lease/x.ts`]:
    'import { x } from "../store/store.ts";\nexport const y = [x, Math.max(1, 2), crypto.subtle];',
  [`${core}/primitives/x.ts`]: 'import { y } from "../lease/x.ts";\nexport const z = y;',
  [`${core}/primitives/once/x.ts`]:
    'import { y } from "../../lease/x.ts";\nimport { w } from "./y.ts";\nexport const z = [y, w];',
  [`${core}/primitives/once/y.ts`]: "export const w = 1;",
  [`${core}/coordinator.ts`]: 'import { z } from "./primitives/x.ts";\nexport const v = z;',
  [`${core}/lease/b.test.ts`]: `import { x } from "node:path";\nimport { v } from "../coordinator.ts";\nexport function y(call: () => void): unknown {\n${many(61)}  return [x, v];\n}`,
  "packages/s3/src/x.ts": "export const now = (): number => Date.now();",
  "vite.config.ts": "export default {};",
};

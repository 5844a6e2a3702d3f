/** Reads a request: which of the service's operations it is, and what it says. */
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";
import type { GcsAsked, Said } from "./asked.ts";
import { refuseBeyond } from "./beyond.ts";
import { conditionHeadersIn, conditionsIn } from "./conditions.ts";
import { maskOf } from "./fields.ts";
import { bucketNameIn, patchIn } from "./json-body.ts";
import { listQueryIn } from "./listing.ts";
import { type Interface, invalid, Refusal, unsupported } from "./problem.ts";
import { sessionStepIn, uploadIn } from "./upload.ts";

/** A path, and what each method asks for there. */
interface Route {
  readonly path: RegExp;
  readonly way: Interface;
  readonly methods: Readonly<Record<string, (request: RecordedRequest, said: Said) => GcsAsked>>;
}

/**
 * The first one whose path fits. With STORAGE_EMULATOR_HOST Google's library for Node leaves out `/storage/v1`; that
 * cannot be the XML API's path of a bucket called `b`, as a bucket's name has three characters or more.
 */
const routes: readonly Route[] = [
  {
    path: /^\/upload(?:\/storage\/v1)?\/b\/(?<bucket>[^/]+)\/o$/,
    way: "JSON",
    methods: { POST: uploadIn, PUT: sessionStepIn },
  },
  {
    path: /^(?:\/download)?(?:\/storage\/v1)?\/b\/(?<bucket>[^/]+)\/o\/(?<key>[^/]+)$/,
    way: "JSON",
    methods: {
      GET: ({ query, path }, said) => ({ ...said, operation: "objects.get", as: formIn(query, path) }),
      PATCH: ({ text }, said) => ({ ...said, operation: "objects.patch", patch: patchIn(text) }),
      DELETE: (_, said) => ({ ...said, operation: "objects.delete" }),
    },
  },
  {
    path: /^(?:\/storage\/v1)?\/b\/(?<bucket>[^/]+)\/o$/,
    way: "JSON",
    methods: { GET: ({ query }, said) => ({ ...said, operation: "objects.list", list: listQueryIn(query) }) },
  },
  {
    path: /^(?:\/storage\/v1)?\/b\/(?<bucket>[^/]+)$/,
    way: "JSON",
    methods: { GET: (_, said) => ({ ...said, operation: "buckets.get" }) },
  },
  {
    path: /^(?:\/storage\/v1)?\/b$/,
    way: "JSON",
    methods: {
      POST: ({ text }, said) => ({ ...said, operation: "buckets.insert", bucket: bucketNameIn(text) }),
    },
  },
  { path: /^\/(?:batch|storage|upload|download|b)(?:\/|$)/, way: "JSON", methods: {} },
  {
    path: /^\/(?<bucket>[^/]+)\/(?<key>.+)$/,
    way: "XML",
    methods: {
      GET: (_, said) => ({ ...said, operation: "objects.get", as: "bytes" }),
      HEAD: (_, said) => ({ ...said, operation: "objects.get", as: "bytes" }),
    },
  },
  { path: /^/, way: "XML", methods: {} },
];

/** Of a request that makes no sense, or is not supported, the operation is empty and the problem says why. */
export function parse(request: RecordedRequest): GcsAsked {
  const { method, path, query, headers } = request;
  const { way, methods, place } = routeOf(path);
  const origin = `http://${headers["host"] ?? "127.0.0.1"}`;
  const said: Said = {
    way,
    bucket: "",
    key: "",
    isRead: false,
    isAnonymous: headers["authorization"] === undefined,
    conditions: {},
    generation: query.get("generation") ?? undefined,
    origin,
    fields: "all",
  };
  try {
    const read = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!read) throw new Refusal(unsupported(`${method} ${path}`));
    refuseBeyond(request);
    const named = { ...said, bucket: decodeURIComponent(place.bucket), key: decodeURIComponent(place.key) };
    const conditions = way === "JSON" ? conditionsIn(query) : conditionHeadersIn(headers);
    const fields = query.get("fields");
    const asked = read(request, { ...named, conditions, fields: fields === null ? "all" : maskOf(fields) });
    return { ...asked, isRead: asked.operation === "objects.get" };
  } catch (error) {
    const problem = error instanceof Refusal ? error.problem : invalid((error as Error).message);
    return { ...said, operation: "", problem };
  }
}

function routeOf(path: string): Pick<Route, "way" | "methods"> & { place: { bucket: string; key: string } } {
  for (const { way, methods, path: pattern } of routes) {
    const found = pattern.exec(path);
    if (found) {
      const { bucket = "", key = "" } = found.groups ?? {};
      return { way, methods, place: { bucket, key } };
    }
  }
  throw new Error("unreachable: the last route takes every path");
}

function formIn(query: URLSearchParams, path: string): "bytes" | "resource" {
  const alt = query.get("alt") ?? "json";
  if (alt !== "json" && alt !== "media") throw new RangeError(`alt=${alt} is neither json nor media`);
  if (path.startsWith("/download") && alt !== "media") throw new RangeError("a download needs alt=media");
  return alt === "media" ? "bytes" : "resource";
}

/** Reads what an answer carries: a generation, a page of names, metadata. `undefined` where it carries no such thing. */
import type { Version } from "@fencepost/core";
import type { Reply } from "./gcs-client.ts";
import type { AnswerHeaders } from "./gcs-transport.ts";

/** A generation stays the text that it came as: it is above 2^50 today, and a number would round it one day. */
export function generationOf(text: unknown): Version | undefined {
  return typeof text === "string" && /^[1-9]\d*$/.test(text) ? (text as Version) : undefined;
}

/** Of the resource in an answer of the JSON API. */
export function resourceGeneration(reply: Reply): Version | undefined {
  const resource = jsonIn(reply) as { readonly generation?: unknown } | undefined;
  return generationOf(resource?.generation);
}

/** One page of a listing. */
export interface Page {
  readonly names: readonly string[];
  readonly nextPageToken: string | undefined;
}

/** `undefined` if it is no such page. */
export function pageIn(reply: Reply): Page | undefined {
  const page = jsonIn(reply) as { readonly items?: unknown; readonly nextPageToken?: unknown } | undefined;
  const items = page && (page.items ?? []);
  if (!Array.isArray(items)) return undefined;
  const names = items.map((item: { readonly name?: unknown } | null) => item?.name);
  if (!names.every((name) => typeof name === "string")) return undefined;
  const next = page?.nextPageToken;
  return { names, nextPageToken: typeof next === "string" && next !== "" ? next : undefined };
}

/** The object in the body; `undefined` if it is anything else. */
function jsonIn(reply: Reply): object | undefined {
  if (reply.kind !== "answer") return undefined;
  try {
    const value: unknown = JSON.parse(reply.body.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** User metadata, as the XML API gives it. */
export function metadataIn(headers: AnswerHeaders): Record<string, string> {
  const mark = "x-goog-meta-";
  const own = Object.entries(headers).filter(([name]) => name.startsWith(mark));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(mark.length), value]));
}

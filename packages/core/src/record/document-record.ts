/**
 * A document as it is settled: the user's content with the ids of its last writes. On a plain document they stand in its
 * metadata, and its bytes are the user's own; on a fenced one they stand in its mark (protocol, sections 6 and 7).
 */
import type { FencingToken } from "../base/token.ts";
import type { Version } from "../store/store.ts";
import { jsonType } from "./codec.ts";
import { type FenceMark, idForm, markInText, markText } from "./fence-mark.ts";
import type { Content, RecordFormat, StoredRecord } from "./format.ts";
import { bearsMark, markedBody, unmarkedBody } from "./marked-body.ts";

/** Who may write a document that is fenced. */
export interface Fence {
  readonly lease: string;
  readonly token: FencingToken;
  /** Where the mark stands. */
  readonly form: "body" | "metadata";
}

export interface DocumentRecord extends StoredRecord {
  /** `undefined`: claimed and never written, or deleted under a fence. */
  readonly content: Uint8Array | undefined;
  /** Instead of a value that there was. */
  readonly deleted: boolean;
  readonly contentType: string | undefined;
  /** The user's own. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly fence: Fence | undefined;
}

const recentName = "fencepost-recent";
const fenceName = "fencepost-fence";
const nothing = new Uint8Array();

export const documentFormat: RecordFormat<DocumentRecord> = {
  encode(record) {
    if (record.content && bearsMark(record.content)) {
      throw new TypeError(
        'the value has a member "_fencepost", or begins with "#fencepost ": both are reserved for the mark of a fence',
      );
    }
    return record.fence ? fenced(record, record.fence) : plain(record);
  },
  decode(stored, key) {
    const { [recentName]: recent, [fenceName]: fence, ...metadata } = stored.metadata ?? {};
    const { contentType } = stored;
    if (fence !== undefined) {
      return { ...marked(markInText(fence, key), stored.body, "metadata"), contentType, metadata };
    }
    const inBody = unmarkedBody(stored.body, key);
    if (inBody) return { ...marked(inBody.mark, inBody.content, "body"), contentType, metadata };
    return {
      content: stored.body,
      deleted: false,
      contentType,
      metadata,
      fence: undefined,
      recent: idsIn(recent, stored.version),
      token: 0,
      renewals: 0,
    };
  },
  /** Plain objects may be deleted, and equal bytes of theirs be one version. */
  canHide: (next, base, uniqueVersions) => !next?.fence && (base === undefined || !uniqueVersions),
};

function plain({ content = nothing, contentType, metadata, recent }: DocumentRecord): Content {
  return { body: content, contentType, metadata: { ...metadata, [recentName]: recent.join(",") } };
}

function fenced(record: DocumentRecord, { lease, token, form }: Fence): Content {
  const { content, deleted, contentType, metadata, recent } = record;
  const mark: FenceMark = { lease, token, state: content ? "value" : deleted ? "deleted" : "empty", recent };
  if (form === "metadata") {
    return { body: content ?? nothing, contentType, metadata: { ...metadata, [fenceName]: markText(mark) } };
  }
  const asMember = !content && (contentType?.startsWith(jsonType) ?? false);
  return { body: markedBody(mark, content ?? nothing, asMember), contentType, metadata };
}

function marked(mark: FenceMark, content: Uint8Array, form: Fence["form"]) {
  const { lease, token, state, recent } = mark;
  return {
    content: state === "value" ? content : undefined,
    deleted: state === "deleted",
    fence: { lease, token, form },
    recent,
    token,
    renewals: 0,
  };
}

/** The history of an object that others wrote begins with its version. */
function idsIn(recent: string | undefined, version: Version): readonly string[] {
  const ids = recent?.split(",") ?? [];
  return ids.length > 0 && ids.every((id) => idForm.test(id)) ? ids : [`~${encodeURIComponent(version)}`];
}

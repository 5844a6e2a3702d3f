/**
 * One request, seen from the place nearest to the wire: the SDK's results leave out headers, and its errors do not say
 * whether anything was sent.
 */
import { checkHost, type EndpointTraits } from "./s3-endpoint.ts";
import type { CheckedLocation } from "./s3-location.ts";

/** What the store answered, before the SDK made something of it. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request without a result. */
export interface Failure {
  readonly error: unknown;
  /** `undefined`: nothing came back. */
  readonly answer: Answer | undefined;
  /** When the request was signed to be sent, as in its `x-amz-date`; `undefined` if nothing has left. */
  readonly signedAt: string | undefined;
}

/** How a request ended. */
export type Exchange<R> =
  | { readonly kind: "result"; readonly result: R; readonly answer: Answer }
  | ({ readonly kind: "failure" } & Failure);

/** The part of a command's middleware stack that is used here; the SDK's own type names every input and output. */
interface DeserializeStack {
  add(
    middleware: (next: (args: WireArgs) => Promise<WireResult>) => (args: WireArgs) => Promise<WireResult>,
    options: { readonly step: "deserialize"; readonly priority: "low"; readonly name: string },
  ): void;
}
interface WireArgs {
  readonly request: { readonly hostname: string; readonly headers: Readonly<Record<string, string>> };
}
interface WireResult {
  readonly response: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>> };
}

/**
 * Sends `command` by `send`, and watches it from the place nearest to the wire.
 *
 * @param send sends the command with the SDK's options and reads the whole answer, a body too
 * @throws the signal's own reason if it has aborted already
 */
export async function exchange<C extends { readonly middlewareStack: object }, R>(
  target: { readonly location: CheckedLocation; readonly traits: EndpointTraits },
  command: C,
  signal: AbortSignal | undefined,
  send: (command: C, options: { readonly abortSignal?: AbortSignal }) => Promise<R>,
): Promise<Exchange<R>> {
  signal?.throwIfAborted();
  let signedAt: string | undefined;
  let answer: Answer | undefined;
  (command.middlewareStack as DeserializeStack).add(
    (next) => async (args) => {
      checkHost(args.request.hostname, target.traits, target.location);
      signal?.throwIfAborted();
      signedAt = args.request.headers["x-amz-date"] ?? "";
      const result = await next(args);
      // Copied, for the SDK rewrites the status of a 200 that carries an error.
      answer = { status: result.response.statusCode, headers: { ...result.response.headers } };
      return result;
    },
    { step: "deserialize", priority: "low", name: "fencepostWire" },
  );
  try {
    const result = await send(command, signal === undefined ? {} : { abortSignal: signal });
    // A middleware of the client's owner may answer without the store; then nothing is known of it.
    return { kind: "result", result, answer: answer ?? { status: 0, headers: {} } };
  } catch (error) {
    return { kind: "failure", error, answer, signedAt };
  }
}

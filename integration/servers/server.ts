/** What a test gets to know of a real server, and what has to be known of a server to get it. */

export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** For fault tests. Each resolves when the server has that state. */
export interface ServerLife {
  /** At once, as when the machine loses power. */
  kill(): Promise<void>;
  /** It keeps its connections and answers nothing. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export interface RealServer {
  readonly kind: ServerKind;
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
  /** How it was got, for people: `container IMAGE`, `program PATH`, `endpoint from FENCEPOST_MINIO_ENDPOINT`. */
  readonly how: string;
  readonly version: string;
  /** `undefined` for an endpoint from the environment: it is not ours to kill. */
  readonly life: ServerLife | undefined;
  /** Ends the server and removes its data. Again: nothing. */
  stop(): Promise<void>;
}

/** One kind of server, and every fact needed to start it. */
export interface ServerKind {
  readonly name: string;
  readonly protocol: "s3" | "gcs";
  /** The middle of its variables' names: `FENCEPOST_<variable>_ENDPOINT`, `_ACCESS_KEY`, `_SECRET_KEY`, `_REGION`, `_IMAGE`. */
  readonly variable: string;
  /** Name of the program, on PATH and for `install.sh`. */
  readonly program: string;
  /** The image to use unless `FENCEPOST_<variable>_IMAGE` names another; `undefined`: none is known to be good. */
  readonly image: string | undefined;
  /** What it looks at in a request: it cannot be shown what happens to a wrong one where it does not look. */
  readonly verifies: readonly ("credentials" | "region")[];
  /** Answers 200 as soon as the server works. */
  readonly healthPath: string;
  /** What a store's URL has to say beside the endpoint. @default nothing */
  readonly urlParameters?: Readonly<Record<string, string>>;
  launch(place: LaunchPlace): Launch;
}

export interface LaunchPlace {
  /** The address to listen on. */
  readonly host: string;
  readonly port: number;
  /** An empty folder. */
  readonly dataFolder: string;
  readonly credentials: Credentials;
}

export interface Launch {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Why one way to get a server cannot be taken; the next one is tried. */
export class NotThisWay extends Error {
  override readonly name = "NotThisWay";
}

/** No way led to the server. */
export class NoServerError extends Error {
  override readonly name = "NoServerError";
}

/** What one of the server's own variables says; an empty one counts as not set. */
export function serverVariable(
  kind: ServerKind,
  what: "ENDPOINT" | "ACCESS_KEY" | "SECRET_KEY" | "REGION" | "IMAGE",
): string | undefined {
  return process.env[`FENCEPOST_${kind.variable}_${what}`] || undefined;
}

export const defaultRegion = "us-east-1";

/** A bucket of a server that speaks Google's API, asked by fetch: no library can smooth anything over. */

/** As much of an answer as a script looks at. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: scripts say what they look at
  readonly json: any;
}

/** No answer takes this long on loopback; a hung server must not hang the suite. */
const answerLimitMs = 20_000;

export class GcsPlace {
  readonly #origin: string;
  readonly #bucket: string;

  constructor(origin: string, bucket: string) {
    this.#origin = origin;
    this.#bucket = bucket;
  }

  async ask(method: string, target: string, init: RequestInit = {}): Promise<Answered> {
    const signal = AbortSignal.timeout(answerLimitMs);
    const answer = await fetch(this.#origin + target, { redirect: "manual", signal, ...init, method });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: parsed(text) };
  }

  /** The path of an object, or of all, in the JSON API. */
  objects(name?: string): string {
    const path = `/storage/v1/b/${this.#bucket}/o`;
    return name === undefined ? path : `${path}/${encodeURIComponent(name)}`;
  }

  read(name: string, query = ""): Promise<Answered> {
    return this.ask("GET", this.objects(name) + query);
  }

  /** Through the XML API. */
  readXml(name: string, method = "GET"): Promise<Answered> {
    return this.ask(method, `/${this.#bucket}/${name}`);
  }

  /** A simple upload. */
  write(name: string, body: string, query = ""): Promise<Answered> {
    const headers = { "Content-Type": "text/plain" };
    return this.upload(`uploadType=media&name=${encodeURIComponent(name)}${query}`, { headers, body });
  }

  /** A multipart upload, with a resource. */
  writeWith(resource: object, body: string, query = ""): Promise<Answered> {
    const part = (type: string, text: string): string => `--xx\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
    const headers = { "Content-Type": "multipart/related; boundary=xx" };
    const parts = `${part("application/json", JSON.stringify(resource))}${part("text/plain", body)}--xx--\r\n`;
    return this.upload(`uploadType=multipart${query}`, { headers, body: parts });
  }

  upload(query: string, init: RequestInit): Promise<Answered> {
    return this.ask("POST", `/upload${this.objects()}?${query}`, init);
  }

  patch(name: string, change: object, query = ""): Promise<Answered> {
    const headers = { "Content-Type": "application/json" };
    return this.ask("PATCH", this.objects(name) + query, { headers, body: JSON.stringify(change) });
  }

  remove(name: string, query = ""): Promise<Answered> {
    return this.ask("DELETE", this.objects(name) + query);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

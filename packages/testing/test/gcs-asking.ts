/** Requests to a Google Cloud Storage server, with nothing but fetch. For tests only. */

/** One answer, read to its end. */
interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly json: any;
}

export const objects = "/storage/v1/b/bucket/o";
export const uploads: string = `/upload${objects}`;

/** Asks the server of which `origin` tells the URL. */
export function askingOf(origin: () => string) {
  const ask = async (method: string, target: string, init: RequestInit = {}): Promise<Answered> => {
    const answer = await fetch(origin() + target, { redirect: "manual", ...init, method });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
  return {
    ask,
    /** A simple upload of text. */
    write: (name: string, body: string, query = "") =>
      ask("POST", `${uploads}?uploadType=media&name=${encodeURIComponent(name)}${query}`, {
        body,
        headers: { "Content-Type": "text/plain" },
      }),
    patch: (name: string, change: object, query = "") =>
      ask("PATCH", `${objects}/${encodeURIComponent(name)}${query}`, { body: JSON.stringify(change) }),
  };
}

/** The headers and the body of a multipart upload of text. */
export function multipart(resource: object, body: string): RequestInit {
  const part = (type: string, text: string) => `--xx\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  return {
    headers: { "Content-Type": "multipart/related; boundary=xx" },
    body: `${part("application/json", JSON.stringify(resource))}${part("text/plain", body)}--xx--`,
  };
}

/** The little XML that S3 speaks in its answers: elements with text, no attributes but the name space of the first. */

/** What stands in an element: text, or elements by name, a list where one comes several times. */
export type XmlContent =
  | string
  | number
  | boolean
  | { readonly [name: string]: XmlContent | readonly XmlContent[] | undefined };

/** A whole document. An element whose content is `undefined` is left out. */
export function xmlDocument(name: string, content: XmlContent, nameSpace?: string): string {
  const attribute = nameSpace === undefined ? "" : ` xmlns="${nameSpace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${attribute}>${inner(content)}</${name}>`;
}

function inner(content: XmlContent): string {
  if (typeof content !== "object") return escaped(String(content));
  return Object.entries(content)
    .flatMap(([name, each]) =>
      (Array.isArray(each) ? each : each === undefined ? [] : [each]).map(
        (one: XmlContent) => `<${name}>${inner(one)}</${name}>`,
      ),
    )
    .join("");
}

/** Also what a parser would change: a carriage return, and what XML 1.0 cannot hold, which is taken out. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}

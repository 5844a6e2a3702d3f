/** The few words of SVG that a picture needs. Every text and every value is escaped here. */
import { printable } from "@fencepost/core";

type Attributes = Readonly<Record<string, string | number>>;

/** An element; its content has been escaped. */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(
      ([attribute, value]) => ` ${attribute}="${escaped(typeof value === "number" ? round(value) : value)}"`,
    )
    .join("");
  return content.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content.join("")}</${name}>`;
}

/** A line of text, as it is read. */
export function text(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return element("text", { x, y, ...attributes }, escaped(words));
}

/** Characters that XML 1.0 cannot hold are shown by their number, as nobody sees them otherwise. */
export function escaped(words: string): string {
  return printable(words)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/** Broken between words, so that no line is longer unless one word is. */
export function wrapped(words: string, longest: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < longest)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

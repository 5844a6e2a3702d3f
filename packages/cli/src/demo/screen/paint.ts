/** Colours, or none; and lines of a given width. */
import type { Colors } from "../../output.ts";
import type { WorkerName } from "../crew/event.ts";

type Brush = (text: string) => string;

export interface Paint {
  readonly worker: Readonly<Record<WorkerName, Brush>>;
  readonly strong: Brush;
  readonly faint: Brush;
  readonly good: Brush;
  readonly bad: Brush;
}

/** Without colours every text stays as it is. */
export function paintFor({ cyan, magenta, yellow, bold, dim, green, red }: Colors): Paint {
  return { worker: { A: cyan, B: magenta, C: yellow }, strong: bold, faint: dim, good: green, bad: red };
}

/** Each worker's name in its colour, where it stands alone as a word. */
export function withNames(text: string, paint: Paint): string {
  return text.replace(/\b[ABC]\b/g, (name) => paint.worker[name as WorkerName](name));
}

/** Breaks between words. A word that is longer than a line gets one of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

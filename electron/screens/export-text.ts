/**
 * A recording as plain text: everything that scrolled by, as the screen showed
 * it, wrapped lines joined. Memory stays bounded: rows are written out as soon
 * as they have left the viewport, or are about to be cleared.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type CastEvent, parseEvent } from "../../shared/asciicast.ts";
import type { Size } from "../../shared/protocol.ts";
import { Screen } from "./screen.ts";
import { textLines, withoutTrailingBlanks } from "./screen-text.ts";

/** Characters parsed between two harvests. Each may be a line feed, and all must fit the scrollback. */
const SLICE = 4096;

/** Writes the text of `recording` to `target` (created anew, 0600). */
export async function exportText(options: { recording: string; target: string; size: Size }): Promise<{ bytes: number }> {
  const file = await open(options.target, "wx", 0o600);
  try {
    const writer = new TextWriter(file, options.size);
    const lines = createInterface({ input: createReadStream(options.recording), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const parsed = parseEvent(line);
      if (parsed) await writer.event(parsed.event);
    }
    return { bytes: await writer.finish() };
  } finally {
    await file.close();
  }
}

class TextWriter {
  readonly #file: FileHandle;
  readonly #screen: Screen;
  /** Rows up to this number have been gathered. */
  #gathered = 0;
  #text = "";
  #bytes = 0;

  constructor(file: FileHandle, size: Size) {
    this.#file = file;
    this.#screen = new Screen(size, { scrollback: SLICE });
    this.#screen.rows.onClear(({ next }) => {
      this.#gatherShown();
      this.#gathered = next;
    });
  }

  async event(event: CastEvent): Promise<void> {
    if (event.kind === "output") {
      for (let at = 0; at < event.text.length; at += SLICE) {
        this.#screen.write(event.text.slice(at, at + SLICE), true);
        this.#gather(this.#screen.rows.top);
        await this.#write();
      }
    } else if (event.kind === "resize") {
      this.#gather(this.#lineEnd(this.#gathered));
      const { rows } = this.#screen;
      [this.#gathered = rows.first] = rows.acrossResize([this.#gathered], () => this.#screen.resize(event.size));
    }
  }

  async finish(): Promise<number> {
    const { active } = this.#screen.terminal.buffer;
    this.#gatherShown();
    if (active.type === "alternate") {
      this.#text += withoutTrailingBlanks(textLines(active, 0, active.length))
        .map((line) => `${line}\n`)
        .join("");
    }
    await this.#write();
    this.#screen[Symbol.dispose]();
    return this.#bytes;
  }

  /** Everything up to the last row that is not blank. */
  #gatherShown(): void {
    const { normal } = this.#screen.terminal.buffer;
    let end = normal.length;
    while (
      end > 0 &&
      normal
        .getLine(end - 1)
        ?.translateToString(true)
        .trim() === ""
    )
      end--;
    this.#gather(this.#screen.rows.first + end);
  }

  /** The end of the line that goes on in `row`: lines are wrapped anew by a resize, and only whole ones keep their place. */
  #lineEnd(row: number): number {
    const { normal } = this.#screen.terminal.buffer;
    const { first } = this.#screen.rows;
    let end = row;
    while (normal.getLine(end - first)?.isWrapped) end++;
    return end;
  }

  /** Rows above the viewport do not change any more: each is taken as it is, with a line end unless it wraps. */
  #gather(end: number): void {
    const { normal } = this.#screen.terminal.buffer;
    const { first } = this.#screen.rows;
    for (let row = Math.max(this.#gathered, first); row < end; row++) {
      const wraps = normal.getLine(row - first + 1)?.isWrapped === true;
      const text = normal.getLine(row - first)?.translateToString(!wraps) ?? "";
      this.#text += wraps ? text : `${text.trimEnd()}\n`;
    }
    this.#gathered = Math.max(this.#gathered, end);
  }

  async #write(): Promise<void> {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    const { bytesWritten } = await this.#file.write(text);
    this.#bytes += bytesWritten;
  }
}

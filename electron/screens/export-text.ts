/**
 * A recording as plain text: everything that scrolled by, as the screen showed
 * it, wrapped lines joined. Memory stays bounded: lines are written out as
 * soon as they have left the viewport.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type CastEvent, parseEvent } from "../../shared/asciicast.ts";
import type { Size } from "../../shared/protocol.ts";
import { Screen } from "./screen.ts";
import { textLines, withoutTrailingBlanks } from "./screen-text.ts";
import { internalsOf } from "./xterm-internals.ts";

/** Characters parsed between two harvests; each may be a line feed, and all must fit the scrollback. */
const SLICE = 4096;
const SCROLLBACK = 2 * SLICE;

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
  /** Rows that have left the top of the scrollback. */
  #trimmed = 0;
  /** Rows written out, counted from the first row ever. */
  #written = 0;
  #bytes = 0;

  constructor(file: FileHandle, size: Size) {
    this.#file = file;
    this.#screen = new Screen(size, { scrollback: SCROLLBACK });
    internalsOf(this.#screen.terminal).buffers.normal.lines.onTrim((amount) => (this.#trimmed += amount));
  }

  async event(event: CastEvent): Promise<void> {
    if (event.kind === "output") {
      for (let at = 0; at < event.text.length; at += SLICE) {
        this.#screen.write(event.text.slice(at, at + SLICE), true);
        await this.#harvest();
      }
    } else if (event.kind === "resize") {
      await this.#harvest();
      this.#screen.resize(event.size);
      // Reflow renumbers the rows; what is above the viewport has been written.
      this.#written = Math.max(this.#written, this.#top());
    }
  }

  async finish(): Promise<number> {
    await this.#harvest();
    const { normal, active } = this.#screen.terminal.buffer;
    const rest = withoutTrailingBlanks(textLines(normal, Math.max(0, this.#written - this.#trimmed), normal.length));
    await this.#append(rest.map(({ text }) => text));
    if (active.type === "alternate") {
      const shown = withoutTrailingBlanks(textLines(active, 0, active.length));
      await this.#append(shown.map(({ text }) => text));
    }
    this.#screen[Symbol.dispose]();
    return this.#bytes;
  }

  /** The first row of the viewport, counted from the first row ever. */
  #top(): number {
    return this.#trimmed + this.#screen.terminal.buffer.normal.baseY;
  }

  async #harvest(): Promise<void> {
    const { normal } = this.#screen.terminal.buffer;
    let top = this.#top();
    // A line that reaches into the viewport may still grow.
    while (top > this.#written && normal.getLine(top - this.#trimmed)?.isWrapped) top--;
    if (top <= this.#written) return;
    const from = Math.max(0, this.#written - this.#trimmed);
    await this.#append(textLines(normal, from, top - this.#trimmed).map(({ text }) => text));
    this.#written = top;
  }

  async #append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const { bytesWritten } = await this.#file.write(`${lines.join("\n")}\n`);
    this.#bytes += bytesWritten;
  }
}

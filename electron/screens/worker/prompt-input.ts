/** Whether something stands behind the prompt of a shell with marks: what was typed there, with whatever keys. */
import type { Terminal } from "@xterm/headless";
import type { NormalRows } from "./normal-rows.ts";
import type { ShellIntegration } from "./shell-integration.ts";
import { cursorPosition, textBefore } from "./screen-text.ts";
import { visibleText } from "./visible-text.ts";

export class PromptInput implements Disposable {
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #subscription: Disposable;
  /** Where the last prompt has ended: a row by its number, and a column. Undefined while a command runs. */
  #start: { readonly row: number; readonly x: number } | undefined;

  constructor(terminal: Terminal, rows: NormalRows, shell: ShellIntegration) {
    this.#terminal = terminal;
    this.#rows = rows;
    this.#subscription = shell.onMark((mark) => (this.#start = mark === "prompt-end" ? rows.cursor : undefined));
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }

  /**
   * Text stands between the prompt and the cursor, or right at the cursor: what is far behind it may be a prompt at the
   * right. Undefined where nobody knows: no prompt shows, it has been moved by a resize, or a job has printed lines behind it.
   */
  get isThere(): boolean | undefined {
    const { normal, active } = this.#terminal.buffer;
    if (!this.#start || active !== normal) return undefined;
    const first = this.#start.row - this.#rows.first;
    const cursor = cursorPosition(this.#terminal);
    if (first < 0 || cursor.row < first) return undefined;
    for (let row = first + 1; row <= cursor.row; row++) if (!normal.getLine(row)?.isWrapped) return undefined;
    const from = this.#start.x;
    const isInRow = cursor.row === first;
    const text = isInRow
      ? visibleText(normal, first, { trim: false, from, to: cursor.x })
      : visibleText(normal, first, { trim: false, from }) + textBefore(normal, first + 1, cursor);
    const atCursor = visibleText(normal, cursor.row, { trim: false, from: cursor.x, to: cursor.x + 1 });
    return (text + atCursor).trim() !== "";
  }

  /** The rows have been numbered anew. */
  handleResize(): void {
    this.#start = undefined;
  }
}

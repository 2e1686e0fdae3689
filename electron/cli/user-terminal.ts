/** The terminal in which the user runs `cotty attach`. It is in raw mode while attached and is restored afterwards. */
import { StringDecoder } from "node:string_decoder";
import { print } from "./output.ts";
import { QueryFilter } from "./query-filter.ts";
import { RESET_MODES } from "./terminal-reset.ts";

/** The largest size that the protocol allows. */
const MAX_COLS = 1000;
const MAX_ROWS = 500;
const USUAL_ROWS = 24;
const USUAL_COLS = 80;

const RESET_COLORS = "\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\";
const SAVE_TITLE = "\x1b[22;0t";
const RESTORE_TITLE = "\x1b[23;0t";
const TO_LAST_ROW = "\x1b[999;1H";

export class UserTerminal {
  readonly #print: (text: string) => void;
  #filter = new QueryFilter();
  readonly #restoreOnExit = (): void => this.restore();
  #isRestored = true;

  /** `write`: what puts text on the terminal. */
  constructor(write = print) {
    this.#print = write;
  }

  /** The terminal's size in cells, within the limits of the protocol. Undefined for a terminal that has been told none, as `script` makes it. */
  get size(): { cols: number; rows: number } | undefined {
    const { columns, rows } = process.stdout;
    if (columns === 0 || rows === 0) return undefined;
    return { cols: Math.min(MAX_COLS, Math.max(2, columns)), rows: Math.min(MAX_ROWS, rows) };
  }

  /** Switches to raw mode and reports each keystroke. Scrolls the present screen up instead of erasing it. */
  enter(onKeys: (text: string) => void, onResize: () => void): void {
    this.#isRestored = false;
    process.once("exit", this.#restoreOnExit);
    process.stdin.setRawMode(true);
    const decoder = new StringDecoder("utf8");
    process.stdin.on("data", (chunk: Buffer) => {
      const text = decoder.write(chunk);
      if (text.length > 0) onKeys(text);
    });
    process.stdout.on("resize", onResize);
    this.#print(`${SAVE_TITLE}${TO_LAST_ROW}${"\n".repeat(this.size?.rows ?? USUAL_ROWS)}\x1b[H`);
  }

  /** Replaces everything on the terminal with a snapshot. Does nothing once the terminal is the shell's again. */
  show(snapshot: string): void {
    if (this.#isRestored) return;
    const reset = this.#reset;
    this.#filter = new QueryFilter();
    this.#print(`${reset}\x1b[H\x1b[2J${this.#filter.push(snapshot)}`);
  }

  /** Shows output. Does nothing once the terminal is the shell's again: the hand-back may still bring some. */
  write(output: string): void {
    if (this.#isRestored) return;
    this.#print(this.#filter.push(output));
  }

  /** The sequences that undo the modes and colors of everything written so far. */
  get #reset(): string {
    const leave = this.#filter.isAlternateScreen ? "\x1b[?1049l" : "";
    return leave + RESET_MODES + (this.#filter.hasSetColors ? RESET_COLORS : "");
  }

  /** Says something in the last rows, over what is there. `show` takes it away. Does nothing once the terminal is the shell's again. */
  notice(text: string): void {
    if (this.#isRestored) return;
    const { cols, rows } = this.size ?? { cols: USUAL_COLS, rows: USUAL_ROWS };
    const lines = (text.match(new RegExp(`.{1,${cols}}`, "gu")) ?? []).slice(0, rows);
    const drawn = lines.map((line, index) => `\x1b[${rows - lines.length + index + 1};1H\x1b[2K${line}`);
    this.#print(`\x1b7\x1b[?6l\x1b[0;7m${drawn.join("")}\x1b8`);
  }

  /** Rings, unless the terminal is the shell's again. */
  bell(): void {
    if (this.#isRestored) return;
    this.#print("\x07");
  }

  /** Restores the modes, the main screen and line input. The shell's prompt will appear below the session's text. */
  restore(): void {
    if (this.#isRestored) return;
    this.#isRestored = true;
    process.off("exit", this.#restoreOnExit);
    this.#print(`${this.#reset}${RESTORE_TITLE}${TO_LAST_ROW}\r\n`);
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }
}

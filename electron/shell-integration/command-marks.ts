/**
 * Reads the marks of a shell with integration from its output (shell-scripts.ts
 * says what they are). Marks without the nonce are a program's own, and do not count.
 */
import { Emitter } from "../../shared/emitter.ts";
import type { OutputText } from "../../shared/output-text.ts";
import { ownCopy } from "../../shared/own-copy.ts";
import { sanitized } from "../../shared/sanitized.ts";

/** A command that has ended. Its output is from `from` to `to`, in offsets. */
export type FinishedCommand = { readonly from: number; readonly to: number; readonly exitCode: number };

/** Where the shell is. */
export type ShellState =
  | { readonly kind: "starting" }
  /** The shell takes a command. Its prompt is between these offsets, and has been there since `at`, on the clock of `performance.now`; `status` is how the last command ended. */
  | {
      readonly kind: "prompt";
      readonly from: number;
      readonly to: number;
      readonly at: number;
      readonly status: number;
      /** Where the prompt before it stood. */
      readonly before?: { readonly from: number; readonly to: number };
    }
  /** A command runs; its output begins at this offset. */
  | { readonly kind: "running"; readonly from: number };

/** A sequence is shorter than this; one that is not is none of ours. */
const MAX_SEQUENCE = 16_384;
const MARK =
  /\x1b\](?:133;([ABCD])(?:;(\d+))?;cotty=([0-9a-f]+)(?:;s=(\d+))?|7;file:\/\/[^/\x07\x1b]*(\/[^\x07\x1b]*))(?:\x07|\x1b\\)/g;

export class CommandMarks implements Disposable {
  readonly #nonce: string;
  readonly #onMark = new Emitter<ShellState>();
  /** The shell is at a prompt now, or runs a command. */
  readonly onMark = this.#onMark.event;
  readonly #onFinished = new Emitter<FinishedCommand>();
  readonly onFinished = this.#onFinished.event;
  #state: ShellState = { kind: "starting" };
  #lastExitCode: number | undefined;
  #folder: string | undefined;
  /** Of the latest OSC 7. It counts once a mark of ours follows: a program in the shell may print one, too. */
  #nextFolder: string | undefined;
  #promptFrom = 0;
  #lastPrompt: { readonly from: number; readonly to: number } | undefined;
  /** The beginning of a sequence that the next output ends. */
  #held = "";

  constructor(nonce: string) {
    this.#nonce = nonce;
  }

  get state(): ShellState {
    return this.#state;
  }

  /** How the last command ended. */
  get lastExitCode(): number | undefined {
    return this.#lastExitCode;
  }

  /** The shell's working directory. */
  get folder(): string | undefined {
    return this.#folder;
  }

  /** Takes output, all of it and in order. */
  handleOutput({ offset, text }: { readonly offset: number; readonly text: OutputText }): void {
    if (this.#held === "" && !hasEscape(text)) return;
    const all = this.#held + text.toString();
    const start = offset - this.#held.length;
    let end = 0;
    for (const match of all.matchAll(MARK)) {
      end = match.index + match[0].length;
      this.#handleMark(match, start + match.index, start + end);
    }
    const open = all.lastIndexOf("\x1b]");
    const isOpen = open >= end && !/[\x07]|\x1b\\/.test(all.slice(open)) && all.length - open < MAX_SEQUENCE;
    this.#held = isOpen ? ownCopy(all.slice(open)) : all.endsWith("\x1b") ? "\x1b" : "";
  }

  [Symbol.dispose](): void {
    this.#onMark[Symbol.dispose]();
    this.#onFinished[Symbol.dispose]();
  }

  #handleMark([, kind, exitCode, nonce, status, folder]: RegExpExecArray, from: number, to: number): void {
    if (folder !== undefined) this.#nextFolder = decoded(folder);
    if (nonce !== this.#nonce) return;
    if (kind === "C") this.#enter({ kind: "running", from: to });
    if (kind === "D") this.#finish(from, Number(exitCode ?? 0));
    if (kind === "A") {
      // The user has replaced the hooks that mark the end of a command: the prompt marks it, too.
      this.#finish(from, Number(status ?? 0));
      this.#beginPrompt(from, Number(status ?? 0));
    }
    if (kind === "B") this.#enter(this.#prompt(from));
  }

  #beginPrompt(from: number, status: number): void {
    this.#promptFrom = from;
    this.#lastExitCode = status;
    this.#folder = this.#nextFolder ?? this.#folder;
  }

  #prompt(to: number): ShellState {
    const before = this.#lastPrompt;
    this.#lastPrompt = { from: this.#promptFrom, to };
    return {
      kind: "prompt",
      ...this.#lastPrompt,
      at: performance.now(),
      status: this.#lastExitCode ?? 0,
      ...(before && { before }),
    };
  }

  #finish(to: number, exitCode: number): void {
    this.#lastExitCode = exitCode;
    if (this.#state.kind !== "running") return;
    const { from } = this.#state;
    // The prompt has not been drawn yet: whoever types now types ahead.
    this.#state = { kind: "starting" };
    this.#onFinished.fire({ from, to, exitCode });
  }

  #enter(state: ShellState): void {
    this.#state = state;
    this.#onMark.fire(state);
  }
}

function decoded(path: string): string | undefined {
  try {
    return sanitized(decodeURIComponent(path));
  } catch {
    return undefined;
  }
}

/** A flood's bytes need not become text for this. */
function hasEscape(text: OutputText): boolean {
  return typeof text === "string" ? text.includes("\x1b") : text.bytes.includes(0x1b);
}

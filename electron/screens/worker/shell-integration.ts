/**
 * The marks of a shell with integration (OSC 133, FinalTerm's): `A` a prompt
 * begins, `B` the prompt ends and input begins, `C` a command runs, `D` the
 * command has ended. Any program may print them, so they say when to look, no
 * more.
 */
import type { Terminal } from "@xterm/headless";
import { Emitter } from "../../../shared/emitter.ts";

export type ShellMark = "command-begin" | "command-end" | "prompt-begin" | "prompt-end";

export class ShellIntegration implements Disposable {
  readonly #onMark = new Emitter<ShellMark>((error) => {
    // It is a fault of this screen, not of the thread.
    throw error;
  });
  /** Of a shell that was started with marks. It fires while the screen is parsed: that is as the mark has found it. */
  readonly onMark = this.#onMark.event;
  #prompts = 0;
  #isAtPrompt = false;
  #isRunning = false;
  /** What the marks of this terminal's own shell have in common; see shell-integration/shell-scripts.ts. */
  #nonce: string | undefined;

  constructor(terminal: Terminal) {
    terminal.parser.registerOscHandler(133, (text) => {
      this.#handle(text.charAt(0), /;cotty=(\w+)/.exec(text)?.[1]);
      return true;
    });
  }

  /** How many prompts have been drawn completely. */
  get prompts(): number {
    return this.#prompts;
  }

  /** The last mark is the end of a prompt. */
  get isAtPrompt(): boolean {
    return this.#isAtPrompt;
  }

  /** A command of a shell that was started with marks has begun, and has not ended. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  [Symbol.dispose](): void {
    this.#onMark[Symbol.dispose]();
  }

  /** `nonce`: of a shell that was started with marks. The first one is this terminal's: its shell prints it before it runs anything. Another one's ends no command of that shell. */
  #handle(kind: string, nonce: string | undefined): void {
    this.#isAtPrompt = kind === "B";
    if (kind === "B") this.#prompts++;
    this.#nonce ??= nonce;
    if (nonce !== undefined && nonce === this.#nonce) this.#tell(kind);
  }

  #tell(kind: string): void {
    // A prompt ends a command, too: the user may have replaced the hook that marks the end.
    if (this.#isRunning && (kind === "D" || kind === "A")) {
      this.#isRunning = false;
      this.#onMark.fire("command-end");
    }
    if (kind === "C") {
      this.#isRunning = true;
      this.#onMark.fire("command-begin");
    }
    if (kind === "A") this.#onMark.fire("prompt-begin");
    if (kind === "B") this.#onMark.fire("prompt-end");
  }
}

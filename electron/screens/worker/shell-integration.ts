/**
 * The marks of a shell with integration (OSC 133, FinalTerm's): `A` a prompt
 * begins, `B` the prompt ends and input begins, `C` a command runs, `D` the
 * command has ended. Any program may print them, so they say when to look, no
 * more.
 */
import type { Terminal } from "@xterm/headless";

/** Hears of these while the screen is parsed: it is as the mark has found it. */
export type MarkListener = {
  /** A command has ended. */
  readonly onCommandEnd: () => void;
  readonly onPromptBegin: () => void;
  readonly onPromptEnd: () => void;
};

export class ShellIntegration {
  readonly #listener: MarkListener;
  #prompts = 0;
  #isAtPrompt = false;
  #isRunning = false;

  constructor(terminal: Terminal, listener: MarkListener) {
    this.#listener = listener;
    terminal.parser.registerOscHandler(133, (text) => {
      this.#handle(text.charAt(0), text.includes(";cotty="));
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

  /** `isOurs`: of a shell that was started with marks. Another one's, far away or in a program, ends no command of that shell. */
  #handle(kind: string, isOurs: boolean): void {
    this.#isAtPrompt = kind === "B";
    if (kind === "B") this.#prompts++;
    if (isOurs) this.#tell(kind);
  }

  #tell(kind: string): void {
    if (kind === "C") this.#isRunning = true;
    // A prompt ends a command, too: the user may have replaced the hook that marks the end.
    if (this.#isRunning && (kind === "D" || kind === "A")) {
      this.#isRunning = false;
      this.#listener.onCommandEnd();
    }
    if (kind === "A") this.#listener.onPromptBegin();
    if (kind === "B") this.#listener.onPromptEnd();
  }
}

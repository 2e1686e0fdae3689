/**
 * The marks of a shell with integration (OSC 133, FinalTerm's): `A` a prompt
 * begins, `B` the prompt ends and input begins, `C` a command runs, `D` the
 * command has ended. Any program may print them, so they say when to look, no
 * more.
 */
import type { Terminal } from "@xterm/headless";

export class ShellIntegration {
  readonly #onCommandEnd: () => void;
  #prompts = 0;
  #isAtPrompt = false;
  #isRunning = false;

  /** `onCommandEnd` hears of the end of a command when the screen is as the command has left it. */
  constructor(terminal: Terminal, onCommandEnd: () => void) {
    this.#onCommandEnd = onCommandEnd;
    terminal.parser.registerOscHandler(133, (text) => {
      this.#handle(text.charAt(0));
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

  #handle(kind: string): void {
    if (kind === "B") this.#prompts++;
    this.#isAtPrompt = kind === "B";
    if (kind === "C") this.#isRunning = true;
    // A prompt ends a command, too: the user may have replaced the hook that marks the end.
    if (!this.#isRunning || (kind !== "D" && kind !== "A")) return;
    this.#isRunning = false;
    this.#onCommandEnd();
  }
}

/**
 * The marks of a shell with integration (OSC 133, FinalTerm's): `A` a prompt
 * begins, `B` the prompt ends and input begins, `C` a command runs, `D` the
 * command has ended. Any program may print them, so they say when to look, no
 * more.
 */
import type { Terminal } from "@xterm/headless";

export class ShellIntegration {
  #prompts = 0;
  #isAtPrompt = false;

  constructor(terminal: Terminal) {
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
  }
}

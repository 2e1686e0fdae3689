/**
 * What a shell with integration says of itself (OSC 133, FinalTerm's marks):
 * `A` a prompt begins, `B` it ends and input begins, `C` a command runs, `D` it
 * has ended. Any program may print them, so they tell when to look, no more.
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

  /** How many prompts have been drawn to their end. */
  get prompts(): number {
    return this.#prompts;
  }

  /** The last mark is that of a prompt that is complete. */
  get isAtPrompt(): boolean {
    return this.#isAtPrompt;
  }

  #handle(kind: string): void {
    if (kind === "B") this.#prompts++;
    this.#isAtPrompt = kind === "B";
  }
}

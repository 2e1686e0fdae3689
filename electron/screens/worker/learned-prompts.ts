/**
 * Prompts that are learned from use: where somebody typed a line and pressed
 * Enter, the text before the line was a prompt. A prompt may contain a counter
 * (`In [7]:`), which counts on.
 */

import { endsLikeShellPrompt } from "../../../shared/prompt-shapes.ts";

/** No prompt is longer. The rest of a line that fills the scrollback would take longer to read than all of the output to parse. */
export const MAX_PROMPT = 1000;
/** More prompts are not in use at once: a shell, a debugger in it, a REPL in that. */
const MAX_PROMPTS = 8;

export class LearnedPrompts {
  /** How often a line was entered at each, the latest last. */
  readonly #shapes = new Map<string, number>();
  #latest = "";
  /** The text before the line that is being typed, piece by piece. */
  #begun: string | undefined;

  /** Something is typed after `prefix`. */
  handleInput(prefix: string, typed: string): void {
    this.#begun ??= prefix;
    if (!/[\r\n]/.test(typed)) return;
    this.#learn(this.#begun);
    this.#begun = undefined;
  }

  /** A line was entered last at a prompt that programs come back to: it ends as shells' do, or a line had been entered at it before. */
  get returns(): boolean {
    return endsLikeShellPrompt(this.#latest) || (this.#shapes.get(promptShape(this.#latest)) ?? 0) > 1;
  }

  has(prefix: string): boolean {
    return this.#shapes.has(promptShape(prefix));
  }

  #learn(prefix: string): void {
    this.#latest = prefix;
    if (prefix.trim() === "") return;
    const learned = promptShape(prefix);
    const count = this.#shapes.get(learned) ?? 0;
    this.#shapes.delete(learned);
    this.#shapes.set(learned, count + 1);
    const [oldest] = this.#shapes.keys();
    if (oldest !== undefined && this.#shapes.size > MAX_PROMPTS) this.#shapes.delete(oldest);
  }
}

/** A prompt without its counters and without the indentation that editors put behind it: all its numbers are 0. */
export function promptShape(prefix: string): string {
  // What a program prints before the cursor may be as long as the scrollback.
  const shape = prefix.slice(-MAX_PROMPT).replace(/\d+/g, "0");
  const end = shape.trimEnd();
  return end.length < shape.length ? `${end} ` : shape;
}

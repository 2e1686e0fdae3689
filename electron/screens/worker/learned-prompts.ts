/**
 * Prompts that are learned from use: where somebody typed a line and pressed
 * Enter, the text before the line was a prompt. A prompt may contain a counter
 * (`In [7]:`), which counts on.
 */

/** More prompts are not in use at once: a shell, a debugger in it, a REPL in that. */
const MAX_PROMPTS = 8;

export class LearnedPrompts {
  readonly #shapes = new Set<string>();
  /** The text before the line that is being typed, piece by piece. */
  #begun: string | undefined;

  /** Something is typed after `prefix`. */
  handleInput(prefix: string, typed: string): void {
    this.#begun ??= prefix;
    if (!/[\r\n]/.test(typed)) return;
    this.#learn(this.#begun);
    this.#begun = undefined;
  }

  has(prefix: string): boolean {
    return this.#shapes.has(promptShape(prefix));
  }

  #learn(prefix: string): void {
    if (prefix.trim() === "") return;
    const learned = promptShape(prefix);
    this.#shapes.delete(learned);
    this.#shapes.add(learned);
    const [oldest] = this.#shapes;
    if (oldest !== undefined && this.#shapes.size > MAX_PROMPTS) this.#shapes.delete(oldest);
  }
}

/** A prompt without its counters: all its numbers are 0. */
export function promptShape(prefix: string): string {
  return prefix.replace(/\d+/g, "0");
}

/**
 * Prompts learned from use: where somebody typed a line and pressed Enter, the
 * text before it was a prompt. A counter in one (`In [7]:`) counts on.
 */

/** A shell, a debugger in it, a REPL in that: more are not in use at once. */
const MAX_PROMPTS = 8;

export class LearnedPrompts {
  readonly #shapes = new Set<string>();
  /** What stood before a line that is being typed piece by piece. */
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

/** The same for a prompt whatever its counters say. */
export function promptShape(prefix: string): string {
  return prefix.replace(/\d+/g, "0");
}

/** The line of the normal buffer in which the cursor was when a baseline was made: a prompt, often. */

export class BaselineLine {
  /** All of it. */
  readonly text: string;
  /** Up to the cursor. */
  readonly prompt: string;
  /** What of the prompt still stands there. What is new comes after it. */
  prefix: string;
  /** The screen has been cleared since, and the line with it. */
  wasCleared = false;
  /** The line when it was about to be erased, from the viewport or from the scrollback. */
  erased: string | undefined;

  constructor(text: string, prompt: string) {
    this.text = text;
    this.prompt = prompt;
    this.prefix = prompt;
  }

  /** What stood to the right of the cursor, as a right prompt does. */
  get right(): string {
    return this.text.slice(this.prompt.length).trimStart();
  }

  /** The same stands to the right, in the same place, of what this line is now. */
  hasRight(now: string): boolean {
    return now.startsWith(this.right, this.#rightAt);
  }

  hasPrefix(now: string): boolean {
    return now.padEnd(this.prefix.length).startsWith(this.prefix);
  }

  afterPrefix(now: string): string {
    return this.hasPrefix(now) ? now.slice(this.prefix.length) : now;
  }

  /** What is new in what this line is now: `now`, of which the cursor has these characters before it. Blanks up to there count. */
  newsIn(now: string, beforeCursor: number): string {
    const isFollowed = now.trimEnd().length > this.text.length;
    const keepsRight = this.right !== "" && this.hasRight(now) && !isFollowed && !this.wasCleared;
    if (!keepsRight || !this.hasPrefix(now)) return this.afterPrefix(now);
    const left = now.slice(0, this.#rightAt);
    return this.afterPrefix(left.slice(0, Math.max(left.trimEnd().length, beforeCursor)));
  }

  /** The viewport is about to be cleared. */
  handleClear(): void {
    this.wasCleared = true;
    this.prefix = "";
  }

  get #rightAt(): number {
    return this.text.length - this.right.length;
  }
}

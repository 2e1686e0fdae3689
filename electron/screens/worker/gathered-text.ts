/** Text on its way to whoever takes it, without what stood in its first line before it began. */

export class GatheredText {
  readonly #take: (text: string) => void;
  #text = "";
  /** What stood before the cursor when the text began. */
  #prefix = "";

  /** `take` gets the text as it comes; a line may come in pieces. */
  constructor(take: (text: string) => void) {
    this.#take = take;
  }

  /** Whether the last line has not ended. */
  get isInLine(): boolean {
    return this.#text !== "" && !this.#text.endsWith("\n");
  }

  /** What was added is not part of the text, nor is `prefix`, which its first line begins with. */
  begin(prefix: string): void {
    this.#text = "";
    this.#prefix = prefix;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Removes the blanks at the end. */
  trimBlanks(): void {
    let end = this.#text.length;
    while (this.#text[end - 1] === " ") end--;
    this.#text = this.#text.slice(0, end);
  }

  /** Hands on what was added. Keeps the first line back until it is certain whether it still begins with the prefix. */
  handOn(isEnd = false): void {
    const prefix = this.#prefix;
    if (prefix !== "") {
      if (!isEnd && this.#text.length < prefix.length && !this.#text.includes("\n")) return;
      this.#prefix = "";
      const [line = ""] = this.#text.split("\n", 1);
      if (line.padEnd(prefix.length).startsWith(prefix)) this.#text = this.#text.slice(Math.min(prefix.length, line.length));
    }
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    this.#take(text);
  }
}

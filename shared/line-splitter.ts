/** Splits text that comes in pieces into lines, however long one of them is. */
export class LineSplitter {
  /** Pieces are added, which copies nothing: text is joined when its line is complete. */
  #rest: string;

  /** `rest`: the beginning of the first line, if it has come before. */
  constructor(rest = "") {
    this.#rest = rest;
  }

  /** The beginning of the line that has not ended. */
  get rest(): string {
    return this.#rest;
  }

  /** The lines that the next piece ends, without their line feeds. */
  push(text: string): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      lines.push(this.takeRest() + text.slice(from, end));
      from = end + 1;
    }
    this.#rest += text.slice(from);
    return lines;
  }

  /** Takes what has come of the last line. What follows begins a line. */
  takeRest(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest;
  }
}

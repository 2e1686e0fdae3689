/** Those who go one after the other, in the order in which they have joined. */
export class WaitingLine {
  #last: Promise<void> = Promise.resolve();

  /** Joins the end of the line. The next one's turn comes when the place is disposed of. */
  join(): LinePlace {
    const turn = this.#last;
    let leave = (): void => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    this.#last = turn.then(() => left);
    return { turn, [Symbol.dispose]: leave };
  }
}

export type LinePlace = Disposable & {
  /** Resolves when all who have joined before have left. */
  readonly turn: Promise<void>;
};

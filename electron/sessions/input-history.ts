/** What was last typed into a session, with who typed it and as much of the text as may be shown. */
import type { ClientInfo } from "../../shared/protocol.ts";
import type { ShownInput } from "./session-recording.ts";

/** One thing that was typed. */
export type InputEntry = {
  readonly atMs: number;
  /** The same on the clock of `performance.now`, which tells what came first. */
  readonly at: number;
  readonly client: ClientInfo;
  readonly shown: ShownInput;
  /** Names its line on the screen. Absent when it goes on in the line of the entry before. */
  readonly mark?: number;
};

/** How many inputs are kept; the inspector looks back no further. */
const MAX_ENTRIES = 200;

export class InputHistory {
  readonly #entries: InputEntry[] = [];
  readonly #onLine: (mark: number) => void;
  #lastMark = 0;

  /** `onLine` hears of each line that begins, before anything of it is listed. */
  constructor(onLine: (mark: number) => void = () => {}) {
    this.#onLine = onLine;
  }

  /** Oldest first. The list stays the same one and changes as people and agents type. */
  get entries(): readonly InputEntry[] {
    return this.#entries;
  }

  /**
   * Begins an entry. Call the result with each part of the input that the
   * terminal takes: text and the Enter after it are one input. An input of which
   * nothing is taken is not listed.
   */
  begin(client: ClientInfo): (part: ShownInput) => void {
    const now = { atMs: Date.now(), at: performance.now() };
    const parts: ShownInput[] = [];
    const shown = {
      get recordable() {
        return parts.map((part) => part.recordable).join("");
      },
      hide: (isPart = false) => {
        for (const [index, part] of parts.entries()) part.hide(isPart || index > 0);
      },
    };
    return (part) => {
      if (parts.length === 0) this.#add({ ...now, client, shown });
      parts.push(part);
    };
  }

  #add(entry: InputEntry): void {
    const before = this.#entries.at(-1);
    const goesOn = before?.client.id === entry.client.id && !/[\r\n]$/.test(before.shown.recordable);
    if (!goesOn) this.#onLine(++this.#lastMark);
    this.#entries.push(goesOn ? entry : { ...entry, mark: this.#lastMark });
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }
}

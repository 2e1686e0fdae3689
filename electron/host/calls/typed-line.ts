/** Notes on the screen what a person types, key by key. */
import type { CalledSession } from "./called-session.ts";

/** Keys that end a line: Enter, Ctrl+C, Ctrl+D, Ctrl+U, Ctrl+Z. */
const ENDS_LINE = /[\r\n\x03\x04\x15\x1a]/;
/** A full-screen program may get keys for hours without one that ends a line. */
const MAX_LINE = 1024;

type NotedSession = Pick<CalledSession, "noteInput"> & { readonly screen: Pick<CalledSession["screen"], "addInput"> };

/**
 * A wait counts from the last input, so each input makes a baseline on the
 * screen. That costs the screen's worker more than the echo of a key. Where no
 * automation has driven or waited, no wait counts from a key in the middle of a
 * line: there only the line's first key makes a baseline, and learns the prompt.
 * The rest of the line is added to it in one message, when the line ends.
 */
export class TypedLine {
  readonly #session: NotedSession;
  /** What was typed after the line's first key and has not been added; undefined between two lines. */
  #rest: string | undefined;

  constructor(session: NotedSession) {
    this.#session = session;
  }

  /** This is about to be typed. */
  note(typed: string): void {
    if (this.#rest === undefined) {
      this.#session.noteInput(typed);
      this.#rest = "";
    } else {
      this.#rest += typed;
    }
    if (ENDS_LINE.test(typed) || this.#rest.length > MAX_LINE) this.end();
  }

  /** Somebody may wait from here on: the screen must know all that was typed. */
  end(): void {
    if (this.#rest) this.#session.screen.addInput(this.#rest);
    this.#rest = undefined;
  }
}

/**
 * Which session is shown inside which: somebody runs `cotty attach` in a session's
 * terminal. A session that is shown in itself, directly or through others, would
 * print its own screen for ever.
 */
import { HostError } from "../../shared/errors.ts";
import type { Session } from "../sessions/session.ts";

type Showing = { readonly shown: Session; readonly within: Session };

export class Showings {
  readonly #showings = new Set<Showing>();

  /** Notes that `shown` is shown in the terminal of `within`, until the result is disposed. Throws `bad-request` for a circle. */
  add(shown: Session, within: Session): Disposable {
    if (this.#leadsTo(within, shown)) {
      throw new HostError(
        "bad-request",
        `Session ${shown.id} would show itself: this terminal is part of it. Attach from a terminal outside of it`,
      );
    }
    const showing = { shown, within };
    this.#showings.add(showing);
    return { [Symbol.dispose]: () => void this.#showings.delete(showing) };
  }

  /** Whether what `from` prints appears in `to`. There is no circle among the showings, so this ends. */
  #leadsTo(from: Session, to: Session): boolean {
    if (from === to) return true;
    return [...this.#showings].some(({ shown, within }) => shown === from && this.#leadsTo(within, to));
  }
}

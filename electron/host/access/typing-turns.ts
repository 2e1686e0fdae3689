/**
 * Turns of typing: the keys of one person in one session, up to the next effect of
 * anything else there, or up to a long pause. The audit has one row for a turn, so
 * that typing cannot push older rows out. What was typed is in the recording.
 */

/** After this time without a key, the next one begins a turn. */
const PAUSE_MS = 10 * 60_000;
/** Turns that are remembered, one for each session. Beyond these the one that began first is forgotten. */
const MAX_TURNS = 1000;

export class TypingTurns {
  /** By session: who types there, and when they typed last. */
  readonly #turns = new Map<string, { readonly client: string; readonly typedAtMs: number }>();

  /** A person types into a session. Returns whether a turn begins with that. */
  type(session: string, client: string, nowMs: number): boolean {
    const turn = this.#turns.get(session);
    const goesOn = turn?.client === client && nowMs - turn.typedAtMs < PAUSE_MS;
    this.#turns.set(session, { client, typedAtMs: nowMs });
    const [oldest] = this.#turns.keys();
    if (oldest !== undefined && this.#turns.size > MAX_TURNS) this.#turns.delete(oldest);
    return !goesOn;
  }

  /** Something else has had an effect on the session, such as a hand-back or an agent's input. */
  end(session: string): void {
    this.#turns.delete(session);
  }
}

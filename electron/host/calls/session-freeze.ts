/**
 * A session that stands still: who has frozen it, and who may type or let it go on
 * meanwhile. An agent may freeze its own session and let it go on, but not one
 * that a person has frozen.
 */
import { hasPersonBehind, personName } from "../../../shared/client-kind.ts";
import type { ClientInfo, SessionInfo } from "../../../shared/protocol.ts";
import type { KnownAttention } from "../shown-attention.ts";
import type { Session } from "../../sessions/session.ts";
import { SessionError } from "../../sessions/session-error.ts";

export class SessionFreeze {
  readonly #session: Session;
  #frozen: { readonly by: ClientInfo; readonly sinceMs: number } | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** What clients are told; undefined while the program runs, and after its end. */
  get info(): SessionInfo["frozen"] {
    if (!this.#frozen || !this.#session.isFrozen) return undefined;
    return { by: this.#frozen.by.name, sinceMs: this.#frozen.sinceMs };
  }

  /** The state while the program stands still: it neither works nor can it read an answer. */
  get known(): KnownAttention | undefined {
    const { info } = this;
    if (!info) return undefined;
    const reason = `frozen by ${personName({ name: info.by })}`;
    return { attention: { state: "idle", reason }, nameless: "frozen", sinceMs: info.sinceMs };
  }

  /** How other clients call who has frozen it. */
  get by(): string | undefined {
    return this.info && personName({ name: this.info.by });
  }

  /** Throws `session-frozen` for a client that may not type while the program stands still. */
  checkTyping(client: ClientInfo): void {
    if (!hasPersonBehind(client) && this.by !== undefined) throw this.error("Nothing was typed");
  }

  /** Stops the program where it stands. Throws `session-ended`. */
  async freeze(by: ClientInfo): Promise<void> {
    this.#session.checkRunning();
    if (!this.info || hasPersonBehind(by)) this.#frozen = { by, sinceMs: this.info?.sinceMs ?? Date.now() };
    await this.#session.freeze();
  }

  /** Throws `session-frozen` for an agent if a person has frozen the session. */
  checkResumable(client: ClientInfo): void {
    this.#session.checkRunning();
    if (this.#frozen && this.info && hasPersonBehind(this.#frozen.by) && !hasPersonBehind(client))
      throw this.error("It stays frozen");
  }

  /** What automation is told, and what therefore did not happen. */
  error(refused: string): SessionError {
    const who = this.by ?? "somebody";
    const next = "You can still read and stop it. It goes on when they resume it";
    return new SessionError(
      "session-frozen",
      (session) => `${who} has frozen ${session}: its program stands still. ${refused}. ${next}`,
    );
  }
}

/**
 * Who may type into a session. A person acquires the lease by typing or by a
 * takeover, and keeps it until a hand-back or until their connection ends.
 * Automation is refused meanwhile, with the reason. Clients of automation share
 * the lease among themselves.
 */
import { isPerson, WINDOW_PERSON } from "../../../shared/client-kind.ts";
import { HostError } from "../../../shared/errors.ts";
import type { ClientInfo, Driver } from "../../../shared/protocol.ts";

const NOT_TYPED = "Nothing was typed";

export class InputLease {
  readonly #sessionId: string;
  #driver: Driver | undefined;
  /** The automation that drove before a person took over. It becomes the driver again. */
  #before: ClientInfo | undefined;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  get driver(): Driver | undefined {
    return this.#driver;
  }

  /** Throws `lease-held` if `client` may not type now. `refused` says what therefore did not happen. */
  check(client: ClientInfo, refused = NOT_TYPED): void {
    if (!isPerson(client)) this.checkFree(client, refused);
  }

  /** Throws `lease-held` if a person other than `client` holds the lease. `refused` says what therefore did not happen. */
  checkFree(client: ClientInfo, refused = NOT_TYPED): void {
    const driver = this.#driver;
    if (driver?.held && driver.client.id !== client.id) throw this.heldError(driver, refused);
  }

  /**
   * `client` types, or asks to drive. `tookOver`: a person who did not hold the
   * lease holds it now. Throws `lease-held`.
   */
  acquire(client: ClientInfo, nowMs: number): { driver: Driver; tookOver: boolean } {
    this.check(client);
    const before = this.#driver;
    const held = isPerson(client);
    if (before?.client.id === client.id && before.held === held) return { driver: before, tookOver: false };
    if (held && before && !isPerson(before.client)) this.#before = before.client;
    const driver = { client, sinceMs: nowMs, held };
    this.#driver = driver;
    return { driver, tookOver: held };
  }

  /** Hands the lease back. Any person may hand back what another person holds. Returns whether anything changed. */
  release(client: ClientInfo, nowMs: number): boolean {
    const driver = this.#driver;
    if (!driver?.held || (driver.client.id !== client.id && !isPerson(client))) return false;
    this.#driver = this.#before && { client: this.#before, sinceMs: nowMs, held: false };
    this.#before = undefined;
    return true;
  }

  /** The client's connection has ended. Returns whether anything changed. */
  handleClientGone(client: ClientInfo, nowMs: number): boolean {
    return this.#driver?.client.id === client.id && this.release(client, nowMs);
  }

  /** Says to automation that the driver, a person, holds the lease, and what therefore did not happen. */
  heldError(driver: Driver, refused = NOT_TYPED): HostError {
    const since = new Date(driver.sinceMs).toTimeString().slice(0, 8);
    const { name, kind } = driver.client;
    const who = name === WINDOW_PERSON ? `A person (${kind})` : `${name} (a person, ${kind})`;
    return new HostError(
      "lease-held",
      `${who} has the keyboard of ${this.#sessionId}, taken at ${since}. ` +
        `${refused}. You can still read. Ask them to hand it back, then try again`,
    );
  }
}

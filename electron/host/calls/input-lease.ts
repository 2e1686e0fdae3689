/**
 * Who may type into a session. A person takes the keyboard by typing or by
 * taking over, and keeps it until handing it back or leaving; meanwhile
 * automation is refused, with the reason. Automation among itself shares.
 */
import { isPerson } from "../../../shared/client-kind.ts";
import { HostError } from "../../../shared/errors.ts";
import type { ClientInfo, Driver } from "../../../shared/protocol.ts";

export class InputLease {
  readonly #sessionId: string;
  #driver: Driver | undefined;
  /** Who drove before the person took over: who it goes back to. */
  #before: ClientInfo | undefined;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  get driver(): Driver | undefined {
    return this.#driver;
  }

  /** Throws `lease-held` if `client` may not type now. */
  check(client: ClientInfo): void {
    if (!isPerson(client)) this.checkFree(client);
  }

  /** Throws `lease-held` if a person other than `client` holds it. */
  checkFree(client: ClientInfo): void {
    const driver = this.#driver;
    if (driver?.held && driver.client.id !== client.id) throw this.heldError(driver);
  }

  /**
   * `client` types or asks to drive. `tookOver`: a person has taken the lease
   * from somebody else, or for the first time. Throws `lease-held`.
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

  /** Hands back. Any person may hand back what a person holds. Returns whether anything changed. */
  release(client: ClientInfo, nowMs: number): boolean {
    const driver = this.#driver;
    if (!driver?.held || (driver.client.id !== client.id && !isPerson(client))) return false;
    this.#driver = this.#before && { client: this.#before, sinceMs: nowMs, held: false };
    this.#before = undefined;
    return true;
  }

  /** The client's connection has ended. Returns whether anything changed. */
  clientGone(client: ClientInfo, nowMs: number): boolean {
    return this.#driver?.client.id === client.id && this.release(client, nowMs);
  }

  heldError(driver: Driver): HostError {
    const since = new Date(driver.sinceMs).toTimeString().slice(0, 8);
    return new HostError(
      "lease-held",
      `${driver.client.name} (a person, ${driver.client.kind}) has the keyboard of ${this.#sessionId} since ${since}. ` +
        `Nothing was typed. You can still read; ask them to hand it back, then try again`,
    );
  }
}

/**
 * Who may type into a session. A person takes the keyboard by typing or by
 * taking over, and keeps it until handing it back or leaving; meanwhile
 * automation is refused, with the reason. Automation among itself shares.
 */
import { HostError } from "../../../shared/errors.ts";
import type { ClientInfo, ClientKind, Driver } from "../../../shared/protocol.ts";

/** A person at a keyboard, not a program acting for one. */
export function isPerson(kind: ClientKind): boolean {
  return kind === "window" || kind === "attach";
}

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
    if (!isPerson(client.kind)) this.checkFree(client);
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
    const held = isPerson(client.kind);
    if (before?.client.id === client.id && before.held === held) return { driver: before, tookOver: false };
    if (held && before && !isPerson(before.client.kind)) this.#before = before.client;
    const driver = { client, sinceMs: nowMs, held };
    this.#driver = driver;
    return { driver, tookOver: held };
  }

  /** Hands back. Any person may hand back what a person holds. Returns whether anything changed. */
  release(client: ClientInfo, nowMs: number): boolean {
    const driver = this.#driver;
    if (!driver?.held || (driver.client.id !== client.id && !isPerson(client.kind))) return false;
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

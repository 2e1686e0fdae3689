/**
 * Who may type into a session now: a state machine without timers, told the time
 * by its caller. docs/protocol.md, "Who may type", has its table of events.
 *
 * - `agent`: automation types, and shares the lease among itself. A person's
 *   keystroke takes the lease.
 * - `shared`: people and automation both type. Nobody takes anything by typing.
 * - `person`: one person holds the lease. Automation is refused, with the reason.
 * - `read-only`: nobody types.
 */
import { hasPersonBehind, isPerson, isSameClient, personName, WINDOW_PERSON } from "../../../shared/client-kind.ts";
import { isSignalInput } from "../../../shared/key-sequences.ts";
import type { ClientInfo, Driver, Lease, LeaseMode } from "../../../shared/protocol.ts";
import { SessionError } from "../../sessions/session-error.ts";

const NOT_TYPED = "Nothing was typed";
/** After these, the line that a person typed is complete: Enter, Ctrl+C, Ctrl+D, Ctrl+U, Ctrl+Z. */
const ENDS_LINE = /[\r\n\x03\x04\x15\x1a]$/;

export type LeaseSettings = {
  /** A person's keystroke takes the lease from an agent. If false, a person takes it only by a takeover. */
  readonly typingTakesOver: boolean;
  /** After this time without a keystroke, a lease that was taken by typing offers itself back. Undefined: never. */
  readonly idleMs: number | undefined;
};

type FreeMode = "agent" | "shared";

type State =
  | { readonly kind: "free"; readonly mode: FreeMode; readonly sinceMs: number }
  | {
      readonly kind: "person";
      readonly holder: ClientInfo;
      readonly sinceMs: number;
      /** Taken by a takeover: however idle, the lease is not offered. */
      readonly isKept: boolean;
      readonly typedAtMs: number;
      /** Half a line stands there. An agent's text would go on with it, so the lease is not offered. */
      readonly isMidLine: boolean;
      readonly back: FreeMode;
    }
  | { readonly kind: "read-only"; readonly by: ClientInfo; readonly sinceMs: number };

export class InputLease {
  readonly #settings: () => LeaseSettings;
  #state: State = { kind: "free", mode: "agent", sinceMs: 0 };
  /** Who typed last while nobody held the lease. */
  #typedLast: Driver | undefined;

  constructor(settings: () => LeaseSettings) {
    this.#settings = settings;
  }

  get mode(): LeaseMode {
    return this.#state.kind === "free" ? this.#state.mode : this.#state.kind;
  }

  /** Another object after each change, and after each keystroke of the person who holds the lease. */
  get version(): object {
    return this.#state;
  }

  /** Who drives: the person who holds the lease, or else who typed last. */
  get driver(): Driver | undefined {
    const state = this.#state;
    if (state.kind !== "person") return this.#typedLast;
    return { client: state.holder, sinceMs: state.sinceMs, held: true };
  }

  /** What clients are told of it. Undefined in the mode `agent`, in which every session begins. */
  info(nowMs: number): Lease | undefined {
    const state = this.#state;
    if (state.kind === "free") return state.mode === "agent" ? undefined : { mode: state.mode, sinceMs: state.sinceMs };
    if (state.kind === "read-only") return { mode: "read-only", by: state.by, sinceMs: state.sinceMs };
    const { holder, sinceMs, isKept } = state;
    return {
      ...{ mode: "person", by: holder, sinceMs },
      ...(isKept && { kept: true }),
      ...(this.isOffered(nowMs) && { offered: true }),
    };
  }

  /** Whether a person holds the lease and has not typed for so long that automation may take it back. */
  isOffered(nowMs: number): boolean {
    const atMs = this.offeredAtMs;
    return atMs !== undefined && nowMs >= atMs;
  }

  /** When the lease will offer itself back if its holder goes on not typing. Undefined: not at all. */
  get offeredAtMs(): number | undefined {
    const state = this.#state;
    const { idleMs } = this.#settings();
    if (state.kind !== "person" || state.isKept || state.isMidLine || idleMs === undefined) return undefined;
    return state.typedAtMs + idleMs;
  }

  /** Whether `client` would be refused now, for a reason that passes: a person's lease, or read-only. */
  isClosedTo(client: ClientInfo, nowMs: number): boolean {
    const state = this.#state;
    if (state.kind === "read-only") return true;
    return state.kind === "person" && !isPerson(client) && !isSameClient(state.holder, client) && !this.isOffered(nowMs);
  }

  /** Throws `lease-held` if a person other than `client` holds the lease. `refused` says what therefore did not happen. */
  checkFree(client: ClientInfo, refused = NOT_TYPED): void {
    const state = this.#state;
    if (state.kind === "person" && !isSameClient(state.holder, client)) throw this.closedError(refused);
  }

  /** Throws `lease-held` in a read-only session. */
  checkWritable(refused: string): void {
    if (this.mode === "read-only") throw this.closedError(refused);
  }

  /**
   * `client` is about to type `typed`. `tookOver`: a person who did not hold the
   * lease holds it now. `tookBack`: automation has taken back a lease that was
   * offered. Throws `lease-held`.
   */
  type(client: ClientInfo, typed: string, nowMs: number): { readonly tookOver: boolean; readonly tookBack: boolean } {
    const state = this.#state;
    if (this.isClosedTo(client, nowMs)) throw this.closedError();
    if (state.kind === "person" && isSameClient(state.holder, client)) {
      const isMidLine = typed === "" ? state.isMidLine : !ENDS_LINE.test(typed);
      this.#state = { ...state, typedAtMs: nowMs, isMidLine };
      return { tookOver: false, tookBack: false };
    }
    if (isPerson(client) && this.mode !== "shared") {
      if (this.#mustTakeOverFirst()) {
        // A person can always stop a program, whoever drives it.
        if (isSignalInput(typed)) return { tookOver: false, tookBack: false };
        throw this.#drivenError();
      }
      this.#hold(client, { nowMs, isKept: false, isMidLine: !ENDS_LINE.test(typed) });
      return { tookOver: true, tookBack: false };
    }
    const tookBack = state.kind === "person";
    if (tookBack) this.#free(state.back, nowMs);
    this.#noteTyping(client, nowMs);
    return { tookOver: false, tookBack };
  }

  /** A person takes the lease, and holds it until a hand-back. Returns whether another drove before. */
  takeOver(client: ClientInfo, nowMs: number): boolean {
    const state = this.#state;
    const isHolder = state.kind === "person" && isSameClient(state.holder, client);
    if (isHolder) this.#state = { ...state, isKept: true };
    else this.#hold(client, { nowMs, isKept: true, isMidLine: false });
    return !isHolder;
  }

  /** Hands the lease back. Any person may hand back what another person holds. Returns whether anything changed. */
  release(client: ClientInfo, nowMs: number): boolean {
    const state = this.#state;
    if (state.kind !== "person" || !(isSameClient(state.holder, client) || hasPersonBehind(client))) return false;
    this.#free(state.back, nowMs);
    return true;
  }

  /** Sets the mode for everybody. Throws `lease-held` for automation where a person holds the lease or has closed the session. Returns whether anything changed. */
  setMode(mode: Exclude<LeaseMode, "person">, client: ClientInfo, nowMs: number): boolean {
    const state = this.#state;
    const isClosedByPerson = state.kind === "person" || (state.kind === "read-only" && hasPersonBehind(state.by));
    if (isClosedByPerson && !hasPersonBehind(client)) throw this.closedError("The mode stays as it is");
    if (this.mode === mode) return false;
    if (mode === "read-only") this.#state = { kind: "read-only", by: client, sinceMs: nowMs };
    else this.#free(mode, nowMs);
    return true;
  }

  /**
   * The client's connection has ended. A command of the command line that took the
   * lease has long ended too, and holds it on. Returns whether anything changed.
   */
  handleClientGone(client: ClientInfo, nowMs: number): boolean {
    const state = this.#state;
    return state.kind === "person" && state.holder.id === client.id && client.kind !== "cli" && this.release(client, nowMs);
  }

  /** Says who or what keeps a client from typing, and what therefore did not happen. */
  closedError(refused = NOT_TYPED): SessionError {
    const state = this.#state;
    if (state.kind === "read-only") {
      const set = `set by ${personName(state.by)} at ${clock(state.sinceMs)}`;
      const next = "You can still read. A person allows typing again, in the window or with cotty lease";
      return new SessionError("lease-held", (session) => `${session} is read-only for everybody, ${set}. ${refused}. ${next}`);
    }
    const driver = this.driver;
    const who = driver ? describe(driver.client) : "A person";
    const since = driver ? `, taken at ${clock(driver.sinceMs)}` : "";
    const next = "You can still read. Ask them to hand it back, then try again";
    return new SessionError("lease-held", (session) => `${who} has the keyboard of ${session}${since}. ${refused}. ${next}`);
  }

  /** To a person whose typing does not take the lease. */
  #drivenError(): SessionError {
    const by = this.#typedLast?.client.name ?? "An agent";
    return new SessionError("lease-held", (session) => `${by} drives ${session}. ${NOT_TYPED}. Take over first, then type`);
  }

  /** By setting, a person's keystroke does not take the lease from automation that drives. */
  #mustTakeOverFirst(): boolean {
    const { kind } = this.#state;
    return (
      kind === "free" && !this.#settings().typingTakesOver && this.#typedLast !== undefined && !isPerson(this.#typedLast.client)
    );
  }

  #hold(holder: ClientInfo, { nowMs, isKept, isMidLine }: { nowMs: number; isKept: boolean; isMidLine: boolean }): void {
    const state = this.#state;
    const back = state.kind === "person" ? state.back : state.kind === "free" ? state.mode : "agent";
    this.#state = { kind: "person", holder, sinceMs: nowMs, isKept, typedAtMs: nowMs, isMidLine, back };
  }

  #free(mode: FreeMode, nowMs: number): void {
    this.#state = { kind: "free", mode, sinceMs: nowMs };
    if (this.#typedLast) this.#typedLast = { ...this.#typedLast, sinceMs: nowMs };
  }

  /** Nobody holds the lease: who types last is shown as the driver. */
  #noteTyping(client: ClientInfo, nowMs: number): void {
    if (this.#typedLast && isSameClient(this.#typedLast.client, client)) return;
    this.#typedLast = { client, sinceMs: nowMs, held: false };
  }
}

function describe({ name, kind }: ClientInfo): string {
  return name === WINDOW_PERSON ? `A person (${kind})` : `${name} (a person, ${kind})`;
}

function clock(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}

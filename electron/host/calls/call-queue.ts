/**
 * The calls that are about to type, in the order in which they came. Before each,
 * the host may have to ask the terminal whether it hides input, and the screen
 * where a click goes: one whose answer comes sooner must not overtake the
 * one before it.
 *
 * What one client sends is typed in that order. Clients do not wait for each
 * other, but for patient calls: those wait until they may type, and then type in
 * the order in which they came.
 */
import { HostError } from "../../../shared/errors.ts";
import type { ClientInfo } from "../../../shared/protocol.ts";
import { SessionError } from "../../sessions/session-error.ts";

/** A timer of more than this ends at once. In milliseconds. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type CallQueueOptions = {
  /** Whether a client may not type now, for a reason that passes. */
  readonly isClosedTo: (client: ClientInfo) => boolean;
  /** What a client is told that may not. */
  readonly closedError: (refused: string) => HostError;
};

/** How long a call waits for its turn, and what ends that early. */
export type TurnLimits = {
  /** Default: as long as it takes. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
  /** Throws what else keeps the client from typing. */
  readonly check: () => void;
};

export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #places = new Set<CallPlace>();

  constructor(options: CallQueueOptions) {
    this.#options = options;
  }

  /** Whether a call of this client is about to type. */
  has(client: ClientInfo): boolean {
    for (const place of this.#places) if (place.client.id === client.id) return true;
    return false;
  }

  /** Joins the end of the queue. Dispose the place when the input is on its way, or will not come. */
  join(client: ClientInfo, isPatient: boolean): CallPlace {
    const place = new CallPlace(client, isPatient, () => {
      this.#places.delete(place);
      this.call();
    });
    this.#places.add(place);
    return place;
  }

  isTurnOf(place: CallPlace): boolean {
    if (place.isPatient && this.#options.isClosedTo(place.client)) return false;
    for (const other of this.#places) {
      if (other === place) return true;
      const mayTakeLong = other.isPatient && this.#options.isClosedTo(other.client);
      const comesFirst = other.client.id === place.client.id || (other.isPatient && place.isPatient);
      if (comesFirst && !mayTakeLong) return false;
    }
    return true;
  }

  /**
   * Resolves when it is the turn of `place`. Rejects with `lease-held` when the time is over, and says what the turn has
   * waited for; with `bad-request` when the call is given up; and with what `check` throws.
   */
  async whenTurn(place: CallPlace, { timeoutMs = Number.POSITIVE_INFINITY, signal, check }: TurnLimits): Promise<void> {
    const began = performance.now();
    while (!this.isTurnOf(place)) {
      check();
      const leftMs = timeoutMs - (performance.now() - began);
      if (signal.aborted) throw cancelledError();
      if (leftMs <= 0) throw this.#vainError(place, timeoutMs);
      await place.wait(leftMs, signal);
    }
  }

  /** Something has changed: each of them looks again, in order, whether it is its turn. */
  call(): void {
    for (const place of [...this.#places]) place.wake();
  }

  #vainError({ client }: CallPlace, timeoutMs: number): HostError {
    const waited = timeoutMs < 1000 ? `${Math.round(timeoutMs)} ms` : `${Math.round(timeoutMs / 1000)} s`;
    const hasWaited = timeoutMs > 0 && Number.isFinite(timeoutMs);
    const inVain = hasWaited ? `Nothing was typed in ${waited} of waiting` : "Nothing was typed";
    if (this.#options.isClosedTo(client)) return this.#options.closedError(inVain);
    const ahead = "Another call came first, and is about to type into";
    return new SessionError("lease-held", (session) => `${ahead} ${session}. ${inVain}. You can still read. Try again`);
  }
}

/** Of a call that was given up before it has typed anything, or has done the next of its steps. */
export function cancelledError(): HostError {
  return new HostError("bad-request", "The request was cancelled. Nothing was typed");
}

export class CallPlace implements Disposable {
  readonly client: ClientInfo;
  /** It waits until the client may type. Others are refused where it may not. */
  readonly isPatient: boolean;
  readonly #leave: () => void;
  #wake: (() => void) | undefined;

  constructor(client: ClientInfo, isPatient: boolean, leave: () => void) {
    this.client = client;
    this.isPatient = isPatient;
    this.#leave = leave;
  }

  /** Resolves when the queue is called, when the time is over, or when `signal` aborts. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, Math.min(timeoutMs, LONGEST_TIMER_MS));
      signal.addEventListener("abort", wake, { once: true });
      this.#wake = wake;
    });
  }

  wake(): void {
    this.#wake?.();
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}

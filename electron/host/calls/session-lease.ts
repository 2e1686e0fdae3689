/**
 * The lease of one session and all that depends on it: the waits that end with a
 * change, the calls that wait for their turn, what is parked, and the notices to
 * automation of what a person did.
 */
import { hasPersonBehind, isPerson, isSameClient, personName } from "../../../shared/client-kind.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { HostError } from "../../../shared/errors.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { ClientInfo, Driver, LeaseMode, SessionInfo } from "../../../shared/protocol.ts";
import type { InputEntry } from "../../sessions/input-history.ts";
import { type Handback, HandbackNotices, type HandbackReading, withParked } from "./handback-notices.ts";
import { InputLease, type LeaseSettings } from "./input-lease.ts";
import { ParkedInput, type ParkedTyping } from "./parked-input.ts";
import { CallQueue, LONGEST_TIMER_MS } from "./call-queue.ts";
import type { Wait } from "./wait.ts";
import { SessionError } from "../../sessions/session-error.ts";

export type SessionLeaseOptions = {
  /** As they are now. */
  readonly settings: () => LeaseSettings;
  /** What was typed last, oldest first; the list changes as people and agents type. */
  readonly inputs: readonly InputEntry[];
  /** How what is parked is typed. */
  readonly parked: ParkedTyping;
  /** Drops what clients other than this one have queued for the terminal. */
  readonly dropOthers: (client: ClientInfo, error: (wasTyped: string) => HostError) => void;
};

/** What hears of changes of the lease. */
export type TrackedWait = Pick<Wait, "handleLease" | "handleStandstill">;

export class SessionLease implements Disposable {
  readonly #options: SessionLeaseOptions;
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<void>());
  /** The driver, the mode or what is parked has changed. */
  readonly onChanged = this.#onChanged.event;
  readonly #lease: InputLease;
  /** What waits for a person's decision. */
  readonly parked: ParkedInput;
  readonly #notices: HandbackNotices;
  readonly #waits = new Map<TrackedWait, ClientInfo>();
  /** The calls that are about to type. */
  readonly queue = new CallQueue({
    isClosedTo: (client) => this.isClosedTo(client),
    closedError: (refused) => this.#lease.closedError(refused),
  });
  #offerTimer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(options: SessionLeaseOptions) {
    this.#options = options;
    this.#lease = new InputLease(options.settings);
    this.parked = new ParkedInput(this.#lease, options.parked, () => this.#onChanged.fire());
    this.#notices = new HandbackNotices(options.inputs);
  }

  /** What clients are told of it. */
  get info(): Pick<SessionInfo, "driver" | "lease" | "parked"> {
    const { driver } = this.#lease;
    const lease = this.#lease.info(Date.now());
    const parked = this.parked.info;
    return { ...(driver && { driver }), ...(lease && { lease }), ...(parked && { parked }) };
  }

  /** A person holds the lease. */
  get isHeld(): boolean {
    return this.#lease.mode === "person";
  }

  /** Automation has driven this session, or waited in it. */
  get hasReaders(): boolean {
    return this.#notices.hasReaders;
  }

  /** The name of the person who keeps `client` from typing. */
  heldBy(client: ClientInfo): string | undefined {
    const { driver } = this.#lease;
    return driver?.held && !isSameClient(driver.client, client) && !this.#lease.isOffered(Date.now())
      ? personName(driver.client)
      : undefined;
  }

  /** Who has made the session read-only; undefined where it is not. */
  get readOnlyBy(): string | undefined {
    const lease = this.#lease.info(Date.now());
    return lease?.mode === "read-only" && lease.by ? personName(lease.by) : undefined;
  }

  /** Whether `client` would be refused now, for a reason that passes: after the end, nobody's turn comes. */
  isClosedTo(client: ClientInfo): boolean {
    return !this.#hasEnded && this.#lease.isClosedTo(client, Date.now());
  }

  /** `client` is about to type `typed`: makes it the driver where that follows. Throws `lease-held`. */
  type(client: ClientInfo, typed: string): void {
    this.#change(() => {
      const { tookOver, tookBack } = this.#lease.type(client, typed, Date.now());
      if (tookOver) this.#handleTakeover(client);
      else if (tookBack) this.#handleFree("send");
      else if (hasPersonBehind(client)) this.#notices.handlePerson(client, Date.now());
    });
  }

  /**
   * Makes `client` the driver. A person holds the lease from then on; with
   * `takeover` false, only if no other person does. Automation takes a lease back
   * that is offered, and what is parked is typed. Rejects with `lease-held`.
   */
  async acquire(client: ClientInfo, takeover = true): Promise<Driver> {
    const mayHold = isPerson(client) || (takeover && hasPersonBehind(client));
    const looking = mayHold ? undefined : this.parked.look();
    if (looking) await looking;
    if (!takeover) this.#lease.checkFree(client);
    if (mayHold) this.#change(() => this.#lease.takeOver(client, Date.now()) && this.#handleTakeover(client));
    else this.type(client, "");
    return this.#lease.driver ?? { client, sinceMs: Date.now(), held: false };
  }

  /** Hands the lease back, and types what is parked and may be typed. Does nothing when `client` may not. */
  async release(client: ClientInfo): Promise<void> {
    const { version } = this.#lease;
    const looking = this.parked.look();
    if (looking) await looking;
    // Somebody has taken it meanwhile, or types on: that was not handed back.
    if (this.#lease.version !== version) return;
    this.#change(() => this.#lease.release(client, Date.now()) && this.#handleFree("send"));
  }

  /** Sets the mode for everybody. Rejects with `lease-held`, also when the mode changes, or a person takes the lease or types on, while the terminal is asked. */
  async setMode(mode: Exclude<LeaseMode, "person">, client: ClientInfo): Promise<void> {
    const { version } = this.#lease;
    const looking = mode === "read-only" ? undefined : this.parked.look();
    if (looking) await looking;
    if (this.#lease.version !== version) throw this.#changedError(client);
    this.#change(() => {
      const wasClosed = this.isHeld || this.#lease.mode === "read-only";
      if (!this.#lease.setMode(mode, client, Date.now())) return;
      if (mode === "read-only") this.#handleTakeover(client);
      else if (wasClosed) this.#handleFree("send");
    });
  }

  /** The client's connection has ended. Nobody has looked at what is parked: it is dropped. */
  handleClientGone(client: ClientInfo): void {
    this.#change(() => this.#lease.handleClientGone(client, Date.now()) && this.#handleFree("drop"));
  }

  /** Throws `lease-held` in a read-only session. */
  checkWritable(refused: string): void {
    this.#lease.checkWritable(refused);
  }

  /** Throws `lease-held` if a person other than `client` holds the lease. */
  checkFree(client: ClientInfo, refused: string): void {
    this.#lease.checkFree(client, refused);
  }

  /** Throws `lease-held` where `client` may not type now. */
  checkOpen(client: ClientInfo): void {
    if (this.isClosedTo(client)) throw this.#lease.closedError();
  }

  /** Throws `lease-held` where `client` would take an offered lease back with its input: what is parked would be typed before that. */
  checkNothingComesFirst(client: ClientInfo): void {
    if (!this.parked.info || isPerson(client) || !this.#lease.isOffered(Date.now())) return;
    throw new SessionError(
      "lease-held",
      (session) =>
        `What is parked in ${session} is typed before anything new. Nothing was run. ` +
        "Take the keyboard back by typing with stdin, or wait for a person to hand it back. Then run the command",
    );
  }

  /** Ends `wait` when the lease changes, until the result is disposed. */
  track(wait: TrackedWait, client: ClientInfo): Disposable {
    this.#waits.set(wait, client);
    return { [Symbol.dispose]: () => void this.#waits.delete(wait) };
  }

  /** Automation may not type any more, whoever holds the lease: it waits for nothing. */
  endWaits(): void {
    for (const [wait, client] of this.#waits) if (!isPerson(client)) wait.handleStandstill();
    this.queue.call();
  }

  /** This reader drives or waits, so it gets notices from now on. */
  handleReader(reader: string): void {
    const { driver } = this.#lease;
    this.#notices.handleReader(reader, driver?.held ? driver : undefined);
  }

  /** What a person did meanwhile, and what became of this reader's parked writes, to be told once; nothing while a person holds the lease. */
  beginHandback(client: ClientInfo, reader: string): HandbackReading {
    const isOpen = (): boolean => this.heldBy(client) === undefined;
    const notice = isOpen() ? this.#notices.take(reader, client) : undefined;
    const hasNews = notice !== undefined || (isOpen() && this.parked.hasFates(reader));
    const end = (): Handback | undefined =>
      withParked(notice?.(), hasNews || isOpen() ? this.parked.takeFates(reader) : undefined);
    return { hasNews, end };
  }

  /** This notice did not reach its reader, who hears it with the next call. */
  untold(reader: string, handback: Handback): void {
    this.#notices.putBack(reader, handback);
  }

  /** The program has ended: nobody's turn comes any more, and nothing that is parked. */
  handleExit(): void {
    this.#hasEnded = true;
    this.parked.dropAll();
    this.queue.call();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#offerTimer);
    this.#store[Symbol.dispose]();
    this.handleExit();
  }

  /** Makes a change, and tells of it if there was one. */
  #change(make: () => unknown): void {
    const before = this.#fingerprint();
    try {
      make();
    } finally {
      this.#watchOffer();
      if (this.#fingerprint() !== before) {
        this.#onChanged.fire();
        // Those behind a patient call need not wait for it where it has to wait.
        this.queue.call();
      }
    }
  }

  #fingerprint(): string {
    const { driver } = this.#lease;
    const { mode, offered, kept } = this.#lease.info(Date.now()) ?? {};
    return JSON.stringify([driver?.client.id, driver?.held, mode, offered, kept]);
  }

  /** A person has taken the lease, or has closed the session to all. */
  #handleTakeover(by: ClientInfo): void {
    this.#options.dropOthers(by, (typed) => this.#lease.closedError(typed));
    this.#notices.handlePerson(by, Date.now());
    for (const [wait, client] of this.#waits) {
      if (!isPerson(client) && !isSameClient(client, by)) wait.handleLease(true);
    }
  }

  /** Automation may type again. What is parked comes before anything new, unless it may not be typed now: then it stays parked. */
  #handleFree(parked: "send" | "drop"): void {
    if (parked === "send") this.parked.handleFree();
    else this.parked.dropAll();
    this.#offer();
  }

  /** Those who wait for the lease may go on: it is free, or it is theirs for the asking. */
  #offer(): void {
    for (const wait of this.#waits.keys()) wait.handleLease(false);
    this.queue.call();
  }

  #changedError(client: ClientInfo): HostError {
    const refused = "The mode stays as it is";
    this.#lease.checkFree(client, refused);
    return new SessionError(
      "lease-held",
      (session) => `Somebody has typed into ${session} meanwhile, or has changed who may type. ${refused}. Try again`,
    );
  }

  /** When the lease begins to offer itself back, those who wait for it must hear of it. The timer may fire early, because it has another clock, and the time may have been changed meanwhile. */
  #watchOffer(): void {
    clearTimeout(this.#offerTimer);
    const atMs = this.#lease.offeredAtMs;
    if (atMs === undefined || this.#store.isDisposed) return;
    const leftMs = Math.max(0, atMs - Date.now());
    this.#offerTimer = setTimeout(
      () => (this.#lease.isOffered(Date.now()) ? this.#handleOffer() : this.#watchOffer()),
      Math.min(leftMs, LONGEST_TIMER_MS),
    );
  }

  #handleOffer(): void {
    this.#offer();
    this.#onChanged.fire();
  }
}

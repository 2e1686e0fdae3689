/** A session with what the host knows about it: its lease, its waits, and what to tell clients. */
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ClientInfo, Driver, InputPart, SessionInfo, Size, WaitCondition, WaitOutcome } from "../../shared/protocol.ts";
import { attentionOf, type Evidence, nextChangeMs } from "../attention/attention.ts";
import type { Session } from "../sessions/session.ts";
import { hasNoClicks, withClicksAimed } from "./clicks.ts";
import { inputChunks, typedText } from "./input-chunks.ts";
import { InputLease, isPerson } from "./input-lease.ts";
import type { Principal } from "./principal.ts";
import type { SessionAccess } from "./session-access.ts";
import { Wait } from "./waiting.ts";

/** Clients hear of a session at most so often. */
const CHANGE_INTERVAL_MS = 250;
const MAX_LAST_LINE = 200;

export type WriteOptions = { readonly wait?: WaitCondition; readonly reader: string; readonly signal: AbortSignal };

export class HostedSession implements Disposable {
  readonly session: Session;
  readonly access: SessionAccess;
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<void>());
  readonly onChanged = this.#onChanged.event;
  readonly #lease: InputLease;
  readonly #waits = new Map<Wait, ClientInfo>();
  #changeTimer: NodeJS.Timeout | undefined;
  #attentionTimer: NodeJS.Timeout | undefined;
  #changedAt = 0;

  constructor(session: Session, access: SessionAccess) {
    this.session = this.#store.add(session);
    this.access = access;
    this.#lease = new InputLease(access.name);
    this.#store.add(session.onOutput(() => this.#changed()));
    this.#store.add(session.onExit(() => this.#changed()));
    this.#store.add(session.onResize(() => this.#changed()));
    this.#store.add(session.screen.onState(() => this.#changed()));
  }

  info(): SessionInfo {
    const { session } = this;
    const { title, lastLine } = session.screen.state;
    const driver = this.#lease.driver;
    const { sharedWith } = this.access;
    return {
      id: session.id,
      command: session.command,
      cwd: session.cwd,
      pid: session.pid,
      size: session.size,
      title,
      lastLine: printable(lastLine).slice(0, MAX_LAST_LINE),
      ...(driver && { driver }),
      owner: session.owner,
      attention: attentionOf(this.#evidence()),
      ...(session.exit && { exit: session.exit }),
      startedAtMs: session.startedAtMs,
      lastOutputAtMs: session.lastOutputAtMs,
      offset: session.offset,
      recording: session.isRecording,
      ...(sharedWith.length > 0 && { sharedWith }),
    };
  }

  /** Types as `client`, and waits if asked. Throws `lease-held`, `session-ended`, `input-blocked` or `bad-request`. */
  async write(client: ClientInfo, parts: readonly InputPart[], options: WriteOptions): Promise<WaitOutcome | undefined> {
    const { session } = this;
    const input = hasNoClicks(parts) ? parts : await withClicksAimed(session, parts);
    const chunks = inputChunks(input, session.screen.state);
    session.checkRunning();
    this.acquire(client);
    if (!options.wait) {
      session.screen.mark(typedText(input));
      await session.write(client, chunks);
      return undefined;
    }
    const wait = new Wait(session, { ...options, until: options.wait, typed: typedText(input) });
    try {
      await session.write(client, chunks);
    } catch (error) {
      wait.abandon();
      throw error;
    }
    return this.#outcomeOf(wait, client);
  }

  /** Waits for what comes after the last input, or after this reader's last wait. */
  wait(client: ClientInfo, until: WaitCondition, options: Omit<WriteOptions, "wait">): Promise<WaitOutcome> {
    return this.#outcomeOf(new Wait(this.session, { until, ...options }), client);
  }

  /** Makes `client` the driver; without `takeover`, only if nobody else holds the lease. Throws `lease-held`. */
  acquire(client: ClientInfo, takeover = true): Driver {
    if (!takeover) this.#lease.checkFree(client);
    const before = this.#lease.driver;
    const { driver, tookOver } = this.#lease.acquire(client, Date.now());
    if (tookOver) this.#handleTakeover(driver);
    if (driver !== before) this.#changed();
    return driver;
  }

  share(principals: readonly Principal[] | "all"): void {
    this.access.share(principals);
    this.#changed();
  }

  unshare(name: string | undefined): void {
    this.access.unshare(name);
    this.#changed();
  }

  release(client: ClientInfo): void {
    if (this.#lease.release(client, Date.now())) this.#changed();
  }

  clientGone(client: ClientInfo): void {
    if (this.#lease.clientGone(client, Date.now())) this.#changed();
  }

  /** The driver's size wins: while a person holds the keyboard, only they resize. */
  resize(client: ClientInfo, size: Size): void {
    this.#lease.checkFree(client);
    this.session.resize(size);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#changeTimer);
    clearTimeout(this.#attentionTimer);
    this.#store[Symbol.dispose]();
  }

  async #outcomeOf(wait: Wait, client: ClientInfo): Promise<WaitOutcome> {
    this.#waits.set(wait, client);
    try {
      return await wait.outcome();
    } finally {
      this.#waits.delete(wait);
    }
  }

  #handleTakeover(driver: Driver): void {
    this.session.dropOthers(driver.client, this.#lease.heldError(driver));
    for (const [wait, client] of this.#waits) if (!isPerson(client.kind)) wait.takenOver();
  }

  #evidence(): Evidence {
    const { session } = this;
    return {
      exit: session.exit,
      lastLine: printable(session.screen.state.lastLine),
      quietMs: Date.now() - session.lastOutputAtMs,
    };
  }

  /** Tells listeners, now or when the interval is over, and again when the attention state may change by itself. */
  #changed(): void {
    if (this.#changeTimer || this.#store.isDisposed) return;
    const wait = Math.max(0, this.#changedAt + CHANGE_INTERVAL_MS - Date.now());
    this.#changeTimer = setTimeout(() => {
      this.#changeTimer = undefined;
      this.#changedAt = Date.now();
      this.#watchAttention();
      this.#onChanged.fire();
    }, wait);
  }

  #watchAttention(): void {
    clearTimeout(this.#attentionTimer);
    const inMs = nextChangeMs(this.#evidence());
    if (inMs === undefined) return;
    this.#attentionTimer = setTimeout(() => this.#changed(), inMs + 10);
  }
}

/** Without what a program could hide text or turn it round with. */
function printable(line: string): string {
  return line.replace(/\p{C}/gu, "");
}

/**
 * One worker thread, its screens, and the watchdog that looks after it. A thread that
 * stops answering is replaced, and its screens are rebuilt.
 */
import { Worker } from "node:worker_threads";
import { HostError, messageOf } from "../../../shared/errors.ts";
import { Outbox } from "../../../shared/outbox.ts";
import type { Size } from "../../../shared/protocol.ts";
import { RemoteScreen, type ScreenLink } from "./remote-screen.ts";
import type { FromWorker, QuestionName, Questions, ScreenId, ToWorker, WorkerJob } from "../worker-protocol.ts";

/** A worker that owes an answer and is silent for this long is stuck. A full scrollback reflows in 134 ms, on a slow machine in ten times that. */
const STUCK_AFTER_MS = 5000;
const WATCH_EVERY_MS = 1000;
/** A worker that fails twice within this time is started again only after it. */
const RESTART_AFTER_MS = 1000;
const RESET = "The screen was reset because a program's output had stopped it; try again";
const DISPOSED = "The host is shutting down";
/** Screens are as they should be, at about half the speed. */
const SLOW = "Screens take in output more slowly, without the quick parser";

/** The output from which a screen is rebuilt; `offset` is where it begins. */
export type History = { readonly offset: number; readonly texts: readonly string[] };
export type ReadHistory = () => History;

export type PoolOptions = {
  /** The built worker.ts. */
  readonly workerUrl: URL;
  readonly workers?: number;
  readonly stuckAfterMs?: number;
  readonly onWarning?: (message: string) => void;
};

type Entry = {
  readonly screen: RemoteScreen;
  readonly readHistory: ReadHistory;
  /** Output before this offset has stopped a worker once. It is not parsed again. */
  from: number;
};
type Pending = { readonly resolve: (value: never) => void; readonly reject: (error: HostError) => void };

export class ScreenWorker implements ScreenLink, Disposable {
  readonly #options: PoolOptions;
  readonly #entries = new Map<ScreenId, Entry>();
  readonly #pending = new Map<number, Pending>();
  /** Absent before a restart, and after the end. */
  #worker: Worker | undefined;
  readonly #outbox = new Outbox<ToWorker>({
    post: (messages) => this.#worker?.postMessage(messages),
    later: (flush) => void setImmediate(flush),
  });
  #replacedAt = Number.NEGATIVE_INFINITY;
  #isReady = false;
  /** The id of the screen that the thread serves now; the thread writes it. */
  readonly #current = new Int32Array(new SharedArrayBuffer(4));
  #nextAsk = 1;
  /** How many writes and questions the thread has not answered. */
  #owed = 0;
  /**
   * For how long the thread has owed an answer and been silent. This counts looks of
   * the watchdog, not the clock: while the host is busy it does not hear the thread.
   */
  #silentMs = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #unfitBecause: string | undefined;
  #restart: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#start();
  }

  /** How many screens it has. */
  get size(): number {
    return this.#entries.size;
  }

  /** Why this worker keeps no screens, and no other would; undefined as long as nothing is wrong. */
  get unfitBecause(): string | undefined {
    return this.#unfitBecause;
  }

  open(id: ScreenId, options: { size: Size; offset: number; readHistory: ReadHistory }): RemoteScreen {
    const { size, offset, readHistory } = options;
    const screen = new RemoteScreen(id, this, { size, offset });
    this.#entries.set(id, { screen, readHistory, from: 0 });
    return screen;
  }

  send(message: ToWorker): void {
    // Without a worker the message is dropped: the next worker gets everything from the history.
    if (!this.#worker) return;
    if (message.kind === "write" || message.kind === "ask") this.#owe();
    // Busy sessions are read at the same time, and what they have printed goes together. A flood, which comes as bytes, need not wait.
    if (message.kind === "write" && typeof message.written === "string") this.#outbox.add(message);
    else this.#outbox.send(message);
  }

  ask<N extends QuestionName>(screen: ScreenId, name: N, params: Questions[N]["params"]): Promise<Questions[N]["result"]> {
    if (!this.#worker) {
      return Promise.reject(new HostError("internal", this.#unfitBecause ?? (this.#isDisposed ? DISPOSED : RESET)));
    }
    const ask = this.#nextAsk++;
    return new Promise((resolve, reject) => {
      this.#pending.set(ask, { resolve, reject });
      this.send({ kind: "ask", screen, ask, name, params });
    });
  }

  closed(screen: ScreenId): void {
    this.#entries.delete(screen);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#stop(DISPOSED);
    clearTimeout(this.#restart);
  }

  #start(): void {
    this.#isReady = false;
    this.#current[0] = 0;
    const job: WorkerJob = { kind: "screens", current: this.#current };
    const worker = new Worker(this.#options.workerUrl, { name: "cotty-screens", workerData: job });
    worker.on("message", (messages: readonly FromWorker[]) => {
      // Who hears of one of them may end the thread. Nothing that it has said is true of the next one.
      for (const message of messages) if (this.#worker === worker) this.#handleMessage(message);
    });
    worker.on("error", (error) => this.#replace(`A screen worker failed: ${messageOf(error)}`));
    worker.on("exit", (code) => this.#replace(`A screen worker ended with code ${code}`));
    worker.unref();
    this.#worker = worker;
  }

  #stop(reason: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#outbox.clear();
    worker?.removeAllListeners();
    // Its failures no longer matter.
    worker?.on("error", () => {});
    void worker?.terminate();
    clearInterval(this.#watchdog);
    this.#watchdog = undefined;
    this.#owed = 0;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new HostError("internal", reason));
  }

  #owe(): void {
    if (this.#owed++ === 0) this.#silentMs = 0;
    if (this.#watchdog) return;
    const limitMs = this.#options.stuckAfterMs ?? STUCK_AFTER_MS;
    const everyMs = Math.min(WATCH_EVERY_MS, limitMs / 2);
    this.#watchdog = setInterval(() => this.#look(everyMs, limitMs), everyMs);
    this.#watchdog.unref();
  }

  #paid(count = 1): void {
    this.#owed -= count;
    if (this.#owed > 0) return;
    clearInterval(this.#watchdog);
    this.#watchdog = undefined;
  }

  #look(sinceLastMs: number, limitMs: number): void {
    // A thread may take long to start on a busy machine: that is not being stuck.
    if (!this.#isReady) return;
    this.#silentMs += sinceLastMs;
    if (this.#silentMs > limitMs) this.#replace(`A screen worker was stuck for ${limitMs} ms`);
  }

  #handleMessage(message: FromWorker): void {
    this.#silentMs = 0;
    switch (message.kind) {
      case "ready":
        this.#isReady = true;
        if (message.slowBecause !== undefined) this.#options.onWarning?.(`${SLOW}: ${message.slowBecause}`);
        return;
      case "unfit":
        return this.#giveUp(message.reason);
      case "answer":
      case "refusal": {
        this.#paid();
        const pending = this.#pending.get(message.ask);
        this.#pending.delete(message.ask);
        if (message.kind === "answer") pending?.resolve(message.result as never);
        else pending?.reject(new HostError("bad-request", message.message));
        return;
      }
      case "parsed":
        this.#paid(message.writes);
        break;
      case "fault":
        return this.#handleFault(message.screen, message.message);
      case "reply":
      case "match":
      case "slow-pattern":
      case "evidence":
        break;
    }
    this.#entries.get(message.screen)?.screen.receive(message);
  }

  /** One screen has thrown: only that one is rebuilt. */
  #handleFault(id: ScreenId, reason: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#options.onWarning?.(`A screen failed: ${reason}; it is rebuilt`);
    entry.from = entry.screen.written;
    reopen(entry);
  }

  /** Another thread would find the same: nothing is started again, and whoever asks for a screen is told why there is none. */
  #giveUp(reason: string): void {
    this.#unfitBecause = reason;
    this.#options.onWarning?.(`There are no screens. ${reason}`);
    this.#stop(reason);
    for (const { screen } of this.#entries.values()) screen.abandon();
  }

  /** Starts a new thread and rebuilds every screen in it. */
  #replace(reason: string): void {
    const culprit = this.#current[0];
    this.#options.onWarning?.(`${reason}; its ${this.#entries.size} screens are rebuilt`);
    this.#stop(RESET);
    // A worker that fails again and again would keep the host busy with nothing else.
    const failsAgain = performance.now() - this.#replacedAt < RESTART_AFTER_MS;
    this.#replacedAt = performance.now();
    const entry = culprit ? this.#entries.get(culprit) : undefined;
    // The output that stopped the worker would stop the next one, too: this screen starts empty.
    if (entry) entry.from = entry.screen.written;
    if (!failsAgain) return this.#rebuild();
    this.#restart = setTimeout(() => this.#rebuild(), RESTART_AFTER_MS);
    this.#restart.unref();
  }

  #rebuild(): void {
    this.#start();
    for (const entry of this.#entries.values()) reopen(entry);
  }
}

/** Has the screen built again from the output that is kept. */
function reopen({ screen, readHistory, from }: Entry): void {
  const { offset, texts } = readHistory();
  const start = Math.max(offset, from);
  const text = texts.join("").slice(start - offset);
  screen.reopen(start, text === "" ? [] : [text]);
}

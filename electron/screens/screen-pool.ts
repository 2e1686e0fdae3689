/**
 * Few worker threads, many screens. A worker that stops answering is replaced
 * and its screens are rebuilt from the output their sessions kept: a hostile
 * sequence may cost a screen its last moments, never the host.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Size } from "../../shared/protocol.ts";
import { RemoteScreen, type ScreenLink } from "./remote-screen.ts";
import type { ExportJob, FromWorker, QuestionName, Questions, ScreenId, ToWorker } from "./worker-protocol.ts";

/** A worker that owes an answer for so long is stuck. A full scrollback reflows in 134 ms; a slow machine is 10 times slower. */
const STUCK_AFTER_MS = 5000;
const WATCH_EVERY_MS = 1000;

/** Output to rebuild a screen from: `offset` is where it begins. */
export type History = { readonly offset: number; readonly texts: readonly string[] };
export type ReadHistory = () => History;

export type PoolOptions = {
  /** The built worker.ts. */
  readonly workerUrl: URL;
  readonly workers?: number;
  readonly stuckAfterMs?: number;
  readonly onWarning?: (message: string) => void;
};

export class ScreenPool implements Disposable {
  readonly #options: PoolOptions;
  readonly #slots: ScreenWorker[] = [];
  #nextId = 1;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A new screen, in the worker with the fewest. `readHistory` is asked if the worker must be replaced. */
  open(size: Size, readHistory: ReadHistory, offset = 0): RemoteScreen {
    return this.#leastBusy().open(this.#nextId++, { size, offset, readHistory });
  }

  /** Renders a recording as text into a new file, in a thread of its own. Returns its length in bytes. */
  exportText(job: ExportJob): Promise<number> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.#options.workerUrl, { name: "cotty-export", workerData: job });
      worker.once("message", ({ bytes }: { bytes: number }) => resolve(bytes));
      worker.once("error", (error) => reject(new HostError("recording-failed", `The export failed: ${messageOf(error)}`)));
      worker.once("exit", () => reject(new HostError("recording-failed", "The export ended without a result")));
    });
  }

  [Symbol.dispose](): void {
    for (const slot of this.#slots) slot[Symbol.dispose]();
    this.#slots.length = 0;
  }

  #leastBusy(): ScreenWorker {
    // One core is left to the host; more than four emulator threads serve nobody.
    const limit = this.#options.workers ?? Math.min(4, Math.max(1, availableParallelism() - 1));
    const idle = this.#slots.find((slot) => slot.size === 0);
    if (idle) return idle;
    if (this.#slots.length < limit) {
      const slot = new ScreenWorker(this.#options);
      this.#slots.push(slot);
      return slot;
    }
    const [first, ...rest] = this.#slots;
    if (!first) throw new HostError("internal", "The screen pool has no worker");
    return rest.reduce((least, slot) => (slot.size < least.size ? slot : least), first);
  }
}

type Entry = { readonly screen: RemoteScreen; readonly readHistory: ReadHistory };
type Pending = { readonly resolve: (value: never) => void; readonly reject: (error: HostError) => void };

/** One thread, its screens, and the watchdog over it. */
class ScreenWorker implements ScreenLink, Disposable {
  readonly #options: PoolOptions;
  readonly #entries = new Map<ScreenId, Entry>();
  readonly #pending = new Map<number, Pending>();
  #worker: Worker;
  #nextAsk = 1;
  /** Messages that will be answered (writes and questions) and have not been. */
  #owed = 0;
  #owedSince = 0;
  #watchdog: NodeJS.Timeout | undefined;
  /** The screen whose write is being parsed, as far as the order of answers tells. */
  readonly #order: ScreenId[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#worker = this.#startWorker();
  }

  get size(): number {
    return this.#entries.size;
  }

  open(id: ScreenId, options: { size: Size; offset: number; readHistory: ReadHistory }): RemoteScreen {
    const { size, offset, readHistory } = options;
    const screen = new RemoteScreen(id, this, { size, offset });
    this.#entries.set(id, { screen, readHistory });
    return screen;
  }

  send(message: ToWorker): void {
    if (message.kind === "write" || message.kind === "ask") this.#owe(message.screen);
    this.#worker.postMessage(message);
  }

  ask<N extends QuestionName>(screen: ScreenId, name: N, params: Questions[N]["params"]): Promise<Questions[N]["result"]> {
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
    clearInterval(this.#watchdog);
    this.#rejectPending("The host is shutting down");
    this.#worker.removeAllListeners();
    void this.#worker.terminate();
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#options.workerUrl, { name: "cotty-screens", stdout: false, stderr: false });
    worker.on("message", (message: FromWorker) => this.#handleMessage(message));
    worker.on("error", (error) => this.#replace(`A screen worker failed: ${messageOf(error)}`));
    worker.unref();
    return worker;
  }

  #owe(screen: ScreenId): void {
    if (this.#owed++ === 0) this.#owedSince = performance.now();
    this.#order.push(screen);
    if (this.#watchdog) return;
    this.#watchdog = setInterval(() => this.#check(), WATCH_EVERY_MS);
    this.#watchdog.unref();
  }

  #paid(): void {
    this.#order.shift();
    this.#owedSince = performance.now();
    if (--this.#owed > 0) return;
    clearInterval(this.#watchdog);
    this.#watchdog = undefined;
  }

  #check(): void {
    const limit = this.#options.stuckAfterMs ?? STUCK_AFTER_MS;
    if (this.#owed > 0 && performance.now() - this.#owedSince > limit) this.#replace(`A screen worker was stuck for ${limit} ms`);
  }

  #handleMessage(message: FromWorker): void {
    switch (message.kind) {
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
        this.#paid();
        break;
      case "reply":
      case "match":
        break;
    }
    this.#entries.get(message.screen)?.screen.receive(message);
  }

  /** Starts a new thread and gives every screen its past back. */
  #replace(reason: string): void {
    const culprit = this.#order[0];
    this.#options.onWarning?.(`${reason}; its ${this.#entries.size} screens are rebuilt`);
    this.#worker.removeAllListeners();
    void this.#worker.terminate();
    clearInterval(this.#watchdog);
    this.#watchdog = undefined;
    this.#owed = 0;
    this.#order.length = 0;
    this.#rejectPending("The screen was reset because a program's output had stopped it; try again");
    this.#worker = this.#startWorker();
    for (const [id, { screen, readHistory }] of this.#entries) {
      // What stopped the worker would stop it again: that screen starts empty.
      if (id === culprit) screen.reopen(screen.written, []);
      else {
        const history = readHistory();
        screen.reopen(history.offset, history.texts);
      }
    }
  }

  #rejectPending(message: string): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new HostError("internal", message));
  }
}

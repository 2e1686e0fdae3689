/**
 * One program under one pty, with its screen, its recent output and its
 * recording.
 *
 * The only door in both directions. Output takes one path, in order: pty → log
 * (and recording) → screen → listeners. Input takes one path back: the host,
 * which has checked the lease, calls `write`; nothing outside this file writes
 * to the pty.
 */
import { Emitter } from "../../shared/emitter.ts";
import { HostError } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ClientInfo, EndedProcess, ExitStatus, Size } from "../../shared/protocol.ts";
import type { RemoteScreen } from "../screens/pool/remote-screen.ts";
import type { ScreenPool } from "../screens/pool/screen-pool.ts";
import { FlowControl } from "./flow-control.ts";
import { InputQueue, type QueuedInput } from "./input-queue.ts";
import { OutputLog } from "./output-log.ts";
import { ProcessFamily } from "./process-family.ts";
import type { Pty, SpawnOptions, SpawnPty } from "./pty.ts";
import { stopFamily } from "./stop-ladder.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

/** Input as it may be shown; grows as its echo is seen. */
export type ShownInput = { readonly recordable: string };

/** Where a session's recording goes; times are milliseconds since the session began. */
export interface Recording extends Disposable {
  readonly path: string;
  readonly isRecording: boolean;
  output(atMs: number, text: string): void;
  /** Returns what may be shown of it: what the terminal did not echo is masked. */
  input(atMs: number, client: ClientInfo, text: string): ShownInput;
  resize(atMs: number, size: Size): void;
  exit(atMs: number, status: ExitStatus): void;
  flush(): void;
  /** Output from an offset on, or from later when some is missing there. */
  read(since: number, limit: number): Promise<OutputPart>;
  /** Nothing came of the session: the recording goes. */
  discard(): void;
}

/** A piece of output and where it begins. */
export type OutputPart = { readonly offset: number; readonly text: string };

export type SessionOptions = {
  readonly id: string;
  /** Unguessable; names the recording and marks the session's processes. */
  readonly key: string;
  readonly command: string;
  readonly owner: ClientInfo;
  readonly spawn: SpawnOptions;
};

export type SessionParts = {
  readonly spawnPty: SpawnPty;
  readonly screens: ScreenPool;
  readonly recording: Recording | undefined;
};

/** One thing that was typed. */
export type InputEntry = { readonly atMs: number; readonly client: ClientInfo; readonly shown: ShownInput };

/** A piece of input and the pause before it; see QueuedInput. */
export type InputChunk = Pick<QueuedInput, "text" | "gapMs" | "echoOf" | "settleMs" | "onSilence">;

class WrittenInput implements InputEntry {
  readonly client: ClientInfo;
  readonly atMs = Date.now();
  readonly pieces: ShownInput[] = [];
  readonly shown: ShownInput;

  constructor(client: ClientInfo) {
    this.client = client;
    const { pieces } = this;
    this.shown = {
      get recordable() {
        return pieces.map((piece) => piece.recordable).join("");
      },
    };
  }
}

/** How many inputs the inspector can look back on. */
const MAX_INPUT_ENTRIES = 200;
const REPLY_SOURCE = "screen";
/** The end of a program that was killed is reported within milliseconds, or when a busy machine comes to it. */
const EXIT_REPORT_MS = 5000;

export class Session implements Disposable {
  readonly id: string;
  readonly key: string;
  readonly command: string;
  readonly cwd: string;
  readonly owner: ClientInfo;
  readonly startedAtMs = Date.now();
  readonly screen: RemoteScreen;
  readonly #startedAt = performance.now();
  readonly #store = new DisposableStore();
  readonly #onOutput = this.#store.add(new Emitter<{ offset: number; text: string }>());
  readonly onOutput = this.#onOutput.event;
  readonly #onExit = this.#store.add(new Emitter<ExitStatus>());
  /** Fires once, after the last `onOutput`. */
  readonly onExit = this.#onExit.event;
  readonly #onResize = this.#store.add(new Emitter<Size>());
  readonly onResize = this.#onResize.event;
  readonly #pty: Pty;
  readonly #log = new OutputLog();
  readonly #decoder = new Utf8Decoder();
  readonly #flow: FlowControl;
  readonly #input: InputQueue;
  readonly #recording: Recording | undefined;
  readonly #inputs: InputEntry[] = [];
  readonly #family: ProcessFamily;
  #chunks: Buffer[] = [];
  #flushScheduled = false;
  #size: Size;
  #exit: ExitStatus | undefined;
  #lastOutputAtMs = this.startedAtMs;
  #stopping: Promise<EndedProcess[]> | undefined;

  constructor(options: SessionOptions, parts: SessionParts) {
    this.id = options.id;
    this.key = options.key;
    this.command = options.command;
    this.cwd = options.spawn.cwd;
    this.owner = options.owner;
    this.#size = options.spawn.size;
    this.#recording = parts.recording;
    this.#pty = this.#store.add(parts.spawnPty(options.spawn));
    this.#family = new ProcessFamily({ pid: this.#pty.pid, key: options.key });
    this.screen = this.#store.add(parts.screens.open(this.#size, () => this.#history()));
    this.#flow = this.#store.add(new FlowControl(this.#pty));
    this.#input = this.#store.add(new InputQueue(this.id, (bytes) => this.#pty.write(bytes)));
    this.#pty.onData((data) => this.#handleData(data));
    this.#pty.onExit((status) => this.#handleExit(status));
    this.screen.onParsed(() => this.#flow.update(this.screen.unparsed));
    // Programs ask their terminal questions (cursor position, attributes). The
    // screen answers, because it is always here; viewers stay silent.
    this.screen.onReply((text) => this.#reply(text));
  }

  get pid(): number {
    return this.#pty.pid;
  }

  get size(): Size {
    return this.#size;
  }

  get exit(): ExitStatus | undefined {
    return this.#exit;
  }

  get lastOutputAtMs(): number {
    return this.#lastOutputAtMs;
  }

  /** The end of the output so far. */
  get offset(): number {
    return this.#log.end;
  }

  get inputs(): readonly InputEntry[] {
    return this.#inputs;
  }

  get isRecording(): boolean {
    return this.#exit === undefined && this.#recording?.isRecording === true;
  }

  /** The recording's file, written up to now; undefined when none could be made. */
  recordingPath(): string | undefined {
    this.#recording?.flush();
    return this.#recording?.path;
  }

  /**
   * Types as `client`. Resolves when the terminal has taken it all. The caller
   * has checked the lease; a takeover meanwhile rejects with what `dropOthers` says.
   */
  async write(client: ClientInfo, chunks: readonly InputChunk[]): Promise<void> {
    this.checkRunning();
    const decoder = new Utf8Decoder();
    const entry = new WrittenInput(client);
    const onTaken = (bytes: Buffer): void => this.#recordInput(entry, decoder.decode(bytes));
    await this.#input.push(chunks.map((chunk) => ({ ...chunk, source: client.id, onTaken })));
  }

  /** Drops what other clients have queued and not yet written; the screen's answers to the program stay. */
  dropOthers(client: ClientInfo, error: HostError): void {
    this.#input.drop((source) => source !== client.id && source !== REPLY_SOURCE, error);
  }

  /** Output that has come is handed on at once, instead of with the end of this turn of the loop. */
  flush(): void {
    if (this.#chunks.length === 0) return;
    const data = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = [];
    if (data) this.#handleText(this.#decoder.decode(data));
  }

  /** Up to `limit` characters of output from `since` on; from later where that is kept nowhere. */
  async read(since: number, limit: number): Promise<OutputPart> {
    const recent = this.#log.read(since, limit);
    if (recent !== undefined) return { offset: since, text: recent };
    const old = await this.#recording?.read(since, limit);
    if (old && old.text !== "") return old;
    const { start } = this.#log;
    return { offset: start, text: this.#log.read(start, limit) ?? "" };
  }

  /** The same, as far as it is in memory; undefined when it is older. */
  recent(since: number, limit: number): string | undefined {
    return this.#log.read(since, limit);
  }

  /** Throws `session-ended` after the exit. */
  checkRunning(): void {
    if (this.#exit) throw this.#endedError();
  }

  /** Throws `session-ended` after the exit. */
  resize(size: Size): void {
    this.checkRunning();
    if (size.cols === this.#size.cols && size.rows === this.#size.rows) return;
    this.flush();
    this.#size = size;
    this.#pty.resize(size);
    this.screen.resize(size);
    this.#recording?.resize(this.#elapsedMs(), size);
    this.#onResize.fire(size);
  }

  /** Ends everything the session started. Safe to call again; the answer is what this call's ladder ended. */
  kill(): Promise<EndedProcess[]> {
    this.#stopping ??= this.#stop().finally(() => (this.#stopping = undefined));
    return this.#stopping;
  }

  [Symbol.dispose](): void {
    this.flush();
    this.#recording?.[Symbol.dispose]();
    this.#store[Symbol.dispose]();
  }

  /** Gathers what arrives in one turn of the event loop: parsing and recording in large pieces is several times cheaper. */
  #handleData(data: Buffer): void {
    if (this.#store.isDisposed) return;
    this.#chunks.push(data);
    // Somebody's Enter waits for this.
    if (this.#input.awaitsEcho) return this.flush();
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    setImmediate(() => {
      this.#flushScheduled = false;
      this.flush();
    });
  }

  #handleText(text: string): void {
    if (text === "") return;
    this.#lastOutputAtMs = Date.now();
    const offset = this.#log.append(text);
    // Viewers first: an echo waits for nothing that it does not need.
    this.#onOutput.fire({ offset, text });
    this.screen.write(text);
    this.#input.handleOutput(text);
    this.#recording?.output(this.#elapsedMs(), text);
    this.#flow.update(this.screen.unparsed);
  }

  #handleExit(status: ExitStatus): void {
    this.flush();
    this.#handleText(this.#decoder.end());
    this.#exit = status;
    this.#family.leaderEnded();
    this.#recording?.exit(this.#elapsedMs(), status);
    this.#input.close(this.#endedError());
    this.#flow[Symbol.dispose]();
    this.#onExit.fire(status);
  }

  /** Ends the family, and waits for the program's own end to be told, after its last output. */
  async #stop(): Promise<EndedProcess[]> {
    const ended = await stopFamily(this.#family);
    if (this.#exit || this.#store.isDisposed) return ended;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EXIT_REPORT_MS);
      this.#onExit.event(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    return ended;
  }

  /** What is written in pieces (text, then Enter) is one input. */
  #recordInput(entry: WrittenInput, text: string): void {
    const shown = this.#recording?.input(this.#elapsedMs(), entry.client, text);
    if (!shown) return;
    if (entry.pieces.length === 0) this.#inputs.push(entry);
    entry.pieces.push(shown);
    if (this.#inputs.length > MAX_INPUT_ENTRIES) this.#inputs.shift();
  }

  #reply(text: string): void {
    if (this.#exit) return;
    this.#input.push([{ text, gapMs: 0, source: REPLY_SOURCE, onTaken: () => {} }]).catch(() => {
      // The program asks and does not read: it gets no answer.
    });
  }

  /** What a new screen must be fed to look like the lost one. */
  #history(): { offset: number; texts: string[] } {
    const offset = this.#log.start;
    return { offset, texts: [this.#log.read(offset, Number.POSITIVE_INFINITY) ?? ""] };
  }

  #endedError(): HostError {
    const how = this.#exit?.signal ? `by ${this.#exit.signal}` : `with code ${this.#exit?.code ?? "unknown"}`;
    return new HostError(
      "session-ended",
      `Session ${this.id} is not running (pid: ${this.#pty.pid}, ended ${how}). Its output stays readable: check stdout or stream`,
    );
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }
}

/**
 * One program under one pty, with its screen, its recent output and its
 * recording.
 *
 * The only door in both directions. Output takes one path, in order: pty →
 * intake → log → consumers (viewers, screen, input queue, recording). Input takes
 * one path back: the host, which has checked the lease, calls `write`. Nothing
 * else writes to the pty.
 */
import { Emitter } from "../../shared/emitter.ts";
import type { HostError } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { OutputText } from "../../shared/output-text.ts";
import type { ClientInfo, EndedProcess, ExitStatus, Size, ProcessUsage } from "../../shared/protocol.ts";
import type { TerminalModes } from "../platform/terminal-modes.ts";
import type { RemoteScreen } from "../screens/pool/remote-screen.ts";
import type { ScreenPool } from "../screens/pool/screen-pool.ts";
import { freezeFamily, resumeFamily } from "./freeze.ts";
import { FlowControl } from "./flow-control.ts";
import type { InputEntry } from "./input-history.ts";
import type { InputChunk } from "./input-queue.ts";
import { type OutputConsumer, OutputConsumers } from "./output-consumers.ts";
import { OutputIntake } from "./output-intake.ts";
import { OutputLog } from "./output-log.ts";
import { ProcessFamily } from "./process-family.ts";
import { usageOf } from "./process-usage.ts";
import type { Pty, SpawnOptions, SpawnPty } from "./pty.ts";
import { SessionInput } from "./session-input.ts";
import type { OutputPart, PrintedPart, Recording } from "./session-recording.ts";
import { stopFamily } from "./stop-ladder.ts";
import { SessionError } from "./session-error.ts";

export type { InputChunk } from "./input-queue.ts";

export type SessionOptions = {
  readonly id: string;
  /** Unguessable. It names the recording and marks the session's processes. */
  readonly key: string;
  /** The command line, as the client gave it. */
  readonly command: string;
  /** The client that started it. */
  readonly owner: ClientInfo;
  readonly spawn: SpawnOptions;
};

export type SessionParts = {
  readonly spawnPty: SpawnPty;
  readonly screens: Pick<ScreenPool, "assertFit" | "open">;
  readonly recording: Recording | undefined;
  /** Something that concerns the session has failed, and the session goes on without it. */
  readonly onWarning: (message: string) => void;
};

/** How long a stop waits for the report that the program has ended. It comes within milliseconds unless the machine is busy. */
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
  readonly #onOutput = this.#store.add(new Emitter<PrintedPart>());
  /** Output, when it has come; the screen has not parsed it yet. */
  readonly onOutput = this.#onOutput.event;
  readonly #onExit = this.#store.add(new Emitter<ExitStatus>());
  /** Fires once, after the last `onOutput`. */
  readonly onExit = this.#onExit.event;
  readonly #onResize = this.#store.add(new Emitter<Size>());
  /** The terminal has another size; the screen has been told. */
  readonly onResize = this.#onResize.event;
  readonly #pty: Pty;
  readonly #log = new OutputLog();
  readonly #intake = new OutputIntake((text) => this.#handleText(text));
  readonly #consumers: OutputConsumers;
  readonly #flow: FlowControl;
  readonly #input: SessionInput;
  readonly #recording: Recording | undefined;
  readonly #family: ProcessFamily;
  #size: Size;
  #exit: ExitStatus | undefined;
  #isStopped = false;
  #isFrozen = false;
  /** Ends the freeze that may be under way. */
  #thaw = new AbortController();
  #lastOutputAtMs = this.startedAtMs;
  #stopping: Promise<EndedProcess[]> | undefined;
  /** The program does not show what is typed: nothing of it may be told or recorded. Whoever watches the terminal's modes sets it. */
  isInputHidden = false;

  constructor(options: SessionOptions, parts: SessionParts) {
    this.id = options.id;
    this.key = options.key;
    this.command = options.command;
    this.cwd = options.spawn.cwd;
    this.owner = options.owner;
    this.#size = options.spawn.size;
    this.#recording = parts.recording;
    parts.screens.assertFit();
    this.#pty = this.#store.add(parts.spawnPty(options.spawn));
    this.#family = new ProcessFamily({ pid: this.#pty.pid, key: options.key });
    this.screen = this.#store.add(parts.screens.open(this.#size, () => this.#history()));
    this.#flow = this.#store.add(new FlowControl(this.#pty));
    this.#input = this.#store.add(
      new SessionInput({
        write: (bytes) => this.#pty.write(bytes),
        onTyped: () => this.#pty.expectEcho(),
        record: (client, text) => this.#recording?.input(this.#elapsedMs(), client, text),
        isHidden: () => this.isInputHidden,
        onLine: (mark) => this.screen.markInput(mark),
      }),
    );
    const onWarning = (message: string): void => parts.onWarning(`Session ${this.id}: ${message}`);
    this.#consumers = new OutputConsumers(this.#outputConsumers(), onWarning);
    this.#store.add(this.#pty.onData((data) => this.#handleData(data)));
    this.#store.add(this.#pty.onExit((status) => this.#handleExit(status)));
    this.screen.onParsed(() => this.#flow.update(this.screen.unparsed));
    // Programs ask their terminal questions, such as where the cursor is. The
    // screen answers, because it is always here; viewers stay silent.
    this.screen.onReply((text) => {
      if (!this.#exit) this.#input.reply(text);
    });
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

  /** What clients have typed last, oldest first. */
  get inputs(): readonly InputEntry[] {
    return this.#input.entries;
  }

  /** The terminal has taken all that was typed. */
  get isInputTaken(): boolean {
    return this.#input.isTaken;
  }

  /** When the terminal has last taken an Enter of a client, on the clock of `performance.now`. */
  get enteredAt(): number {
    return this.#input.enteredAt;
  }

  /** The program ended, or is about to end, because of `kill`. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isRecording(): boolean {
    return this.#exit === undefined && this.#recording?.isRecording === true;
  }

  /** Stops every process of the session where it stands (SIGSTOP). Throws `session-ended` after the exit. */
  async freeze(): Promise<void> {
    this.checkRunning();
    this.#isFrozen = true;
    if (this.#thaw.signal.aborted) this.#thaw = new AbortController();
    await freezeFamily(this.#family, this.#thaw.signal);
  }

  /** Lets the processes go on. A freeze that is under way is over. */
  async resume(): Promise<void> {
    this.#isFrozen = false;
    this.#thaw.abort();
    await resumeFamily(this.#family);
  }

  /** Its processes have been stopped, and stand still. */
  get isFrozen(): boolean {
    return this.#isFrozen && this.#exit === undefined;
  }

  /** What the program has started and still runs, itself first, with what it uses. Empty after its end. */
  async processes(): Promise<ProcessUsage[]> {
    return this.#exit ? [] : (await this.#family.members()).map(usageOf);
  }

  /** The recording's file, with all output up to now; undefined when no recording could be made. */
  recordingPath(): string | undefined {
    this.#recording?.flush();
    return this.#recording?.path;
  }

  /**
   * Types as `client`, who must hold the lease or need none. Resolves when the
   * terminal has taken everything. Rejects with `session-ended`, with
   * `input-blocked`, or with the error of a `dropOthers` that comes before that.
   */
  async write(client: ClientInfo, chunks: readonly InputChunk[]): Promise<void> {
    this.checkRunning();
    await this.#input.type(client, chunks);
  }

  /** The same for a secret, of which nothing is told or recorded, whatever the terminal shows. */
  async writeSecret(client: ClientInfo, secret: string): Promise<void> {
    this.checkRunning();
    await this.#input.type(client, [{ text: `${secret}\r`, gapMs: 0 }], true);
  }

  /** What was typed since this time, in milliseconds since 1970, was hidden, as is known only now. */
  hideInputSince(atMs: number): void {
    this.#input.hideSince(atMs);
  }

  /** How the terminal treats what is typed. Undefined where it cannot be asked, and after the exit. */
  async modes(): Promise<TerminalModes | undefined> {
    return this.#exit ? undefined : this.#pty.modes();
  }

  /** Drops what other clients have queued and the terminal has not taken; see SessionInput.dropOthers. The screen's answers to the program stay. */
  dropOthers(client: ClientInfo, error: (wasTyped: string) => HostError): void {
    this.#input.dropOthers(client, error);
  }

  /** Drops the same of automation. */
  dropAutomation(error: (wasTyped: string) => HostError): void {
    this.#input.dropAutomation(error);
  }

  /** Hands on at once the output that has come, instead of when it would be read next. */
  flush(): void {
    if (!this.#intake.isHandingOn) this.#pty.read();
    this.#intake.flush();
  }

  /** Hands on at once all that the program has printed up to now. False where more may be left: it floods, reading pauses, or somebody is being told of output. */
  drain(): boolean {
    const isAll = !this.#intake.isHandingOn && this.#pty.drain();
    this.#intake.flush();
    return isAll;
  }

  /** Something is about to be typed, and the screen shows all that has been printed before; see `Screen.noteInput`. */
  noteInput(typed: string): void {
    this.drain();
    this.screen.noteInput(typed);
  }

  /** At most `limit` units of output from `since` on, or from later if that is kept nowhere. */
  async read(since: number, limit: number): Promise<OutputPart> {
    const recent = this.#log.read(since, limit);
    if (recent !== undefined) return { offset: since, text: recent };
    const old = await this.#recording?.read(since, limit);
    if (old && old.text !== "") {
      // What the recording has not written yet is in memory.
      const end = old.offset + old.text.length;
      const rest = old.text.length < limit ? this.#log.read(end, limit - old.text.length) : undefined;
      return rest ? { offset: old.offset, text: old.text + rest } : old;
    }
    const { start } = this.#log;
    return { offset: start, text: this.#log.read(start, limit) ?? "" };
  }

  /** The same if it is in memory; undefined if it is older. */
  recent(since: number, limit: number): string | undefined {
    return this.#log.read(since, limit);
  }

  /** Throws `session-ended` after the exit. */
  checkRunning(): void {
    if (this.#exit) throw this.#endedError();
  }

  /** Gives the terminal another size, in cells. Throws `session-ended` after the exit. */
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

  /** Ends everything that the session started, and answers with what it ended. A call during another shares its answer. */
  kill(): Promise<EndedProcess[]> {
    if (!this.#exit) this.#isStopped = true;
    this.#stopping ??= this.#stop().finally(() => (this.#stopping = undefined));
    return this.#stopping;
  }

  [Symbol.dispose](): void {
    this.flush();
    this.#recording?.[Symbol.dispose]();
    this.#store[Symbol.dispose]();
  }

  /**
   * Who is told of output, in this order:
   * - Viewers come first: an echo waits for nothing that it does not need.
   * - The screen parses in a thread of its own, while the host does the rest.
   * - The input queue may write an Enter now. What shows that the text before it
   *   was taken has gone to the screen by then, so that it counts as before the Enter.
   * - The recording can wait for a disk.
   */
  #outputConsumers(): OutputConsumer[] {
    return [
      { name: "live output", output: (part) => this.#onOutput.fire(part) },
      { name: "screen", output: ({ text }) => this.screen.write(text) },
      { name: "input queue", output: ({ text }) => this.#input.handleOutput(text) },
      { name: "recording", output: ({ text }) => this.#recording?.output(this.#elapsedMs(), text) },
    ];
  }

  #handleData(data: Buffer): void {
    if (this.#store.isDisposed) return;
    this.#intake.add(data);
    // Somebody's Enter waits for this.
    if (this.#input.awaitsEcho) this.#intake.flush();
  }

  #handleText(text: OutputText): void {
    this.#lastOutputAtMs = Date.now();
    const offset = this.#log.append(text, this.screen.unparsed);
    this.#consumers.output({ offset, text });
    this.#flow.update(this.screen.unparsed);
  }

  #handleExit(status: ExitStatus): void {
    this.#intake.end();
    this.#exit = status;
    this.#family.leaderEnded();
    this.#recording?.exit(this.#elapsedMs(), status, this.#isStopped);
    this.#input.close(this.#endedError());
    this.#flow[Symbol.dispose]();
    this.#onExit.fire(status);
  }

  /** Ends the family, then waits until the program's exit has been told, which comes after its last output. */
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

  /** The output from which a lost screen is rebuilt. */
  #history(): { offset: number; texts: string[] } {
    const offset = this.#log.start;
    return { offset, texts: [this.#log.read(offset, Number.POSITIVE_INFINITY) ?? ""] };
  }

  #endedError(): SessionError {
    const how = this.#exit?.signal ? `by ${this.#exit.signal}` : `with code ${this.#exit?.code ?? "unknown"}`;
    const next = "Its output stays readable (stdout, stream) until it is stopped";
    return new SessionError("session-ended", (name) => `${name} is not running (pid: ${this.#pty.pid}, ended ${how}). ${next}`);
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }
}

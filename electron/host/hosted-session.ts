/** A session with what the host adds to it: the lease, the running waits, who may reach it, and what clients are told of it. */
import { isPerson, personName } from "../../shared/client-kind.ts";
import type { HostError } from "../../shared/errors.ts";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type {
  ClientInfo,
  DebuggerState,
  Driver,
  InputPart,
  RunOutcome,
  SessionInfo,
  SessionJob,
  SessionMessage,
  Size,
  Step,
  WaitOutcome,
} from "../../shared/protocol.ts";
import { AttentionWatch, isAtPrompt, type LocalRules } from "../attention/attention.ts";
import { debuggerAfter } from "../debuggers/debugger-state.ts";
import { CommandMarks } from "../shell-integration/marked-shells.ts";
import type { Session } from "../sessions/session.ts";
import { HandbackNotices } from "./calls/handback-notices.ts";
import { ResizeNotices } from "./calls/resize-notices.ts";
import { HiddenGate } from "./calls/hidden-gate.ts";
import { InputLease } from "./calls/input-lease.ts";
import { SessionFreeze } from "./calls/session-freeze.ts";
import type { Halt } from "./access/halt.ts";
import type { Principal } from "./access/principal.ts";
import type { SessionAccess } from "./access/session-access.ts";
import { Call, type CallOptions, type CallOutcome } from "./calls/call.ts";
import { typedText } from "./calls/input-chunks.ts";
import { type RunOptions, runInShell } from "./calls/shell-command.ts";
import { TypedLine } from "./calls/typed-line.ts";
import type { Wait } from "./calls/wait.ts";
import { writeInput } from "./calls/write-input.ts";

/** Clients hear of a session's changes at most this often. */
const CHANGE_INTERVAL_MS = 250;
const MAX_LAST_LINE = 200;

export type HostedSessionOptions = {
  readonly rules: LocalRules;
  readonly halt: Halt;
  readonly shownName?: string | undefined;
  /** By which the shell's marks are known, if it makes any. */
  readonly nonce?: string | undefined;
};

export class HostedSession implements Disposable {
  readonly session: Session;
  readonly access: SessionAccess;
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<void>());
  readonly onChanged = this.#onChanged.event;
  readonly #lease: InputLease;
  readonly #waits = new Map<Wait, ClientInfo>();
  readonly #handbackNotices: HandbackNotices;
  readonly #typedLine: TypedLine;
  readonly #resizeNotices: ResizeNotices;
  #shownName: string;
  /** What the shell marks; undefined for a session without shell integration. */
  readonly marks: CommandMarks | undefined;
  /** What the session needs from a person, and why. */
  readonly attention: AttentionWatch;
  #job: SessionJob | undefined;
  readonly #hidden: HiddenGate;
  readonly #freeze: SessionFreeze;
  readonly #halt: Halt;
  #changeTimer: NodeJS.Timeout | undefined;
  #changedAt = 0;
  #message: SessionMessage | undefined;
  #debugger: DebuggerState | undefined;

  /** `rules` are the user's corrections of states; `shownName`: see `rename`. */
  constructor(session: Session, access: SessionAccess, { rules, halt, shownName = "", nonce }: HostedSessionOptions) {
    this.session = this.#store.add(session);
    this.#freeze = new SessionFreeze(session);
    this.#halt = halt;
    this.access = access;
    this.#shownName = shownName;
    this.marks = nonce === undefined ? undefined : this.#store.add(new CommandMarks(nonce));
    const { marks } = this;
    if (marks) this.#store.add(session.onOutput((part) => marks.handleOutput(part)));
    this.#hidden = new HiddenGate(session, () => this.#handleHidden());
    const isEchoOff = (): true | undefined => this.#hidden.isKnownHidden;
    this.attention = this.#store.add(new AttentionWatch(session, { rules, isEchoOff, lastExitCode: () => marks?.lastExitCode }));
    this.#store.add(this.#hidden);
    this.#lease = new InputLease(access.name);
    this.#handbackNotices = new HandbackNotices(session.inputs);
    this.#typedLine = new TypedLine(session.screen);
    this.#resizeNotices = new ResizeNotices(session.size);
    this.#store.add(session.onOutput(() => this.#changed()));
    this.#store.add(session.onExit(() => this.#changed()));
    this.#store.add(session.onResize(() => this.#changed()));
    this.#store.add(session.screen.onState(() => this.#changed()));
    this.#store.add(this.attention.onChanged(() => this.#changed()));
    this.#store.add(this.attention.onLooked(() => this.#noteDebugger()));
  }

  /** What a person calls the session; empty when nobody has given it a name. */
  get shownName(): string {
    return this.#shownName;
  }

  /** Gives the session a name for people to read. An empty one takes that away. */
  rename(name: string): void {
    this.#shownName = name.trim();
    this.#changed();
  }

  /** Shows to which job the session belongs, and how far that is. */
  showJob(job: SessionJob): void {
    this.#job = job;
    this.#changed();
  }

  info(): SessionInfo {
    const { session } = this;
    const message = this.#message;
    const { title, wholeLastLine, progress, bells } = session.screen.state;
    const driver = this.#lease.driver;
    const { sharedWith } = this.access;
    const hiddenInput = session.exit ? undefined : this.#hidden.info;
    return {
      id: session.id,
      ...(this.#shownName !== "" && { shownName: this.#shownName }),
      ...(this.#job && { job: this.#job }),
      command: session.command,
      cwd: session.cwd,
      pid: session.pid,
      size: session.size,
      title,
      lastLine: printable(wholeLastLine).slice(0, MAX_LAST_LINE),
      ...(progress && !session.exit && { progress }),
      ...(bells > 0 && { bells }),
      ...(driver && { driver }),
      owner: session.owner,
      attention: this.#hidden.attention ?? this.attention.current,
      ...(this.#debugger && !session.exit && { debugger: this.#debugger }),
      ...(message && { message }),
      ...(this.#freeze.info && { frozen: this.#freeze.info }),
      ...(hiddenInput && { hiddenInput }),
      ...(session.exit && { exit: session.exit }),
      startedAtMs: session.startedAtMs,
      lastOutputAtMs: session.lastOutputAtMs,
      offset: session.offset,
      recording: session.isRecording,
      ...(sharedWith.length > 0 && { sharedWith }),
    };
  }

  /**
   * Takes steps as `client`: types, waits, and answers with what is new. The
   * steps have passed `checkSteps`. Rejects with what makes the first step
   * impossible: `lease-held`, `session-ended` or `input-blocked`.
   */
  async call(client: ClientInfo, steps: readonly Step[], options: CallOptions): Promise<CallOutcome> {
    const keystroke = isPerson(client) && !options.isFirst ? inputAlone(steps) : undefined;
    if (keystroke) return this.#type(client, keystroke, options.allow);
    this.#typedLine.end();
    if (!isPerson(client)) this.#handbackNotices.handleReader(options.reader);
    const target = {
      session: this.session,
      client,
      attention: this.attention,
      acquire: () => this.#acquireToType(client),
      checkHidden: (input: readonly InputPart[]) => this.#hidden.check(client, input),
      isHidden: () => this.#hidden.isHidden(),
      track: (wait: Wait) => this.#track(wait, client),
      takeHandback: () => (this.#heldBy(client) === undefined ? this.#handbackNotices.take(options.reader) : undefined),
      heldBy: () => this.#heldBy(client),
    };
    const { wait, failed } = await new Call(target, steps, options).run();
    if (!wait) return {};
    const resized = isPerson(client) ? undefined : this.#resizeNotices.take(options.reader, this.session.size);
    return { wait: { ...wait, ...(resized && { resized }), ...this.#standstill() }, ...(failed && { failed }) };
  }

  /** Runs one command in the session's shell; see runInShell. */
  run(client: ClientInfo, options: RunOptions): Promise<RunOutcome> {
    const target = { session: this.session, marks: this.marks, client, acquire: () => this.#acquireToType(client) };
    return runInShell(target, options);
  }

  /** Makes `client` the driver. Without `takeover` it does so only if nobody else holds the lease. Throws `lease-held`. */
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

  /** Keeps a message of the client to the user, in place of the one before. */
  notify(client: ClientInfo, text: string): void {
    this.#message = { text: printable(text), by: client.name, atMs: Date.now() };
    this.#changed();
  }

  /** The user has read the message. */
  acknowledge(): void {
    if (!this.#message) return;
    this.#message = undefined;
    this.#changed();
  }

  release(client: ClientInfo): void {
    if (this.#lease.release(client, Date.now())) this.#handleRelease();
  }

  /** Whether automation must leave the program alone because a person types into it. */
  get isHeld(): boolean {
    return this.#lease.driver?.held === true && !this.session.exit;
  }

  /** Before `client` ends the program. People always may. Throws `lease-held`. */
  checkEndable(client: ClientInfo): void {
    if (this.isHeld) this.#lease.check(client, "It was not stopped");
  }

  /** What agents may not see of the program's input. */
  get secrets(): Pick<HiddenGate, "ask" | "send" | "decline"> {
    return this.#hidden;
  }

  /** Stops the program where it stands. Waits of automation end. Throws `session-ended`. */
  async freeze(client: ClientInfo): Promise<void> {
    const frozen = this.#freeze.freeze(client);
    this.#endWaits(this.#freeze.error("It was dropped"));
    await frozen;
    this.#changed();
  }

  /** Before `client` lets a frozen program go on. Throws `session-ended`, or `session-frozen` for an agent if a person has frozen it. */
  checkResumable(client: ClientInfo): void {
    this.#freeze.checkResumable(client);
  }

  /** Lets a frozen program go on. */
  async resume(): Promise<void> {
    await this.session.resume();
    this.#changed();
  }

  /** All agents have been halted. */
  handleHalt(): void {
    this.#endWaits(this.#halt.error());
  }

  /** The client's connection has ended. */
  handleClientGone(client: ClientInfo): void {
    if (this.#lease.handleClientGone(client, Date.now())) this.#handleRelease();
  }

  /** Resizes the terminal. The driver's size wins: while a person holds the lease, nobody else resizes. `reader` knows the new size. Throws `lease-held` or `session-ended`. */
  resize(client: ClientInfo, size: Size, reader: string): void {
    this.#lease.checkFree(client, "The size stays as it is");
    this.session.resize(size);
    this.#resizeNotices.note(reader, size);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#changeTimer);
    this.#store[Symbol.dispose]();
  }

  /** Before something is typed. Throws `session-frozen`, `agents-halted` or `lease-held`. */
  #acquireToType(client: ClientInfo): void {
    this.#freeze.checkTyping(client);
    this.#halt.check(client);
    this.acquire(client);
    this.#hidden.noteTyping(client);
  }

  /** The short way of a person's keystroke: it waits for nothing and is told nothing, so it is no call. */
  async #type(client: ClientInfo, input: readonly InputPart[], allow: (() => void) | undefined): Promise<CallOutcome> {
    this.session.checkRunning();
    this.acquire(client);
    this.#hidden.noteTyping(client);
    const typed = typedText(input);
    // Whoever answers in the session has read what it said.
    if (/[\r\n]/.test(typed)) this.acknowledge();
    if (this.#handbackNotices.hasReaders) this.session.screen.noteInput(typed);
    else this.#typedLine.note(typed);
    const written = writeInput(this.session, client, input);
    // While the program answers: its echo is not kept back by the row.
    allow?.();
    await written;
    return {};
  }

  #track(wait: Wait, client: ClientInfo): Disposable {
    this.#waits.set(wait, client);
    return { [Symbol.dispose]: () => void this.#waits.delete(wait) };
  }

  /** The name of the person who keeps `client` from typing. */
  #heldBy(client: ClientInfo): string | undefined {
    const driver = this.#lease.driver;
    return driver?.held && driver.client.id !== client.id ? personName(driver.client) : undefined;
  }

  #handleTakeover(driver: Driver): void {
    this.session.dropOthers(driver.client, this.#lease.heldError(driver));
    this.#handbackNotices.handleTakeover(driver.sinceMs);
    for (const [wait, client] of this.#waits) if (!isPerson(client)) wait.handleLease(true);
  }

  #handleRelease(): void {
    for (const wait of this.#waits.keys()) wait.handleLease(false);
    this.#changed();
  }

  /** What automation has queued is dropped, and it waits for nothing any more. */
  #endWaits(error: HostError): void {
    this.session.dropAutomation(error);
    for (const [wait, client] of this.#waits) if (!isPerson(client)) wait.handleStandstill();
  }

  #standstill(): Pick<WaitOutcome, "frozenBy" | "haltedBy"> {
    const { info } = this.#halt;
    const frozenBy = this.#freeze.by;
    return { ...(frozenBy !== undefined && { frozenBy }), ...(info && { haltedBy: personName({ name: info.by }) }) };
  }

  #handleHidden(): void {
    this.attention.look();
    this.#changed();
  }

  /** What the debugger in the session says, if there is one. */
  #noteDebugger(): void {
    const { place } = this.attention;
    if (!place) return;
    const before = this.#debugger;
    this.#debugger = debuggerAfter(before, place, isAtPrompt(place));
    if (JSON.stringify(before) !== JSON.stringify(this.#debugger)) this.#changed();
  }

  /** Fires `onChanged` now or when the interval is over. */
  #changed(): void {
    if (this.#changeTimer || this.#store.isDisposed) return;
    const wait = Math.max(0, this.#changedAt + CHANGE_INTERVAL_MS - Date.now());
    this.#changeTimer = setTimeout(() => {
      this.#changeTimer = undefined;
      this.#changedAt = Date.now();
      this.#onChanged.fire();
    }, wait);
  }
}

/** The input of a single step that neither waits nor submits; undefined for other steps. */
function inputAlone(steps: readonly Step[]): readonly InputPart[] | undefined {
  const [step] = steps;
  if (!step?.input || step.wait || steps.length > 1) return undefined;
  return step.input.length > 0 && !step.input.some((part) => "submit" in part) ? step.input : undefined;
}

/** Without the characters that a program could hide text with, or reverse it. */
function printable(line: string): string {
  return line.replace(/\p{C}/gu, "");
}

/** A session with what the host adds to it: its calls and their lease, who may reach it, and what clients are told of it. */
import { isPerson } from "../../shared/client-kind.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { HostError } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ClientInfo, DebuggerState, SessionInfo, SessionJob, SessionMessage } from "../../shared/protocol.ts";
import { sanitized } from "../../shared/sanitized.ts";
import { AttentionWatch, isAtPrompt, type LocalRules } from "../attention/attention.ts";
import { debuggerAfter } from "../debuggers/debugger-state.ts";
import { CommandMarks } from "../shell-integration/marked-shells.ts";
import type { Session } from "../sessions/session.ts";
import { HiddenGate } from "./calls/hidden-gate.ts";
import type { LeaseSettings } from "./calls/input-lease.ts";
import { SessionCalls } from "./calls/session-calls.ts";
import { SessionFreeze } from "./calls/session-freeze.ts";
import type { SessionLease } from "./calls/session-lease.ts";
import type { Halt } from "./access/halt.ts";
import { ShownAttention } from "./shown-attention.ts";
import type { Principal } from "./access/principal.ts";
import type { SessionAccess } from "./access/session-access.ts";

/** Clients hear of a session's changes at most this often. */
const CHANGE_INTERVAL_MS = 250;
const MAX_LAST_LINE = 200;

export type HostedSessionOptions = {
  /** The user's corrections of states. */
  readonly rules: LocalRules;
  readonly halt: Halt;
  /** See `rename`. */
  readonly shownName?: string | undefined;
  /** By which the shell's marks are known, if it makes any. */
  readonly nonce?: string | undefined;
  /** As they are now. */
  readonly leaseSettings: () => LeaseSettings;
};

export class HostedSession implements Disposable {
  readonly session: Session;
  readonly access: SessionAccess;
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<void>());
  readonly onChanged = this.#onChanged.event;
  /** What clients type and wait for. */
  readonly calls: SessionCalls;
  #shownName: string;
  /** What the shell marks; undefined for a session without shell integration. */
  readonly marks: CommandMarks | undefined;
  /** What the session seems to need from a person, and why. */
  readonly attention: AttentionWatch;
  readonly shownAttention: ShownAttention;
  #job: SessionJob | undefined;
  readonly #hidden: HiddenGate;
  readonly #freeze: SessionFreeze;
  readonly #halt: Halt;
  #changeTimer: NodeJS.Timeout | undefined;
  #changedAt = Number.NEGATIVE_INFINITY;
  #message: SessionMessage | undefined;
  #debugger: DebuggerState | undefined;

  constructor(
    session: Session,
    access: SessionAccess,
    { rules, halt, shownName = "", nonce, leaseSettings }: HostedSessionOptions,
  ) {
    this.session = this.#store.add(session);
    this.#freeze = new SessionFreeze(session);
    this.#halt = halt;
    this.access = access;
    this.#shownName = shownName;
    this.marks = nonce === undefined ? undefined : this.#store.add(new CommandMarks(nonce));
    const { marks } = this;
    if (marks) this.#store.add(session.onOutput((part) => marks.handleOutput(part)));
    this.#hidden = new HiddenGate(session, {
      onChanged: () => this.#handleHidden(),
      checkStandstill: (client) => {
        this.#freeze.checkTyping(client);
        halt.check(client);
      },
    });
    const isEchoOff = (): true | undefined => this.#hidden.isKnownHidden;
    this.attention = this.#store.add(new AttentionWatch(session, { rules, isEchoOff, lastExitCode: () => marks?.lastExitCode }));
    this.shownAttention = new ShownAttention(this.attention, [this.#freeze, this.#hidden]);
    this.#store.add(this.#hidden);
    this.calls = this.#store.add(
      new SessionCalls({
        ...{ session, leaseSettings, attention: this.attention, hidden: this.#hidden },
        ...{ freeze: this.#freeze, halt, marks: this.marks },
        // Whoever answers in the session has read what it said.
        onAnswered: () => this.acknowledge(),
      }),
    );
    this.#store.add(this.lease.onChanged(() => this.#changed()));
    this.#store.add(session.onOutput(() => this.#changed()));
    this.#store.add(session.onExit(() => this.lease.handleExit()));
    this.#store.add(session.onExit(() => this.#changed()));
    this.#store.add(session.onResize(() => this.#changed()));
    this.#store.add(session.screen.onState(() => this.#changed()));
    this.#store.add(this.attention.onChanged(() => this.#changed()));
    this.#store.add(this.attention.onLooked(() => this.#noteDebugger()));
  }

  /** Who may type, and what depends on that. */
  get lease(): SessionLease {
    return this.calls.lease;
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
      lastLine: sanitized(wholeLastLine).slice(0, MAX_LAST_LINE),
      ...(progress && !session.exit && { progress }),
      ...(bells > 0 && { bells }),
      ...this.lease.info,
      owner: session.owner,
      attention: this.shownAttention.current,
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
    this.#message = { text: sanitized(text), by: client.name, atMs: Date.now() };
    this.#changed();
  }

  /** The user has read the message. */
  acknowledge(): void {
    if (!this.#message) return;
    this.#message = undefined;
    this.#changed();
  }

  /** Whether automation must leave the program alone because a person types into it. */
  get isHeld(): boolean {
    return this.lease.isHeld && !this.session.exit;
  }

  /** Before `client` ends the program. People always may. Throws `lease-held`. */
  checkEndable(client: ClientInfo): void {
    if (this.isHeld && !isPerson(client)) this.lease.checkFree(client, "It was not stopped");
  }

  /** What agents may not see of the program's input. */
  get secrets(): Pick<HiddenGate, "ask" | "decline"> {
    return this.#hidden;
  }

  /** Types a secret and Enter. Rejects with `no-secret` where it would show, with `lease-held` in a read-only session, and with `session-ended`. */
  async sendSecret(client: ClientInfo, secret: string): Promise<void> {
    await this.#hidden.send(client, secret, () => this.lease.checkWritable("The secret was not typed"));
  }

  /** Stops the program where it stands. Waits of automation end. Throws `session-ended`. */
  async freeze(client: ClientInfo): Promise<void> {
    const frozen = this.#freeze.freeze(client);
    this.#stopAutomation((refused) => this.#freeze.error(refused));
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
    this.#stopAutomation((refused) => this.#halt.error(refused));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#changeTimer);
    this.#store[Symbol.dispose]();
  }

  /** `error` is told what therefore did not happen. */
  #stopAutomation(error: (refused: string) => HostError): void {
    this.calls.stopAutomation(error);
    this.#hidden.stopAutomation(error("Nobody is asked for the secret any more"));
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
    const wait = Math.max(0, this.#changedAt + CHANGE_INTERVAL_MS - performance.now());
    this.#changeTimer = setTimeout(() => {
      this.#changeTimer = undefined;
      this.#changedAt = performance.now();
      this.#onChanged.fire();
    }, wait);
  }
}

/**
 * What clients do with one session: they type and wait, and run commands. The one
 * place that decides whether a client may type now: the program must not stand
 * still, no halt must be on, no agent types into hidden input, and the lease must
 * allow it.
 */
import { isPerson, mustAskForSecrets, personName } from "../../../shared/client-kind.ts";
import type { HostError } from "../../../shared/errors.ts";
import { isSignalInput } from "../../../shared/key-sequences.ts";
import {
  type ClientInfo,
  type InputPart,
  type RunOutcome,
  type Size,
  type Step,
  type WaitOutcome,
} from "../../../shared/protocol.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import type { Halt } from "../access/halt.ts";
import { Call, type CallOptions, type CallOutcome } from "./call.ts";
import type { CallTarget, CallTurn } from "./call-target.ts";
import { type Clickless, hasNoClicks } from "./clicks.ts";
import type { HiddenGate } from "./hidden-gate.ts";
import { rawText, typedText } from "./input-chunks.ts";
import type { LeaseSettings } from "./input-lease.ts";
import { type RunCallOptions, runCommand } from "./run-call.ts";
import { ResizeNotices } from "./resize-notices.ts";
import type { SessionFreeze } from "./session-freeze.ts";
import { SessionLease } from "./session-lease.ts";
import { WaitingLine } from "./waiting-line.ts";
import { TypedLine } from "./typed-line.ts";
import { writeInput } from "./write-input.ts";

export type SessionCallsOptions = {
  readonly session: Session;
  /** As they are now. */
  readonly leaseSettings: () => LeaseSettings;
  readonly attention: CallTarget["attention"];
  readonly hidden: HiddenGate;
  readonly freeze: SessionFreeze;
  readonly halt: Halt;
  /** Undefined for a session whose shell marks nothing. */
  readonly marks: CommandMarks | undefined;
  /** A person has typed a line into the session. */
  readonly onAnswered: () => void;
};

export class SessionCalls implements Disposable {
  readonly #options: SessionCallsOptions;
  readonly #session: Session;
  /** Who may type, and what depends on that. */
  readonly lease: SessionLease;
  readonly #typedLine: TypedLine;
  /** The commands that wait for the shell's prompt. */
  readonly #commands = new WaitingLine();
  readonly #resizeNotices: ResizeNotices;

  constructor(options: SessionCallsOptions) {
    const { session, leaseSettings, hidden } = options;
    this.#options = options;
    this.#session = session;
    this.lease = new SessionLease({
      settings: leaseSettings,
      inputs: session.inputs,
      parked: {
        look: () => hidden.look(),
        check: (client, input) => this.#check(client, input),
        write: (client, input) => this.#typeParked(client, input),
      },
      dropOthers: (client, error) => session.dropOthers(client, error),
    });
    this.#typedLine = new TypedLine(session);
    this.#resizeNotices = new ResizeNotices(session.size);
  }

  /**
   * Takes steps as `client`: types, waits, and answers with what is new. The
   * steps have passed `checkSteps`. Rejects with what makes the first step
   * impossible: `lease-held`, `session-frozen`, `agents-halted`, `input-hidden`,
   * `session-ended` or `input-blocked`.
   */
  async take(client: ClientInfo, steps: readonly Step[], options: CallOptions): Promise<CallOutcome> {
    const keystroke = isPerson(client) && !options.isFirst ? keystrokeOf(steps) : undefined;
    // It does not pass what the person has sent before, unless it is Ctrl+C or its like.
    const isNext = keystroke && (!this.lease.queue.has(client) || isSignalInput(rawText(keystroke)));
    if (isNext) return this.#type(client, keystroke, options.allow);
    this.#typedLine.end();
    const { reader } = options;
    if (!isPerson(client)) this.lease.handleReader(reader);
    const { wait, failed } = await new Call(this.#target(client, reader), steps, options).run();
    if (!wait) return {};
    // Nobody reads the answer to a request that was given up.
    if (options.signal.aborted && wait.handback) this.lease.untold(reader, wait.handback);
    const resized = isPerson(client) ? undefined : this.#resizeNotices.take(reader, this.#session.size);
    return { wait: { ...wait, ...(resized && { resized }), ...this.#standstill() }, ...(failed && { failed }) };
  }

  /** Runs one command in the session's shell; see runCommand. `reader` hears what a person did before. */
  async run(client: ClientInfo, { reader, ...options }: RunCallOptions & { readonly reader: string }): Promise<RunOutcome> {
    const { lease } = this;
    if (!isPerson(client)) lease.handleReader(reader);
    const place = {
      session: this.#session,
      target: this.#target(client, reader),
      marks: this.#options.marks,
      commands: this.#commands,
      reader,
      checkOpen: () => {
        this.#checkStandstill(client);
        lease.checkOpen(client);
      },
      checkNothingComesFirst: () => lease.checkNothingComesFirst(client),
    };
    const outcome = await runCommand(place, options);
    const heldBy = lease.heldBy(client);
    return { ...outcome, ...(heldBy !== undefined && { heldBy }), ...this.#standstill() };
  }

  /** Resizes the terminal. The driver's size wins: while a person holds the lease, nobody else resizes. `reader` knows the new size. Throws `lease-held` or `session-ended`. */
  resize(client: ClientInfo, size: Size, reader: string): void {
    this.lease.checkFree(client, "The size stays as it is");
    this.#session.resize(size);
    this.#resizeNotices.note(reader, size);
  }

  /** Automation may not type any more: what it has queued is dropped, and it waits for nothing. `error` is told what was typed of a write. */
  stopAutomation(error: (wasTyped: string) => HostError): void {
    this.#session.dropAutomation(error);
    this.lease.endWaits();
  }

  [Symbol.dispose](): void {
    this.lease[Symbol.dispose]();
  }

  #target(client: ClientInfo, reader: string): CallTarget {
    const { attention, hidden } = this.#options;
    const { lease } = this;
    return {
      session: this.#session,
      client,
      attention,
      isClosed: () => lease.isClosedTo(client),
      joinQueue: (isPatient) => this.#joinQueue(client, isPatient),
      park: (inputs) => {
        this.#checkStandstill(client);
        lease.parked.park(client, reader, inputs);
      },
      look: () => this.#look(client),
      check: (input) => this.#check(client, input),
      acquire: (typed) => this.#acquire(client, typed),
      isHidden: () => hidden.isHidden(),
      track: (wait) => lease.track(wait, client),
      beginHandback: () => lease.beginHandback(client, reader),
      untold: (handback) => lease.untold(reader, handback),
      heldBy: () => lease.heldBy(client),
    };
  }

  #joinQueue(client: ClientInfo, isPatient: boolean): CallTurn {
    const { queue } = this.lease;
    const place = queue.join(client, isPatient);
    const check = (): void => this.#checkStandstill(client);
    return {
      get isTurn() {
        return queue.isTurnOf(place);
      },
      whenTurn: (limits) => queue.whenTurn(place, { ...limits, check }),
      [Symbol.dispose]: () => place[Symbol.dispose](),
    };
  }

  /** Throws `session-frozen` or `agents-halted`. */
  #checkStandstill(client: ClientInfo): void {
    const { freeze, halt } = this.#options;
    freeze.checkTyping(client);
    halt.check(client);
  }

  /** Before `client` types: asks the terminal whether it hides that, if it matters. */
  async #look(client: ClientInfo): Promise<void> {
    // It may be this client that takes an offered lease back, and then what is parked is typed first.
    if (mustAskForSecrets(client) || this.lease.info.parked) await this.#options.hidden.look();
  }

  /**
   * What stands against typing this as `client`, whoever has the keyboard, and as of the last look. Throws `session-ended`,
   * `session-frozen`, `agents-halted` or `input-hidden`.
   */
  #check(client: ClientInfo, input: readonly InputPart[]): void {
    this.#session.checkRunning();
    this.#checkStandstill(client);
    this.#options.hidden.checkKnown(client, input);
  }

  /** Before something is typed. Throws `session-frozen`, `agents-halted` or `lease-held`. */
  #acquire(client: ClientInfo, typed: string): void {
    this.#checkStandstill(client);
    this.lease.type(client, typed);
    this.#options.hidden.noteTyping(client);
    if (isPerson(client) && /[\r\n]/.test(typed)) this.#options.onAnswered();
  }

  /** The short way of a person's keystroke: it waits for nothing and is told nothing, so it is no call. */
  async #type(client: ClientInfo, input: readonly Clickless[], allow: CallOptions["allow"]): Promise<CallOutcome> {
    const session = this.#session;
    session.checkRunning();
    this.#acquire(client, rawText(input));
    const typed = typedText(input);
    if (this.lease.hasReaders) session.noteInput(typed);
    else this.#typedLine.note(typed);
    const written = writeInput(session, client, input);
    // While the program answers: its echo is not kept back by the row.
    allow?.();
    await written;
    return {};
  }

  /** Types what was parked. The screen must know it, so that waits can tell its echo. */
  async #typeParked(client: ClientInfo, input: readonly Clickless[]): Promise<void> {
    this.#typedLine.end();
    this.#options.hidden.noteTyping(client);
    this.#session.noteInput(typedText(input));
    await writeInput(this.#session, client, input);
  }

  #standstill(): Pick<WaitOutcome, "frozenBy" | "haltedBy" | "readOnlyBy"> {
    const { info } = this.#options.halt;
    const frozenBy = this.#options.freeze.by;
    const { readOnlyBy } = this.lease;
    return {
      ...(frozenBy !== undefined && { frozenBy }),
      ...(info && { haltedBy: personName({ name: info.by }) }),
      ...(readOnlyBy !== undefined && { readOnlyBy }),
    };
  }
}

/** The input of a single step that neither waits, submits nor clicks; undefined for other steps. */
function keystrokeOf(steps: readonly Step[]): readonly Clickless[] | undefined {
  const [step] = steps;
  if (!step?.input || step.wait || steps.length > 1 || !hasNoClicks(step.input)) return undefined;
  return step.input.length > 0 && !step.input.some((part) => "submit" in part) ? step.input : undefined;
}

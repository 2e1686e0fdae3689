/**
 * A call: one or more steps, each of which types, waits, or both. The answer has
 * all that is new since the call began, once, and says what ended its last wait.
 */
import type { IfHeld } from "../../../shared/if-held.ts";
import { isOnlyTimeout } from "../../../shared/only-timeout.ts";
import { HostError, messageOf } from "../../../shared/errors.ts";
import { asksForSecret } from "../../../shared/secret-prompt.ts";
import {
  DEFAULT_WAIT_MS,
  type InputPart,
  type Step,
  type StepFailure,
  type WaitCondition,
  type WaitOutcome,
} from "../../../shared/protocol.ts";
import { isAtWork } from "../../prompt/prompt-detector.ts";
import { isAnswer } from "./answers.ts";
import { cancelledError } from "./call-queue.ts";
import type { CallTarget } from "./call-target.ts";
import type { HandbackReading } from "./handback-notices.ts";
import { checkKeys, rawText, submittedLine, typedText } from "./input-chunks.ts";
import { RemoteWait } from "./remote-wait.ts";
import { groupSteps, isGathered, lineFollows, type StepGroup, typesLine } from "./step-groups.ts";
import { StepTyping, untilRead } from "./step-typing.ts";
import { timeLimit } from "./time-limit.ts";
import { checkPattern, type Ended, Wait, type WaitStart, waitStartSince } from "./wait.ts";

/** After this wait, a submitted text has left the program's input field, or it stays there. */
const SUBMITTED: WaitCondition = { quietMs: 40, timeoutMs: 400 };

/** A timer may fire so much early. */
const TIMER_MS = 1;

/** Ends of a wait after which the next step is taken. */
const GOES_ON: ReadonlySet<Ended> = new Set<Ended>(["match", "prompt", "quiet", "lease", "state"]);

export type CallOptions = {
  /** Who reads what is new; the reader's next wait counts from the end of this call. */
  readonly reader: string;
  readonly signal: AbortSignal;
  /** Is called when a step takes effect. Only the first call counts. */
  readonly allow?: () => void;
  /** For all steps together. */
  readonly timeoutMs?: number | undefined;
  /** The steps stop when this pattern matches in what one of them has brought about. */
  readonly stopOn?: string | undefined;
  /** What becomes of a call that types while its client may not. Default: it is refused. */
  readonly ifHeld?: IfHeld | undefined;
  /** Everything since the session began is new. */
  readonly isFirst?: boolean;
  /** Everything from this offset on is new, to a call that types nothing. */
  readonly since?: number | undefined;
};

/** `wait` is absent where nothing was waited for and there is nothing to say. */
export type CallOutcome = { readonly wait?: WaitOutcome; readonly failed?: StepFailure };

/** The last wait that has ended. A match in the program's last output may still reach it. */
type EndedWait = { readonly wait: Wait; readonly ended: Ended };

/** What the call is doing. */
type CallState =
  /** Between two steps, or before the first. */
  | { readonly kind: "idle"; readonly last: EndedWait | undefined }
  /** A step's input is being written, and nothing is waited for. */
  | { readonly kind: "typing"; readonly last: EndedWait | undefined }
  /** A step's input is being written or has been written, and the step waits. */
  | { readonly kind: "waiting"; readonly wait: Wait; readonly last: EndedWait | undefined }
  /** All steps have been taken, or one has failed. */
  | { readonly kind: "ended"; readonly failed: StepFailure | undefined; readonly last: EndedWait | undefined };

/** Throws `bad-request` for a pattern that does not compile and for a key that does not exist, before anything is typed. */
export function checkSteps(steps: readonly Step[], stopOn?: string): void {
  checkPattern(stopOn);
  for (const { input = [], wait } of steps) {
    checkPattern(wait?.pattern);
    checkKeys(input);
  }
}

/** One call, to be run once. */
export class Call {
  readonly #target: CallTarget;
  readonly #options: CallOptions;
  readonly #groups: readonly StepGroup[];
  /** What the steps type, one for each step that types. */
  readonly #inputs: readonly (readonly InputPart[])[];
  readonly #count: number;
  /** On the clock of `performance.now`. */
  readonly #endsAt: number | undefined;
  /** Without it, nothing new is gathered and no reader is moved. */
  readonly #wantsNews: boolean;
  #state: CallState = { kind: "idle", last: undefined };
  /** The latest wait on the screen. It follows the earlier ones of the call, so its end has the news of all. */
  #remote: RemoteWait | undefined;
  #handback: HandbackReading | undefined;
  /** The wait that a question has ended and that the next step answers. If that step has no wait of its own, this one goes on. */
  #interrupted: WaitCondition | undefined;
  /** The terminal hands whole lines to the program that has asked the question. */
  #gathersLines = false;
  #submitted: string | undefined;
  /** The last step that was taken has not waited: what has ended an earlier wait says nothing of it. */
  #isSent = true;
  /** Where the first wait begins, if the call says so. */
  #beginning: WaitStart | undefined;

  constructor(target: CallTarget, steps: readonly Step[], options: CallOptions) {
    this.#target = target;
    this.#options = options;
    this.#groups = groupSteps(steps);
    this.#inputs = steps.map(({ input = [] }) => input).filter((input) => input.length > 0);
    this.#count = steps.length;
    this.#wantsNews = options.isFirst === true || steps.some(({ wait }) => wait !== undefined);
    const limitMs = timeLimit(steps, options);
    this.#endsAt = limitMs === undefined ? undefined : performance.now() + limitMs;
  }

  /** Takes the steps. Rejects with what makes the first one impossible: `lease-held`, `session-ended`, `input-blocked`. */
  async run(): Promise<CallOutcome> {
    const { since } = this.#options;
    // One that types first waits for its turn before it is parked.
    const parked = this.#groups[0]?.input.length === 0 ? this.#park() : undefined;
    if (parked) return parked;
    if (since !== undefined) this.#beginning = await waitStartSince(this.#target.session, since);
    let failed: StepFailure | undefined;
    for (const [index, group] of this.#groups.entries()) {
      const next = this.#groups[index + 1];
      try {
        // A step that has waited has seen what came of it.
        if (index > 0 && this.#isSent) await untilRead(this.#target, group.input);
        using typing = group.input.length > 0 ? this.#joinQueue(group.input) : undefined;
        // What is parked is checked when it is typed.
        const parked = await typing?.untilTurn(() => (index === 0 ? this.#park() : undefined));
        if (parked) return parked;
        typing?.acquire();
        if (index === 0) this.#begin();
        const isDone = await this.#take(group, next, typing);
        const stoppedOn = isDone && next ? await this.#stoppedOn() : undefined;
        const isUnsent = isDone && stoppedOn === undefined && next !== undefined && (await this.#isUnsentBefore(next));
        if (isDone && stoppedOn === undefined && !isUnsent) continue;
        if (this.#count > 1) failed = { step: group.last + 1, of: this.#count, ...(stoppedOn !== undefined && { stoppedOn }) };
      } catch (error) {
        if (index === 0) throw this.#abandon(error);
        failed = { step: group.last + 1, of: this.#count, error: messageOf(error) };
      }
      break;
    }
    return this.#end(failed);
  }

  /** Several steps are told as a person would see them, so that their results can be told apart. The first wait begins that. */
  get #asSeen(): { asSeen?: true } {
    return this.#groups.length > 1 && !this.#remote ? { asSeen: true } : {};
  }

  /** What `stopOn` has matched, at the end of a step. One that answers a question has no wait of its own, and waits all the same. */
  async #stoppedOn(): Promise<string | undefined> {
    return this.#options.stopOn === undefined ? undefined : this.#remote?.stopped();
  }

  /** The line that was entered is back at the prompt, as fish leaves one with a syntax error: the next one would be added to it. */
  async #isUnsentBefore(next: StepGroup): Promise<boolean> {
    const submitted = this.#lookedAt;
    if (submitted === undefined || !typesLine(next) || this.#state.last?.ended !== "prompt") return false;
    return (await this.#remote?.isUnsent(submitted)) === true;
  }

  /** Joins those who are about to type into the session. */
  #joinQueue(input: readonly InputPart[]): StepTyping {
    const isPatient = this.#options.ifHeld === "wait";
    return new StepTyping(this.#target, input, { isPatient, signal: this.#options.signal, endsAt: this.#endsAt });
  }

  /** Parks all that the call would type, if the client has asked for that and may not type now. The call is over then. */
  #park(): CallOutcome | undefined {
    const { session } = this.#target;
    const inputs = this.#inputs;
    if (this.#options.ifHeld !== "park" || inputs.length === 0 || !this.#target.isClosed()) return undefined;
    if (this.#options.signal.aborted) throw cancelledError();
    session.checkRunning();
    this.#target.park(inputs);
    this.#options.allow?.();
    this.#state = { kind: "ended", failed: undefined, last: undefined };
    const heldBy = this.#target.heldBy();
    const { offset } = session;
    return { wait: { ended: "parked", text: "", omittedLines: 0, offset, ...(heldBy !== undefined && { heldBy }) } };
  }

  /** What a person did comes first, then what the steps bring about. */
  #begin(): void {
    const { reader, isFirst } = this.#options;
    this.#handback = this.#target.beginHandback();
    if (this.#beginning) return;
    if (this.#handback.hasNews || isFirst)
      this.#remote = new RemoteWait(this.#target.session, { reader, own: true, asSeen: true });
  }

  /** Takes one step. Returns whether it has ended as it should, so that the next one may be taken. */
  async #take(group: StepGroup, next: StepGroup | undefined, typing: StepTyping | undefined): Promise<boolean> {
    // A piece of a line has no effect before the key that enters it, so the wait goes on behind that one.
    const isPiece = next !== undefined && !typesLine(next) && this.#gathersLines && isGathered(group);
    const condition =
      group.wait ?? (isPiece ? undefined : this.#interrupted) ?? (next ? undefined : this.#waitForSubmission(group));
    // A pause between two pieces does not end it either.
    if (condition && !isPiece) this.#interrupted = undefined;
    if (!condition) {
      if (typing) await this.#type(group.input, typing);
      return true;
    }
    const began = performance.now();
    const ended = await this.#waitFor(condition, { group, next, typing });
    if (ended === "timeout" && isOnlyTimeout(condition) && hasPassed(condition, began)) return true;
    if (!next) return ended !== "timeout";
    if (GOES_ON.has(ended)) return true;
    if (ended !== "input" && ended !== "pager") return false;
    // What was not waited for stops the call, unless the next step is keys or is plainly meant for it.
    const isSent = condition.input === true || !typesLine(next) || (await this.#isAnswered(next));
    if (!isSent || condition.input === true) return isSent;
    this.#interrupted ??= condition;
    this.#gathersLines = (await this.#target.session.modes())?.lines === true;
    return true;
  }

  async #isAnswered({ input, isBare }: StepGroup): Promise<boolean> {
    const { screen } = this.#target.session;
    const place = await screen.ask("restingPlace", {}).catch(() => undefined);
    // The place has the beginnings of lines; a question stands at the end of one.
    const question = screen.state.wholeLastLine;
    return isAnswer({ text: typedText(input), isBare }, { question, above: place?.lines.slice(0, -1) ?? [] });
  }

  /** Whether a submitted text was taken is worth a short wait, even if nobody asks for news. */
  #waitForSubmission({ input }: StepGroup): WaitCondition | undefined {
    return !this.#wantsNews && input.some((part) => "submit" in part) ? SUBMITTED : undefined;
  }

  async #waitFor(
    until: WaitCondition,
    { group, next, typing }: { group: StepGroup; next: StepGroup | undefined; typing: StepTyping | undefined },
  ): Promise<Ended> {
    const { session } = this.#target;
    const { reader, signal, allow } = this.#options;
    const { last } = this.#state;
    last?.wait[Symbol.dispose]();
    if (typing) this.#submitted = submittedLine(group.input);
    const wait = new Wait(session, {
      until,
      typed: typing && typedText(group.input),
      keys: typing && rawText(group.input),
      reader,
      signal,
      attention: this.#target.attention,
      follows: this.#remote,
      ...this.#asSeen,
      goesOn: next !== undefined,
      stopOn: this.#options.stopOn,
      limitMs: this.#endsAt === undefined ? undefined : this.#endsAt - performance.now(),
      lineFollows: lineFollows(this.#groups.slice(this.#groups.indexOf(group) + 1)),
      start: this.#remote ? undefined : this.#beginning,
    });
    this.#state = { kind: "waiting", wait, last };
    this.#remote = wait.remote;
    using _ = this.#target.track(wait);
    const written = typing?.write();
    // While the program answers: its echo is not kept back by the row.
    allow?.();
    await written;
    this.#isSent = false;
    wait.begin();
    const ended = await wait.ended;
    this.#state = { kind: "idle", last: { wait, ended } };
    return ended;
  }

  async #type(input: readonly InputPart[], typing: StepTyping): Promise<void> {
    const { session } = this.#target;
    const { last } = this.#state;
    const typed = typedText(input);
    this.#state = { kind: "typing", last };
    this.#isSent = true;
    if (this.#wantsNews || this.#remote) {
      const follows = this.#remote && { follows: this.#remote.id };
      this.#remote = new RemoteWait(session, { reader: this.#options.reader, typed, ...this.#asSeen, ...follows });
    } else {
      session.noteInput(typed);
    }
    const written = typing.write();
    this.#options.allow?.();
    await written;
    this.#state = { kind: "idle", last };
  }

  /** The first step is impossible: nothing is left of the call but the error. */
  #abandon(error: unknown): HostError {
    if (this.#state.kind === "waiting") this.#state.wait[Symbol.dispose]();
    this.#state = { kind: "ended", failed: undefined, last: undefined };
    this.#remote?.abandon();
    const handback = this.#handback?.hasNews === true ? this.#handback.end() : undefined;
    if (handback) this.#target.untold(handback);
    return error instanceof HostError ? error : new HostError("internal", messageOf(error));
  }

  async #end(failed: StepFailure | undefined): Promise<CallOutcome> {
    if (this.#state.kind === "waiting") this.#state.wait[Symbol.dispose]();
    const { last } = this.#state;
    this.#state = { kind: "ended", last, failed };
    const isRead = this.#wantsNews || this.#handback?.hasNews === true;
    const { maxLines, firstLines } = this.#groups.findLast(({ wait }) => wait)?.wait ?? {};
    const isOver = last?.ended === "timeout";
    const news = await this.#remote?.end({ isRead, maxLines, firstLines, submitted: this.#lookedAt, isOver });
    const match = this.#isSent ? undefined : last?.wait.match;
    last?.wait[Symbol.dispose]();
    if (!news || (!isRead && !news.unsent)) return {};
    // The last output before an exit is still searched: a match there counts first.
    const found = match === undefined ? ((this.#isSent ? undefined : last?.ended) ?? "sent") : "match";
    const hidden = !this.#target.session.exit && (await this.#asksForSecret(found));
    // Nobody types a command where a secret is asked for.
    const ended = hidden && found === "prompt" ? "input" : found;
    return { wait: { ...this.#outcome(ended, match, news), ...(hidden && { hidden }) }, ...(failed && { failed }) };
  }

  /** What was submitted, if the program has looked at it. One that is at work will do so later. */
  get #lookedAt(): string | undefined {
    return this.#submitted !== undefined && isAtWork(this.#target.session.pid) ? undefined : this.#submitted;
  }

  /** Once the program reads, the terminal tells. Before, the words do: it may turn the echo off in a moment. */
  async #asksForSecret(found: Ended): Promise<boolean> {
    const isReading = found === "prompt" || found === "input";
    return (!isReading && asksForSecret(this.#target.session.screen.state.lastLine)) || (await this.#target.isHidden());
  }

  #outcome(ended: Ended, match: string | undefined, { unsent, ...news }: Omit<WaitOutcome, "ended">): WaitOutcome {
    const { exit } = this.#target.session;
    const heldBy = this.#target.heldBy();
    const handback = this.#handback?.end();
    return {
      ended,
      ...(ended === "state" && { attention: this.#target.attention.current }),
      ...(match !== undefined && { match }),
      ...news,
      ...(exit && { exit }),
      ...(unsent && !exit && ended !== "match" && { unsent }),
      ...(heldBy !== undefined && { heldBy }),
      ...(handback && { handback }),
    };
  }
}

/** The time of a wait is over, and not that of its call. */
function hasPassed({ timeoutMs = DEFAULT_WAIT_MS }: WaitCondition, began: number): boolean {
  return performance.now() - began >= timeoutMs - TIMER_MS;
}

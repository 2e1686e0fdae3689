/**
 * A call: one or more steps, each of which types, waits, or both. All that is
 * new since the call began comes back once, with what ended its last wait.
 */
import { HostError, messageOf } from "../../../shared/errors.ts";
import type { ClientInfo, InputPart, Step, StepFailure, WaitCondition, WaitOutcome } from "../../../shared/protocol.ts";
import { asksForSecret, isReadingTerminal } from "../../prompt/prompt-detector.ts";
import type { InputChunk, Session } from "../../sessions/session.ts";
import { hasNoClicks, withClicksAimed } from "./clicks.ts";
import { RemoteWait } from "./remote-wait.ts";
import type { Handback } from "./handback-notices.ts";
import { checkKeys, inputChunks, submittedLine, typedText } from "./input-chunks.ts";
import { checkPattern, type Ended, waitStartSince, Wait, type WaitStart } from "./wait.ts";

/** A submitted text has left the input field by then, or it stays there. */
const SUBMITTED: WaitCondition = { quietMs: 40, timeoutMs: 400 };

export type CallOptions = {
  readonly reader: string;
  readonly signal: AbortSignal;
  /** The lease is checked, and the call goes on: from here on it takes effect. */
  readonly allow?: () => void;
  /** For all steps together. */
  readonly timeoutMs?: number | undefined;
  /** Everything since the session began is news. */
  readonly isFirst?: boolean;
  /** Everything from this offset on is news, to a call that types nothing. */
  readonly since?: number | undefined;
};

/** What a call needs of the session that it is made to. */
export type CallTarget = {
  readonly session: Session;
  readonly client: ClientInfo;
  /** Makes the caller the driver; throws `lease-held`. */
  acquire(): void;
  /** Ends the wait when the lease changes. */
  track(wait: Wait): Disposable;
  /** What a person did meanwhile, once; undefined while one still has the keyboard. */
  takeHandback(): Handback | undefined;
  /** The person who has the keyboard. */
  heldBy(): string | undefined;
};

/** `wait` is absent where nothing was waited for and there is nothing to tell. */
export type CallOutcome = { readonly wait?: WaitOutcome; readonly failed?: StepFailure };

/** Where the call stands: a step that waits for what the step before it typed is one with it. */
type Group = { readonly input: readonly InputPart[]; wait?: WaitCondition; last: number };

/** Throws `bad-request` for a pattern that does not compile and for a key that does not exist, before anything is typed. */
export function checkSteps(steps: readonly Step[]): void {
  for (const { input = [], wait } of steps) {
    checkPattern(wait?.pattern);
    checkKeys(input);
  }
}

export class Call {
  readonly #target: CallTarget;
  readonly #options: CallOptions;
  readonly #groups: readonly Group[];
  readonly #count: number;
  readonly #endsAt: number | undefined;
  /** Nobody asked for news: then none are gathered, and no reader is moved. */
  readonly #wantsNews: boolean;
  #remote: RemoteWait | undefined;
  #handback: Handback | undefined;
  #ended: Ended = "quiet";
  #wait: Wait | undefined;
  #submitted: string | undefined;
  /** Where the first wait begins, if that was said. */
  #beginning: WaitStart | undefined;

  constructor(target: CallTarget, steps: readonly Step[], options: CallOptions) {
    this.#target = target;
    this.#options = options;
    this.#groups = grouped(steps);
    this.#count = steps.length;
    this.#wantsNews = options.isFirst === true || steps.some(({ wait }) => wait !== undefined);
    this.#endsAt = options.timeoutMs === undefined ? undefined : performance.now() + options.timeoutMs;
  }

  /** Takes the steps. Throws what makes the first one impossible: `lease-held`, `session-ended`, `input-blocked`. */
  async run(): Promise<CallOutcome> {
    if (this.#groups[0]?.input.length) this.#checkTyping();
    this.#options.allow?.();
    const { since } = this.#options;
    if (since !== undefined) this.#beginning = await waitStartSince(this.#target.session, since);
    this.#begin();
    let failed: StepFailure | undefined;
    for (const [index, group] of this.#groups.entries()) {
      try {
        const isDone = await this.#take(group, this.#groups[index + 1]);
        if (isDone) continue;
        if (this.#count > 1) failed = { step: group.last + 1, of: this.#count };
        break;
      } catch (error) {
        if (index === 0) return this.#refuse(error);
        failed = { step: group.last + 1, of: this.#count, error: messageOf(error) };
        break;
      }
    }
    return this.#finish(failed);
  }

  /** What a person did comes first, then what the steps bring about. */
  #begin(): void {
    const { reader, isFirst } = this.#options;
    this.#handback = this.#target.takeHandback();
    if (this.#beginning) return;
    if (this.#handback || isFirst) this.#remote = new RemoteWait(this.#target.session, { reader, own: true });
  }

  /** Returns whether the next step may be taken. */
  async #take({ input, wait: until }: Group, next: Group | undefined): Promise<boolean> {
    const isLast = next === undefined;
    const typed = input.length > 0 ? typedText(input) : undefined;
    if (typed !== undefined) this.#checkTyping();
    const submitted = input.findLast((part) => "submit" in part);
    const condition = until ?? (isLast && submitted && !this.#wantsNews ? SUBMITTED : undefined);
    if (!condition) {
      await this.#type(input, typed);
      return true;
    }
    if (typed !== undefined) this.#submitted = submittedLine(input);
    this.#wait?.[Symbol.dispose]();
    const { session } = this.#target;
    const { reader, signal } = this.#options;
    const limitMs = this.#endsAt === undefined ? undefined : this.#endsAt - performance.now();
    // Keys alone, Enter among them, are meant for whatever shows, a pager or a question; a line is meant for a prompt.
    const lineFollows = next !== undefined && typedText(next.input.filter((part) => !("key" in part))) !== "";
    const start = this.#remote ? undefined : this.#beginning;
    const follows = this.#remote;
    const wait = new Wait(session, { until: condition, typed, reader, signal, follows, limitMs, lineFollows, start });
    this.#wait = wait;
    this.#remote = wait.remote;
    using _ = this.#target.track(wait);
    if (typed !== undefined) await this.#write(input);
    wait.written();
    this.#ended = await wait.ended;
    if (isLast) return this.#ended !== "timeout" || this.#count === 1;
    return (
      this.#ended === "match" ||
      this.#ended === "prompt" ||
      // One that was not waited for: what comes next is not meant for it.
      (this.#ended === "input" && condition.input === true) ||
      this.#ended === "quiet" ||
      this.#ended === "lease"
    );
  }

  async #type(input: readonly InputPart[], typed: string | undefined): Promise<void> {
    const { session } = this.#target;
    if (typed === undefined) return;
    if (this.#wantsNews || this.#remote) {
      const follows = this.#remote && { follows: this.#remote.id };
      this.#remote = new RemoteWait(session, { reader: this.#options.reader, typed, ...follows });
    } else {
      session.screen.noteInput(typed);
    }
    await this.#write(input);
  }

  async #write(input: readonly InputPart[]): Promise<void> {
    const { session, client } = this.#target;
    // A click is aimed now: the steps before it may have changed the screen.
    const ready = hasNoClicks(input) ? input : await withClicksAimed(session, input);
    const chunks = inputChunks(ready, session.screen.state).map((chunk) => ({
      ...chunk,
      onSilence: () => this.#handleSilence(chunk),
    }));
    await session.write(client, chunks);
  }

  /** The terminal's echo is off, if the program had its chance: then it waits for more, or for the Enter of the line. */
  #handleSilence({ echoOf }: InputChunk): void {
    const { session } = this.#target;
    if (echoOf !== undefined && isReadingTerminal(session.pid)) session.screen.silence(echoOf);
  }

  #checkTyping(): void {
    this.#target.session.checkRunning();
    this.#target.acquire();
  }

  #refuse(error: unknown): never {
    this.#wait?.[Symbol.dispose]();
    this.#remote?.abandon();
    throw error instanceof HostError ? error : new HostError("internal", messageOf(error));
  }

  async #finish(failed: StepFailure | undefined): Promise<CallOutcome> {
    const { session } = this.#target;
    const told = this.#wantsNews || this.#handback !== undefined;
    const maxLines = this.#groups.findLast(({ wait }) => wait)?.wait?.maxLines;
    const news = await this.#remote?.end({ told, maxLines, submitted: this.#submitted });
    const match = this.#wait?.match;
    this.#wait?.[Symbol.dispose]();
    if (!news || (!told && !news.unsent)) return {};
    const { exit } = session;
    const holder = this.#target.heldBy();
    const { unsent, ...rest } = news;
    const ended = match === undefined ? this.#ended : "match";
    const wait: WaitOutcome = {
      // The last output before an exit is still searched: a match there counts first.
      ended,
      ...(match !== undefined && { match }),
      ...rest,
      ...(exit && { exit }),
      ...(unsent && !exit && ended !== "match" && { unsent }),
      ...(!exit && asksForSecret(session.screen.state.lastLine) && { hidden: true }),
      ...(holder !== undefined && { heldBy: holder }),
      ...(this.#handback && { handback: this.#handback }),
    };
    return { wait, ...(failed && { failed }) };
  }
}

/** A step that only waits goes with the input before it, so that no answer is missed between the two. */
function grouped(steps: readonly Step[]): Group[] {
  const groups: Group[] = [];
  for (const [index, { input = [], wait }] of steps.entries()) {
    const last = groups.at(-1);
    if (input.length === 0 && wait && last && !last.wait) {
      last.wait = wait;
      last.last = index;
    } else {
      groups.push({ input, ...(wait && { wait }), last: index });
    }
  }
  return groups;
}

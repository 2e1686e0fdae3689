/**
 * Tells when a program is back at its prompt, or asks for something. This file
 * is the door to the folder: nothing outside imports the others.
 *
 * Two witnesses are heard. The screen's worker says where the program has left
 * the cursor (`ScreenEvidence`); the kernel says whether the program reads its
 * terminal (kernel-witness.ts). The rules (prompt-rules.ts, question-rules.ts) say
 * how long both must have stood still. No witness calls when it has news of the
 * kind that matters here, so the detector looks at both whenever either may
 * have changed.
 */
import type { Event } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ScreenEvidence } from "../../shared/screen-evidence.ts";
import { KERNEL, type KernelWitness } from "./kernel-witness.ts";
import { OutputNews } from "./output-news.ts";
import { type PromptEvidence, promptEvidence, type TypedInput, typedInput } from "./prompt-evidence.ts";
import {
  idleAfterMs,
  idleLoopAfterMs,
  idlePromptAfterMs,
  pageAfterMs,
  polledAfterMs,
  promptAfterMs,
  questionAfterMs,
  replyAfterMs,
  settledAfterMs,
  silentServerAfterMs,
  unfinishedAfterMs,
} from "./prompt-rules.ts";
import { isAtPage, questionAt } from "./question-rules.ts";
import { GUESS_MS, ReaderWork } from "./reader-work.ts";
import type { TerminalReader } from "./terminal-reader.ts";

export { HiddenInput } from "./hidden-input.ts";
export {
  isPage,
  isQuestion,
  looksLikeQuestion,
  NO_PAGE_AFTER_ALL,
  questionIn,
  SETTLED_AFTER_MS,
} from "../../shared/questions.ts";
export { readingOf } from "./prompt-evidence.ts";
export { isAtWork, isBlockedOnTerminal, isReadingTerminal, isReadingTerminalItself } from "./reading-now.ts";
export { type TerminalReader, terminalReader } from "./terminal-reader.ts";
export { type ForegroundWork, foregroundWork } from "./foreground-work.ts";

/** The kernel does not say when a program begins to read: it is asked at these growing intervals. */
const FIRST_LOOK_MS = 1;
const LAST_LOOK_MS = 250;
/** After this many looks there is a rest before each: a program that floods must not keep the host busy. */
const MANY_LOOKS = 30;
const REST_MS = 5;
/** After this many, a second of output or more, the rest is longer. */
const VERY_MANY_LOOKS = 200;
const LONG_REST_MS = 20;
/**
 * A guess takes no longer than this where nothing but input can wake the program before it would count: its output may come in
 * several pieces. It is looked so often whether that has become so.
 */
const IDLE_MS = 200;
/** One that takes longer is for what does not look as if it asked. A program that sleeps for so long may be at work all the same. */
const LONGEST_GUESS_MS = 2000;
/** An event loop reads between any two pieces of work as well, so it must have been reading for this long. */
const READS_ON_MS = 50;

/** What was found: the program's own prompt, a page of a pager, or something else that it asks for. */
export type PromptKind = "prompt" | "pager" | "input";

/** What the detector needs of a session. */
export interface PromptingSession {
  /** The session's first process. */
  readonly pid: number;
  /** The end of the output so far. */
  readonly offset: number;
  /** Output has come that begins here. */
  readonly onOutput: Event<{ readonly offset: number }>;
  /** Hands on output that has been received. */
  flush(): void;
  /** Hands on all that has been printed up to now. False where more may be left. */
  drain(): boolean;
  readonly screen: {
    readonly onEvidence: Event<{ wait: number; evidence: ScreenEvidence }>;
    readonly onParsed: Event<void>;
    /** Characters of output that the screen does not show yet. */
    readonly unparsed: number;
  };
}

export type PromptDetectorOptions = {
  /** The wait whose evidence counts. */
  readonly wait: number;
  /** Input is about to be written. Then who read the terminal before must wake up first. */
  readonly typed: boolean;
  /** What is about to be typed, as the keyboard would send it. Empty where it is a click. */
  readonly keys?: string;
  /** Looks for a prompt. A page of a pager ends this, too. */
  readonly prompt: boolean;
  /** Looks for a question; a prompt counts only where the program has sat at it for a while. */
  readonly input: boolean;
  /** A line is to be typed at the prompt, so a question must not be taken for one. */
  readonly lineFollows: boolean;
  /** Is told once. */
  readonly settle: (kind: PromptKind) => void;
  /** A test has answers of its own. */
  readonly kernel?: Partial<KernelWitness>;
  readonly work?: ReaderWork;
};

type State =
  /** The input has not been written yet: nothing can be an answer to it. */
  | { readonly kind: "unwritten" }
  /** Looks whenever a witness may have changed, and when `timer` fires. */
  | { readonly kind: "looking"; readonly timer?: NodeJS.Timeout }
  /** Has looked often: does not look before `timer` fires, whatever changes. */
  | { readonly kind: "resting"; readonly timer: NodeJS.Timeout }
  /** Has told its owner, or is not wanted any more. */
  | { readonly kind: "settled" };

export class PromptDetector implements Disposable {
  readonly #session: PromptingSession;
  readonly #options: PromptDetectorOptions;
  readonly #kernel: KernelWitness;
  readonly #store = new DisposableStore();
  /** Who read the terminal before anything was typed; undefined when nothing is. */
  readonly #readerBefore: TerminalReader | undefined;
  readonly #offsetBefore: number;
  readonly #input: TypedInput;
  #state: State = { kind: "unwritten" };
  #screenEvidence: ScreenEvidence | undefined;
  /** The pause before the next look when nothing is found. */
  #pauseMs = FIRST_LOOK_MS;
  #looks = 0;
  /** On the clock of `performance.now`, as are all times here. */
  #lookedAt = 0;
  readonly #work: ReaderWork;
  readonly #output = new OutputNews();
  /** When the input was written, if there is any. */
  #begunAt = performance.now();
  /** The last news in the output, or the input. */
  #newsAt = performance.now();
  /** When the reader's process was last seen at work. */
  #workAt = 0;
  /** When the program was first seen reading, after the input; undefined while it is not. */
  #readingAt: number | undefined;

  constructor(session: PromptingSession, options: PromptDetectorOptions) {
    const { wait, typed, keys = "", kernel, work = new ReaderWork() } = options;
    this.#session = session;
    this.#options = options;
    this.#kernel = { ...KERNEL, ...kernel };
    this.#work = work;
    this.#readerBefore = typed ? this.#kernel.readTerminal(session.pid) : undefined;
    this.#offsetBefore = session.offset;
    this.#input = typedInput(keys);
    this.#store.add(
      session.screen.onEvidence((news) => {
        if (news.wait !== wait) return;
        this.#screenEvidence = news.evidence;
        this.#look();
      }),
    );
    this.#store.add(session.screen.onParsed(() => this.#look()));
    this.#store.add(session.onOutput(({ offset }) => this.#noteOutput(offset)));
  }

  /** The input, if there is any, has been written: from here on there may be an answer. */
  begin(): void {
    if (this.#state.kind !== "unwritten") return;
    this.#newsAt = this.#begunAt = performance.now();
    this.#lookAfter(FIRST_LOOK_MS);
  }

  [Symbol.dispose](): void {
    this.#enter({ kind: "settled" });
    this.#store[Symbol.dispose]();
  }

  #noteOutput(start: number): void {
    this.#output.note(start);
    this.#pauseMs = FIRST_LOOK_MS;
  }

  #look(): void {
    if (this.#state.kind !== "looking") return;
    const session = this.#session;
    session.flush();
    // Output that is not parsed yet causes a look when it is.
    if (!this.#screenEvidence || session.screen.unparsed > 0) return;
    this.#newsAt = Math.max(this.#output.lastAt(this.#screenEvidence.newsEnd), this.#begunAt);
    const restMs = this.#looks > MANY_LOOKS ? this.#lookedAt + this.#restMs - performance.now() : 0;
    if (restMs > 0) return this.#rest(restMs);
    this.#looks++;
    this.#lookedAt = performance.now();
    const { offset } = session;
    const reader = this.#kernel.readTerminal(session.pid);
    const { pid } = reader;
    const evidence = this.#evidence(this.#screenEvidence, reader);
    const found = this.#certain(evidence, reader) ?? this.#idle(evidence, reader);
    if (!found) return this.#lookLater();
    const isGuess = found.afterMs >= GUESS_MS && evidence.reading === "among-others" && pid !== undefined;
    const mayStart = this.#readerBefore === undefined || evidence.started;
    if (isGuess && mayStart && this.#work.isAtWork(pid, { now: this.#lookedAt, outputAt: this.#newsAt }))
      this.#workAt = this.#lookedAt;
    const leftMs = Math.max(this.#quietLeftMs(found.afterMs), this.#readingLeftMs(evidence, found.afterMs));
    if (leftMs > 0) return this.#lookAfter(Math.min(leftMs, IDLE_MS));
    // What the program has printed before it began to read may still be on its way.
    const isAll = session.drain();
    if (session.offset !== offset) return;
    if (!isAll) return this.#lookLater();
    this.#enter({ kind: "settled" });
    this.#options.settle(found.kind);
  }

  get #restMs(): number {
    return this.#looks > VERY_MANY_LOOKS ? LONG_REST_MS : REST_MS;
  }

  /** How much longer the program must stand still, of `afterMs` in all. */
  #quietLeftMs(afterMs: number): number {
    return afterMs - (performance.now() - Math.max(this.#newsAt, this.#workAt));
  }

  /** How much longer it must read, if it may go on by itself. One that has not woken up has read all the time. */
  #readingLeftMs({ reading, woke }: PromptEvidence, afterMs: number): number {
    if (reading === "alone" || reading === "no" || !woke) return 0;
    const now = performance.now();
    return Math.min(afterMs, READS_ON_MS) - (now - (this.#readingAt ?? now));
  }

  /** The same, but sooner where to wait for longer could tell nothing: the program has taken what was typed, and will not go on by itself until then. */
  #certain(evidence: PromptEvidence & ScreenEvidence, reader: TerminalReader): { kind: PromptKind; afterMs: number } | undefined {
    const found = this.#soonest(evidence);
    const isGuess = found !== undefined && found.afterMs > IDLE_MS && found.afterMs <= LONGEST_GUESS_MS;
    // A program that draws all the time is not looked at for it.
    if (!isGuess || !evidence.woke || !evidence.answered || this.#quietLeftMs(IDLE_MS) > 0) return found;
    return this.#kernel.sleepsFor(reader, found.afterMs) ? { ...found, afterMs: IDLE_MS } : found;
  }

  /** What the program is at, and how long it must have stood still there for this to be certain. */
  #soonest(evidence: PromptEvidence & ScreenEvidence): { kind: PromptKind; afterMs: number } | undefined {
    const { prompt, input, lineFollows } = this.#options;
    const pageMs = pageAfterMs(evidence);
    if (pageMs !== undefined) return { kind: "pager", afterMs: pageMs };
    const promptMs = prompt ? promptAfterMs(evidence) : idleAfterMs(evidence);
    const isMinded = input || lineFollows;
    const asked = questionAt(evidence, input);
    // Where a prompt is all that is waited for, a question ends the wait as a prompt does, and is told as what it is.
    const question = isMinded || asked !== "page" ? asked : undefined;
    const questionMs =
      !isMinded || question === undefined || question === "shape" ? undefined : questionAfterMs(evidence, question === "words");
    const afterMs = questionMs ?? promptMs;
    if (afterMs === undefined) {
      const replyMs = replyAfterMs(evidence);
      if (replyMs !== undefined) return { kind: "prompt", afterMs: replyMs };
      const settledMs =
        settledAfterMs(evidence, input) ??
        silentServerAfterMs(evidence) ??
        unfinishedAfterMs(evidence) ??
        polledAfterMs(evidence);
      return settledMs === undefined ? undefined : { kind: "input", afterMs: settledMs };
    }
    const isPrompt = question === undefined || (question === "page" && questionMs === undefined);
    return { kind: isPrompt ? "prompt" : "input", afterMs };
  }

  /** The program looks as if it were at work, and only input can make it go on. */
  #idle(evidence: PromptEvidence & ScreenEvidence, reader: TerminalReader): { kind: PromptKind; afterMs: number } | undefined {
    const promptMs = idlePromptAfterMs(evidence);
    const afterMs = promptMs ?? idleLoopAfterMs(evidence);
    if (afterMs === undefined || !(this.#kernel.isIdleLoop(reader) || this.#isIgnored(evidence, reader))) return undefined;
    if (isAtPage(evidence)) return { kind: "pager", afterMs };
    const isPrompt = promptMs !== undefined && questionAt(evidence, this.#options.input) === undefined;
    return { kind: isPrompt ? "prompt" : "input", afterMs };
  }

  /** A key has done nothing in a program that draws more than lines, which is told as asking without any key, too. */
  #isIgnored({ answered, entered, alternate, drawn }: PromptEvidence, reader: TerminalReader): boolean {
    const before = this.#readerBefore;
    return before !== undefined && !answered && !entered && (alternate || drawn) && this.#kernel.isLoopAsBefore(reader, before);
  }

  #evidence(screen: ScreenEvidence, reader: TerminalReader): PromptEvidence & ScreenEvidence {
    const { pid, offset } = this.#session;
    const hasPrinted = (screen.newsEnd ?? offset) > this.#offsetBefore;
    const evidence = promptEvidence({ screen, reader, before: this.#readerBefore, input: this.#input, hasPrinted, pid });
    this.#readingAt = evidence.reading === "no" || !evidence.woke ? undefined : (this.#readingAt ?? performance.now());
    return evidence;
  }

  #lookLater(): void {
    this.#lookAfter(this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LAST_LOOK_MS);
  }

  #lookAfter(ms: number): void {
    this.#enter({ kind: "looking", timer: setTimeout(() => this.#look(), Math.max(1, ms)) });
  }

  #rest(ms: number): void {
    const wake = (): void => {
      this.#enter({ kind: "looking" });
      this.#look();
    };
    this.#enter({ kind: "resting", timer: setTimeout(wake, Math.max(1, ms)) });
  }

  /** Leaves a state with what it had scheduled. */
  #enter(state: State): void {
    const before = this.#state;
    if (before.kind === "looking" || before.kind === "resting") clearTimeout(before.timer);
    this.#state = state;
  }
}

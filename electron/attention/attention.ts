/**
 * What a session needs from a person, with the reason. It is a guess: it informs
 * people, and nothing acts on it. This file is the door to the folder.
 *
 * The watch gathers evidence when something has changed, and when a state may
 * change by itself. It looks at what costs little first: a program that does not
 * read its terminal asks nothing, so its screen is not looked at.
 */
import { Emitter, type Event } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Attention, AttentionExplanation, AttentionRule, CorrectedState, ExitStatus } from "../../shared/protocol.ts";
import { LONGEST_PACE_MS } from "../../shared/reading-pace.ts";
import type { RestingPlace } from "../../shared/screen-evidence.ts";
import {
  type ForegroundWork,
  foregroundWork,
  SETTLED_AFTER_MS,
  readingOf,
  type TerminalReader,
  terminalReader,
} from "../prompt/prompt-detector.ts";
import { type AttentionEvidence, judge, type Verdict } from "./attention-rules.ts";
import { explain, type SourceFacts } from "./explanation.ts";
import type { LocalRules, RuleKey } from "./local-rules.ts";
import { ProgramAnnouncements, type AnnouncedState } from "./program-announcements.ts";

export { isAtPrompt } from "./attention-rules.ts";
export { LocalRules } from "./local-rules.ts";

/** After output, for the program to come to rest. A question shows this much later. */
const AFTER_OUTPUT_MS = 80;
/** Between two looks at a program that goes on printing. */
const WHILE_WRITING_MS = 500;
/** One that has printed within this time is at work, whoever reads: the rules say the same. There is no need to ask the kernel. */
const PRINTS_MS = LONGEST_PACE_MS + 11;
/** When to see whether it still prints: at multiples of this, so that many sessions share a wakeup. */
const PRINTS_STILL_MS = 100;
/** It is looked at now and then all the same: why it counts as working may change. */
const WHILE_PRINTING_MS = 2000;
/** A program that is silent may begin to read, or to compute, without a word. */
const WHILE_SILENT_MS = 1000;
/** When the screen's worker has been replaced, the next one needs a moment. */
const AFTER_FAILURE_MS = 1000;
/** Output that comes so soon after a key is its echo. */
const ECHO_MS = 300;
/** A program that computes uses at least this share of a processor. Idle ones that draw 60 times a second use 0.02. */
const WORK_SHARE = 0.1;

/** What the watch needs of a session. */
export interface WatchedSession {
  /** The session's first process. */
  readonly pid: number;
  readonly offset: number;
  readonly exit: ExitStatus | undefined;
  readonly isStopped: boolean;
  readonly startedAtMs: number;
  readonly lastOutputAtMs: number;
  readonly inputs: readonly { readonly atMs: number; readonly shown: { readonly recordable: string } }[];
  readonly onOutput: Event<unknown>;
  readonly onExit: Event<unknown>;
  /** Hands on all that has been printed up to now. False where more may be left. */
  drain(): boolean;
  readonly screen: {
    readonly state: {
      readonly lastLine: string;
      readonly title: string;
      readonly bells: number;
    } & AnnouncedState;
    readonly unparsed: number;
    readonly onState: Event<unknown>;
    ask(name: "restingPlace", params: Record<string, never>): Promise<RestingPlace>;
  };
}

export type AttentionOptions = {
  readonly rules: LocalRules;
  /** Whether the terminal shows what is typed; undefined where nobody knows. */
  readonly isEchoOff?: () => boolean | undefined;
  /** How the shell's last command ended, where the shell marks it. */
  readonly lastExitCode?: () => number | undefined;
  /** Ask the kernel. Tests have answers of their own. */
  readonly readTerminal?: (pid: number) => TerminalReader;
  readonly readWork?: (pid: number) => ForegroundWork | undefined;
};

/** What a look has found. It shows the session as it was when the look began. */
export type AttentionLook = Attention & {
  /** The end of the session's output. */
  readonly offset: number;
  /** On the clock of `performance.now`. */
  readonly begunAtMs: number;
};

type LookStart = Pick<AttentionLook, "offset" | "begunAtMs">;

const STARTING: Verdict = { state: "working", reason: "starts" };

export class AttentionWatch implements Disposable {
  readonly #session: WatchedSession;
  readonly #options: AttentionOptions;
  readonly #readTerminal: (pid: number) => TerminalReader;
  readonly #readWork: (pid: number) => ForegroundWork | undefined;
  readonly #announcements: ProgramAnnouncements;
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<void>());
  /** The state or its reason is another one. */
  readonly onChanged = this.#onChanged.event;
  readonly #onLooked = this.#store.add(new Emitter<AttentionLook>());
  /** Fires after each look, whether or not the state is another one. */
  readonly onLooked = this.#onLooked.event;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires, on the clock of `performance.now`. */
  #nextAt = Number.POSITIVE_INFINITY;
  /** When the last look began that has found something, and when somebody last asked for one; on the same clock. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #verdict = STARTING;
  #sinceMs: number;
  #rule: AttentionRule | undefined;
  #facts: SourceFacts | undefined;
  /** Counts the looks: the answer to an older one says nothing. */
  #looks = 0;
  /** The foreground job's processor time at the last look, and when it was last seen computing. */
  #work: { readonly atMs: number; readonly work: ForegroundWork } | undefined;
  #computedAtMs: number;

  constructor(session: WatchedSession, options: AttentionOptions) {
    this.#session = session;
    this.#options = options;
    this.#readTerminal = options.readTerminal ?? terminalReader;
    this.#readWork = options.readWork ?? foregroundWork;
    this.#announcements = new ProgramAnnouncements(session, () => this.#readWork(session.pid));
    this.#sinceMs = session.startedAtMs;
    this.#computedAtMs = session.startedAtMs;
    this.#store.add(session.onOutput(() => this.#handleOutput()));
    this.#store.add(session.onExit(() => void this.#look()));
    this.#store.add(session.screen.onState(() => this.#announcements.handleScreenState() && this.look(AFTER_OUTPUT_MS)));
    this.#lookAfter(AFTER_OUTPUT_MS);
  }

  get current(): Attention {
    const { state, reason } = this.#verdict;
    return { state, reason };
  }

  /** Where the program stood at the last look; undefined while it does not read. */
  get place(): RestingPlace | undefined {
    return this.#facts?.evidence.place;
  }

  /** The state with its evidence, as of the last look. Time has passed since. */
  explanation(): AttentionExplanation {
    const facts = this.#facts;
    const quietMs = Date.now() - this.#session.lastOutputAtMs;
    const sources = facts ? explain({ ...facts, evidence: { ...facts.evidence, quietMs } }) : [];
    return { ...this.current, sinceMs: this.#sinceMs, evidence: sources, ...(this.#rule && { rule: this.#rule }) };
  }

  /** A person says what the state is. It becomes a rule, and holds wherever the program stands like this again. */
  correct(state: CorrectedState): AttentionRule {
    const rule = this.#options.rules.add(this.#ruleKey(), state, Date.now());
    this.look();
    return rule;
  }

  /** Looks within this time, even while the program prints: something else has changed, or somebody waits for a look. */
  look(withinMs = 0): void {
    this.#askedAt = performance.now();
    this.#lookAfter(withinMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#store[Symbol.dispose]();
  }

  #handleOutput(): void {
    this.#lookAfter(this.#verdict.state === "working" ? WHILE_WRITING_MS : AFTER_OUTPUT_MS);
  }

  /** Looks after this time, or earlier if that was settled already. */
  #lookAfter(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.#nextAt || this.#store.isDisposed) return;
    clearTimeout(this.#timer);
    this.#nextAt = at;
    this.#timer = setTimeout(() => {
      this.#nextAt = Number.POSITIVE_INFINITY;
      if (this.#isPrinting) this.#lookAfter(Math.ceil(PRINTS_STILL_MS - (performance.now() % PRINTS_STILL_MS)));
      else void this.#look();
    }, ms);
  }

  /** A look would find the state that the last one has found. */
  get #isPrinting(): boolean {
    const { exit, lastOutputAtMs } = this.#session;
    if (exit || this.#verdict.state !== "working" || this.#lookedAt < this.#askedAt) return false;
    const quietMs = Date.now() - lastOutputAtMs;
    return quietMs >= 0 && quietMs < PRINTS_MS && performance.now() - this.#lookedAt < WHILE_PRINTING_MS;
  }

  async #look(): Promise<void> {
    const look = ++this.#looks;
    const session = this.#session;
    const { offset } = session;
    const start = { offset, begunAtMs: performance.now() };
    if (session.exit) return this.#settle({ ...this.#evidence("no"), exit: session.exit }, NO_READER, start);
    const reader = this.#readTerminal(session.pid);
    let place: RestingPlace | undefined;
    if (reader.reading !== "no") {
      // What it printed before it began to read may be on its way. A flood is work, whoever reads: the worker need not say more.
      if (!session.drain() || session.screen.unparsed > 0) return this.#lookAfter(AFTER_OUTPUT_MS);
      try {
        place = await session.screen.ask("restingPlace", {});
      } catch {
        return this.#lookAfter(AFTER_FAILURE_MS);
      }
      if (look !== this.#looks || this.#store.isDisposed) return;
      if (session.exit) return this.look();
    }
    const reading = place ? readingOf(reader, { ...place, mayBeKey: false }).reading : reader.reading;
    this.#settle({ ...this.#evidence(reading), ...(place && { place, program: reader.program }) }, reader, start);
    // It has gone on meanwhile: what was seen may be half of something.
    if (session.offset !== offset) this.#lookAfter(AFTER_OUTPUT_MS);
  }

  #evidence(reading: TerminalReader["reading"]): AttentionEvidence {
    const { screen, isStopped, lastOutputAtMs } = this.#session;
    const nowMs = Date.now();
    // Who reads does not compute, so nobody needs to know.
    if (reading === "no") this.#noteWork(nowMs);
    return {
      reading,
      isStopped,
      isEchoOff: this.#options.isEchoOff?.(),
      lastLine: screen.state.lastLine,
      quietMs: nowMs - lastOutputAtMs,
      restingMs: nowMs - this.#computedAtMs,
      notification: this.#announcements.notification,
      progress: this.#announcements.progress,
    };
  }

  #noteWork(nowMs: number): void {
    const work = this.#readWork(this.#session.pid);
    const before = this.#work;
    this.#work = work && { atMs: nowMs, work };
    if (!work || !before) return;
    const usedMs = work.processorMs - before.work.processorMs;
    if (usedMs > (nowMs - before.atMs) * WORK_SHARE) this.#computedAtMs = nowMs;
  }

  #settle(evidence: AttentionEvidence, reader: TerminalReader, start: LookStart): void {
    this.#lookedAt = start.begunAtMs;
    const { screen } = this.#session;
    // One that does not read has just been asked what it does.
    const isKnown = evidence.reading === "no";
    const work = evidence.exit ? undefined : isKnown ? this.#work?.work : this.#readWork(this.#session.pid);
    const { title, bells } = screen.state;
    this.#facts = { evidence, reader, work, title, bells, lastExitCode: this.#options.lastExitCode?.() };
    const verdict = judge(evidence);
    if (this.#isEcho(verdict)) return this.#lookAfter(verdict.changesInMs ?? WHILE_SILENT_MS);
    const isAtRest = verdict.state === "waiting" || verdict.state === "idle";
    const rule = isAtRest || (evidence.reading !== "no" && evidence.quietMs > SETTLED_AFTER_MS) ? this.#ruleHere() : undefined;
    this.#rule = rule;
    this.#enter(rule ? { state: rule.state, reason: `you have said so (rule ${rule.id})` } : verdict);
    this.#onLooked.fire({ ...this.current, ...start });
    if (verdict.changesInMs !== undefined) this.#lookAfter(Math.min(verdict.changesInMs, WHILE_SILENT_MS));
    // It may begin to read or to compute, and nobody tells.
    else if (evidence.reading === "no" && !evidence.exit) this.#lookAfter(WHILE_SILENT_MS);
  }

  /** A program at rest shows the keys that somebody types. That is no work of its own. */
  #isEcho({ state, changesInMs }: Verdict): boolean {
    if (state !== "working" || changesInMs === undefined || this.#verdict.state === "working") return false;
    const input = this.#session.inputs.at(-1);
    if (!input || /[\r\n]/.test(input.shown.recordable)) return false;
    const afterMs = this.#session.lastOutputAtMs - input.atMs;
    return afterMs >= 0 && afterMs < ECHO_MS && this.#facts?.evidence.reading !== "no";
  }

  #ruleHere(): AttentionRule | undefined {
    const { rules } = this.#options;
    return rules.all.length === 0 ? undefined : rules.find(this.#ruleKey());
  }

  #ruleKey(): RuleKey {
    const { evidence, work } = this.#facts ?? {};
    return { program: work?.name ?? "", line: evidence?.place?.line.trim() || (evidence?.lastLine ?? "") };
  }

  #enter(verdict: Verdict): void {
    const before = this.#verdict;
    this.#verdict = verdict;
    if (before.state !== verdict.state) this.#sinceMs = Date.now();
    if (before.state !== verdict.state || before.reason !== verdict.reason) this.#onChanged.fire();
  }
}

const NO_READER: TerminalReader = { reading: "no", turn: "" };

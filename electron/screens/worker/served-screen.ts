/** One screen of a worker: what is done with each of its messages, and what the host is told of it. */
import type { ScreenState } from "../screen-types.ts";
import { messageOf } from "../../../shared/errors.ts";
import type { FromWorker, ScreenId } from "../worker-protocol.ts";
import type { AnswersInSteps } from "./answers-in-steps.ts";
import { answerOf } from "./screen-answers.ts";
import type { Screen } from "./screen.ts";
import type { ScrollbackPacker } from "./scrollback-packer.ts";
import { sliceAt } from "./slices.ts";
import type { Work } from "./turns.ts";

/** How long plain text may be searched for what waits look for. Longer than a turn: parsing what could be left out takes longer still. */
const SEARCH_MS = 50;
/** Characters between two looks at the clock, to begin with: about half a millisecond of ordinary output. */
const SLICE = 16 * 1024;
/** Slices become as long as this while they are quick. The screen is searched for what is waited for after each, which costs as much as parsing 16 KB. */
const MAX_SLICE = 64 * 1024;
/**
 * Characters times cells of the screen in one slice: the first slice of a flood that redoes the screen with every few
 * characters takes half a second then.
 */
const MAX_SLICE_CELLS = 128 * 1024 * 1024;
/** Output that clears a large screen again and again takes a thousand times as long: then slices become as short as this. */
const MIN_SLICE = 64;
/** While more is left to parse, the state of the screen is told once in this time: looking at its last line costs as much as parsing 2 KB. */
const STATE_MS = 50;
/** Slices become shorter when one takes longer than this, and longer when one takes less than half of it. */
const LONG_SLICE_MS = 4;

const BROKEN = "The screen was reset because a program's output had stopped it; try again";

/** What the screens of a thread share. */
type Thread = {
  readonly send: (message: FromWorker) => void;
  readonly packer: ScrollbackPacker;
  readonly answers: AnswersInSteps;
  /** Hears that a screen has been closed, and must not be served any more. */
  readonly onClose: (id: ScreenId) => void;
};

export class ServedScreen {
  readonly #id: ScreenId;
  readonly #screen: Screen;
  readonly #thread: Thread;
  /** Characters of its output between two looks at the clock. */
  #slice = SLICE;
  /** It has failed. The host opens it again; until then its messages are answered and do nothing. */
  #isBroken = false;
  /** What the program is answered. All answers to one piece of output go in one message. */
  #replies = "";
  /** The state last reported, and when it was last looked at. */
  #state: ScreenState | undefined;
  #stateAt = Number.NEGATIVE_INFINITY;

  constructor(id: ScreenId, screen: Screen, thread: Thread) {
    this.#id = id;
    this.#screen = screen;
    this.#thread = thread;
    screen.onReply((text) => (this.#replies += text));
  }

  /** Does a piece of work. Returns what is left of it at `deadline`. A fault in one screen is that screen's alone. */
  serve(work: Work, deadline: number): Work | undefined {
    if (!this.#isBroken) {
      try {
        return this.#serve(work, deadline);
      } catch (error) {
        this.#isBroken = true;
        this.#drop();
        this.#thread.send({ kind: "fault", screen: this.#id, message: messageOf(error) });
      }
    }
    // Whoever waits for an answer must hear of it all the same. The host counts anew what is under way once it knows of the fault.
    if (work.kind === "write") this.#sendParsed(0, work.writes ?? 1);
    else if (work.kind === "ask") this.#refuse(work.ask, BROKEN);
    else if (work.kind === "close") this.#close();
    return undefined;
  }

  #serve(work: Work, deadline: number): Work | undefined {
    if (work.kind === "write") return this.#parse(work, deadline);
    if (work.kind === "ask") return this.#answer(work, deadline);
    this.#handle(work);
    this.#sendReplies();
    return undefined;
  }

  /** What is done at once and answered with nothing. */
  #handle(work: Exclude<Work, { kind: "write" | "ask" }>): void {
    const screen = this.#screen;
    switch (work.kind) {
      case "resize":
        return screen.resize(work.size);
      case "input":
        return screen.noteInput(work.typed);
      case "mark":
        return screen.marks.note(work.mark);
      case "more-input":
        return screen.addInput(work.typed);
      case "silence":
        return screen.handleSilence(work.typed);
      case "look":
        return screen.handleLook(work.reader);
      case "close":
        return this.#close();
    }
  }

  #parse(work: Work & { kind: "write" }, deadline: number): Work | undefined {
    const { text, known, replay } = work;
    const searchDeadline = performance.now() + SEARCH_MS;
    const taken = this.#screen.takeUnseen(text, searchDeadline, known);
    const found = [...taken.found];
    let at = taken.length;
    while (at < text.length) {
      const slice = sliceAt(text, at, Math.min(this.#slice, this.#maxSlice));
      found.push(...this.#writeTimed(slice, replay));
      at += slice.length;
      if (performance.now() > deadline) break;
    }
    this.#thread.packer.handleOutput(this.#screen);
    this.#sendReplies();
    const isDone = at >= text.length;
    const state = isDone || performance.now() - this.#stateAt > STATE_MS ? this.#changedState() : undefined;
    // Before it is told that nothing is left to parse: who judges by the evidence must have the latest.
    if (isDone) this.#sendEvidence();
    this.#sendParsed(Math.min(at, text.length), isDone ? (work.writes ?? 1) : 0, state);
    for (const { wait, match } of found) this.#thread.send({ kind: "match", screen: this.#id, wait, match });
    this.#sendTooSlow();
    return isDone ? undefined : { ...work, text: text.slice(at), known: known?.from(at) };
  }

  /** Makes the next slice shorter or longer, by how long this one took. */
  #writeTimed(slice: string, replay: boolean): ReturnType<Screen["write"]> {
    const screen = this.#screen;
    const began = performance.now() - screen.lookedMs;
    const found = screen.write(slice, replay);
    // Without the looks for what waits look for: those take as long after a short slice.
    const tookMs = performance.now() - screen.lookedMs - began;
    if (tookMs > LONG_SLICE_MS) this.#slice = Math.max(MIN_SLICE, Math.min(slice.length, this.#slice) / 4);
    else if (tookMs < LONG_SLICE_MS / 2) this.#slice = Math.min(MAX_SLICE, this.#slice * 2);
    return found;
  }

  get #maxSlice(): number {
    const { cols, rows } = this.#screen.size;
    return Math.max(MIN_SLICE, Math.floor(MAX_SLICE_CELLS / (cols * rows)));
  }

  #answer(work: Work & { kind: "ask" }, deadline: number): Work | undefined {
    const { ask, name, params } = work;
    try {
      if (name === "render" || name === "renderOn") {
        const done = this.#thread.answers.goOn(this.#screen, work, deadline);
        if (done) this.#thread.send({ kind: "answer", ask, ...done });
        // It goes on in the screen's next turn, and the host hears that the thread is well.
        else this.#sendParsed(0, 0);
        return done ? undefined : work;
      }
      this.#thread.send({ kind: "answer", ask, result: answerOf(this.#screen, name, params) });
    } catch (error) {
      this.#refuse(ask, messageOf(error));
    }
    if (name === "beginWait") this.#sendEvidence();
    this.#sendTooSlow();
    return undefined;
  }

  #refuse(ask: number, message: string): void {
    this.#thread.answers.forget(ask);
    this.#thread.send({ kind: "refusal", ask, message });
  }

  #close(): void {
    if (!this.#isBroken) this.#drop();
    this.#thread.onClose(this.#id);
  }

  #drop(): void {
    this.#thread.answers.drop(this.#screen);
    this.#thread.packer.drop(this.#screen);
    this.#screen[Symbol.dispose]();
  }

  #sendParsed(length: number, writes: number, state?: ScreenState): void {
    this.#thread.send({ kind: "parsed", screen: this.#id, length, writes, ...(state && { state }) });
  }

  #sendReplies(): void {
    if (this.#replies === "") return;
    this.#thread.send({ kind: "reply", screen: this.#id, text: this.#replies });
    this.#replies = "";
  }

  #sendEvidence(): void {
    for (const { wait, evidence } of this.#screen.waits.evidence())
      this.#thread.send({ kind: "evidence", screen: this.#id, wait, evidence });
  }

  #sendTooSlow(): void {
    for (const slow of this.#screen.waits.takeTooSlow()) this.#thread.send({ kind: "slow-pattern", screen: this.#id, ...slow });
  }

  #changedState(): ScreenState | undefined {
    this.#stateAt = performance.now();
    const state = this.#screen.state();
    if (this.#state && isSame(state, this.#state)) return undefined;
    this.#state = state;
    return state;
  }
}

/** Progress that has not changed is the same object; see `progressAfter`. */
function isSame(state: ScreenState, before: ScreenState): boolean {
  for (const key in state) if (state[key as keyof ScreenState] !== before[key as keyof ScreenState]) return false;
  return state.progress === before.progress;
}

/**
 * Entry of a screen worker: many screens in one thread. Each is served in the
 * order its messages came, and in turns, so that one whose output is slow to
 * parse does not keep the others waiting.
 */
import type { ScreenState } from "../screen-types.ts";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../../shared/errors.ts";
import { emulatorFault } from "./emulator-check.ts";
import { makeExport } from "./exports/make-export.ts";
import { OpenReadings } from "./open-readings.ts";
import { whyQuickParserIsOff } from "./output-parser.ts";
import { Screen } from "./screen.ts";
import { ScrollbackPacker } from "./scrollback-packer.ts";
import { searchHistory } from "./search-history.ts";
import { sliceAt } from "./slices.ts";
import type { Steps } from "./steps.ts";
import type {
  FromExport,
  FromSearch,
  FromWorker,
  QuestionName,
  Questions,
  ScreenId,
  ToWorker,
  WorkerJob,
} from "../worker-protocol.ts";

/** How long the screens may parse before each has had its turn: under a frame of 60 per second. */
const ROUND_MS = 12;
/** A turn shorter than this would do little but begin and end. */
const MIN_TURN_MS = 3;
/** How long plain text may be searched for what waits look for. Longer than a turn: parsing what could be left out takes longer still. */
const SEARCH_MS = 50;
/** Characters between two looks at the clock, to begin with: about half a millisecond of ordinary output. */
const SLICE = 16 * 1024;
/** Slices become as long as this while they are quick. The screen is searched for what is waited for after each, which costs as much as parsing 16 KB. */
const MAX_SLICE = 64 * 1024;
/** Output that clears a large screen again and again takes a thousand times as long: then slices become as short as this. */
const MIN_SLICE = 64;
/** Slices become shorter when one takes longer than this, and longer when one takes a quarter of it. */
const LONG_SLICE_MS = 4;

type Work = Exclude<ToWorker, { kind: "open" }>;
type Entry = {
  readonly id: ScreenId;
  readonly screen: Screen;
  readonly queue: Work[];
  /** Characters of its output between two looks at the clock. */
  slice: number;
  /** For how long it has been served; at least for as long as those that were waiting when it last had nothing to do. */
  servedMs: number;
  /** It has failed. The host opens it again; until then its messages are answered and do nothing. */
  isBroken: boolean;
  /** The state last reported. */
  state: string;
};

const BROKEN = "The screen was reset because a program's output had stopped it; try again";

const screens = new Map<ScreenId, Entry>();
const readings = new OpenReadings();
/** Questions that are being answered in steps, by their number. */
const renderings = new Map<number, Steps<unknown>>();
const packer = new ScrollbackPacker();
const port = parentPort;
const job = workerData as WorkerJob;
let turnsAreScheduled = false;
/** How long the screen whose turn was last had been served before that. */
let servedMs = 0;

function send(message: FromWorker): void {
  port?.postMessage(message);
}

function receive(message: ToWorker): void {
  if (message.kind === "open") return open(message.screen, new Screen(message.size, { offset: message.offset }));
  const entry = screens.get(message.screen);
  if (entry) {
    if (entry.queue.length === 0) entry.servedMs = Math.max(entry.servedMs, servedMs);
    entry.queue.push(message);
    scheduleTurns();
  } else if (message.kind === "ask") {
    send({ kind: "refusal", ask: message.ask, message: "The screen has been closed" });
  }
}

function open(id: ScreenId, screen: Screen): void {
  screens.set(id, { id, screen, queue: [], slice: SLICE, servedMs, isBroken: false, state: "" });
  screen.onReply((text) => send({ kind: "reply", screen: id, text }));
}

function close({ id, screen, queue }: Entry): void {
  screens.delete(id);
  readings.drop(screen);
  packer.drop(screen);
  screen[Symbol.dispose]();
  for (const message of queue.splice(0)) receive(message);
}

/** Not at once: what has come meanwhile is then parsed in one piece, which is several times cheaper. */
function scheduleTurns(): void {
  if (turnsAreScheduled) return;
  turnsAreScheduled = true;
  setImmediate(takeTurns);
}

/**
 * Who was served least comes first. Some things cannot be interrupted, such as a
 * resize of a long scrollback. When they have taken up a round, the messages that
 * have come are taken in, and an echo in a quiet session need not wait for the rest.
 */
function takeTurns(): void {
  turnsAreScheduled = false;
  const busy = [...screens.values()].filter(({ queue }) => queue.length > 0).sort((a, b) => a.servedMs - b.servedMs);
  const turnMs = Math.max(MIN_TURN_MS, ROUND_MS / busy.length);
  const end = performance.now() + ROUND_MS;
  for (const entry of busy) {
    const began = performance.now();
    if (began > end) return scheduleTurns();
    servedMs = entry.servedMs;
    takeTurn(entry, turnMs);
    entry.servedMs += performance.now() - began;
  }
}

/** Serves a screen until nothing is left or its time is up; then messages come in, and the others have theirs. */
function takeTurn(entry: Entry, turnMs: number): void {
  const deadline = performance.now() + turnMs;
  if (job.kind === "screens") Atomics.store(job.current, 0, entry.id);
  for (let work = next(entry.queue); work; work = next(entry.queue)) {
    const rest = serveOrFail(entry, work, deadline);
    if (rest) entry.queue.unshift(rest);
    if (performance.now() > deadline) break;
  }
  if (job.kind === "screens") Atomics.store(job.current, 0, 0);
  if (entry.queue.length > 0) scheduleTurns();
}

/** The next thing to do; small writes in a row are one. */
function next(queue: Work[]): Work | undefined {
  const first = queue.shift();
  if (first?.kind !== "write") return first;
  let { text, writes } = { writes: 1, ...first };
  for (let work = queue[0]; work?.kind === "write" && work.replay === first.replay && text.length < SLICE; work = queue[0]) {
    text += work.text;
    writes += work.writes ?? 1;
    queue.shift();
  }
  return { ...first, text, writes };
}

/** A fault in one screen is that screen's alone. Returns what is left to do, if the time was too short. */
function serveOrFail(entry: Entry, work: Work, deadline: number): Work | undefined {
  if (!entry.isBroken) {
    try {
      return serve(entry, work, deadline);
    } catch (error) {
      entry.isBroken = true;
      send({ kind: "fault", screen: entry.id, message: messageOf(error) });
    }
  }
  // Whoever counts what is under way must hear of it all the same.
  if (work.kind === "write") send({ kind: "parsed", screen: entry.id, length: work.text.length, writes: work.writes ?? 1 });
  else if (work.kind === "ask") refuse(work.ask, BROKEN);
  else if (work.kind === "close") close(entry);
  return undefined;
}

/** Returns what is left to do, if the time was too short. */
function serve(entry: Entry, work: Work, deadline: number): Work | undefined {
  switch (work.kind) {
    case "write":
      return parse(entry, work, deadline);
    case "resize":
      entry.screen.resize(work.size);
      return undefined;
    case "input":
      entry.screen.noteInput(work.typed);
      return undefined;
    case "mark":
      entry.screen.marks.note(work.mark);
      return undefined;
    case "more-input":
      entry.screen.addInput(work.typed);
      return undefined;
    case "silence":
      entry.screen.handleSilence(work.typed);
      return undefined;
    case "ask":
      if (work.name === "render" || work.name === "renderOn") return render(entry, work, deadline);
      answer(entry.screen, work);
      if (work.name === "beginWait") sendEvidence(entry);
      sendTooSlow(entry);
      return undefined;
    case "close":
      close(entry);
      return undefined;
  }
}

function parse(entry: Entry, work: Work & { kind: "write" }, deadline: number): Work | undefined {
  const { text, replay } = work;
  const searchDeadline = performance.now() + SEARCH_MS;
  let at = entry.screen.skipUnseen(text, searchDeadline);
  const packed = entry.screen.packUnseen(text.slice(at), searchDeadline);
  at += packed.length;
  const { found } = packed;
  do {
    const began = performance.now() - entry.screen.lookedMs;
    const slice = sliceAt(text, at, entry.slice);
    found.push(...entry.screen.write(slice, replay));
    at += slice.length;
    // Without the looks for what waits look for: those take as long after a short slice.
    const tookMs = performance.now() - entry.screen.lookedMs - began;
    if (tookMs > LONG_SLICE_MS) entry.slice = Math.max(MIN_SLICE, entry.slice / 4);
    else if (tookMs < LONG_SLICE_MS / 4) entry.slice = Math.min(MAX_SLICE, entry.slice * 2);
  } while (at < text.length && performance.now() < deadline);
  packer.handleOutput(entry.screen);
  const isDone = at >= text.length;
  const state = changedState(entry);
  const writes = isDone ? (work.writes ?? 1) : 0;
  // Before it is told that nothing is left to parse: who judges by the evidence must have the latest.
  if (isDone) sendEvidence(entry);
  send({ kind: "parsed", screen: entry.id, length: Math.min(at, text.length), writes, ...(state && { state }) });
  for (const { wait, match } of found) send({ kind: "match", screen: entry.id, wait, match });
  sendTooSlow(entry);
  return isDone ? undefined : { ...work, text: text.slice(at) };
}

function sendEvidence({ id, screen }: Entry): void {
  for (const { wait, evidence } of screen.waits.evidence()) send({ kind: "evidence", screen: id, wait, evidence });
}

function sendTooSlow({ id, screen }: Entry): void {
  for (const slow of screen.waits.takeTooSlow()) send({ kind: "slow-pattern", screen: id, ...slow });
}

function changedState(entry: Entry): ScreenState | undefined {
  const state = entry.screen.state();
  const key = JSON.stringify(state);
  if (key === entry.state) return undefined;
  entry.state = key;
  return state;
}

/** All questions but those that are answered in steps. */
type Answers = {
  [N in Exclude<QuestionName, "render" | "renderOn">]: (screen: Screen, params: Questions[N]["params"]) => Questions[N]["result"];
};

const answers: Answers = {
  snapshot: (screen, { scrollback }) => screen.snapshot(scrollback),
  text: (screen, { limit, bytes, isFirst }) => ({
    ...screen.text(limit, bytes, isFirst),
    offset: screen.offset,
    size: screen.size,
  }),
  since: (screen, { since, limit, bytes, isFirst }) => {
    const part = screen.since(since, { lines: limit, bytes, isFirst });
    const { offset, size } = screen;
    return { ...(part && { part }), bufferRows: screen.terminal.buffer.active.length, offset, size };
  },
  changes: (screen, { reader }) => ({ ...screen.changes(reader), offset: screen.offset, size: screen.size }),
  mouseState: (screen, { label }) => screen.mouseState(label),
  checkpoint: (screen, { offset }) => screen.checkpoint(offset),
  inputRows: (screen) => ({ rows: screen.marks.fromEnd() }),
  frame: (screen, { since }) => screen.frame(since),
  restingPlace: (screen) => screen.restingPlace(),
  waitStart: (screen, { since }) => ({ offset: screen.waits.startSince(since) }),
  beginWait: (screen, { wait, ...options }) => {
    const match = screen.waits.start(wait, options);
    return match === undefined ? {} : { match };
  },
  stopped: (screen, { wait }) => {
    const match = screen.waits.stopped(wait);
    return match === undefined ? {} : { match };
  },
  endWait: (screen, { wait, ...options }) => ({ ...screen.waits.end(wait, options), offset: screen.offset }),
};

function answer(screen: Screen, { ask, name, params }: Work & { kind: "ask" }): void {
  try {
    const question = answers[name as keyof Answers] as (screen: Screen, params: unknown) => unknown;
    send({ kind: "answer", ask, result: question(screen, params) });
  } catch (error) {
    refuse(ask, messageOf(error));
  }
}

/** Rendering may take seconds. It goes on in the screen's next turn, and the host hears that the thread is well. */
function render(entry: Entry, work: Work & { kind: "ask" }, deadline: number): Work | undefined {
  const { ask } = work;
  try {
    const steps = renderings.get(ask) ?? renderingOf(entry.screen, work);
    renderings.set(ask, steps);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        renderings.delete(ask);
        send({ kind: "answer", ask, result: step.value });
        return undefined;
      }
      if (performance.now() <= deadline) continue;
      send({ kind: "parsed", screen: entry.id, length: 0, writes: 0 });
      return work;
    }
  } catch (error) {
    refuse(ask, messageOf(error));
    return undefined;
  }
}

function* renderingOf(screen: Screen, { name, params }: Work & { kind: "ask" }): Steps<unknown> {
  if (name === "render") return yield* readings.begin(screen, params as Questions["render"]["params"]);
  const steps = readings.goOn(screen, params as Questions["renderOn"]["params"]);
  return steps ? { piece: yield* steps } : {};
}

function refuse(ask: number, message: string): void {
  renderings.delete(ask);
  send({ kind: "refusal", ask, message });
}

/** What needs an answer before the thread does anything else; undefined when all is well. */
const fault = emulatorFault();

if (fault !== undefined && job.kind === "screens") {
  send({ kind: "unfit", reason: fault });
} else if (fault !== undefined) {
  throw new Error(fault);
} else if (job.kind === "export") {
  const say = (message: FromExport): void => port?.postMessage(message);
  const bytes = await makeExport(job, (progress) => say({ kind: "progress", progress }));
  say({ kind: "made", bytes });
} else if (job.kind === "search") {
  const say = (message: FromSearch): void => port?.postMessage(message);
  say({ kind: "found", ...(await searchHistory(job, () => say({ kind: "beat" }))) });
} else {
  port?.on("message", receive);
  const whyOff = whyQuickParserIsOff();
  send({ kind: "ready", ...(whyOff !== undefined && { slowBecause: whyOff }) });
}

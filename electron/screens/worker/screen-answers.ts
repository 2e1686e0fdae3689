/** What a screen answers to the host's questions, but for those that take long (answers-in-steps.ts). */
import type { QuestionName, Questions } from "../worker-protocol.ts";
import type { Screen } from "./screen.ts";

type QuickQuestion = Exclude<QuestionName, "render" | "renderOn">;
type Answers = { [N in QuickQuestion]: (screen: Screen, params: Questions[N]["params"]) => Questions[N]["result"] };

const ANSWERS: Answers = {
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
  isUnsent: (screen, { wait, submitted }) => ({ isUnsent: screen.waits.isUnsent(wait, submitted) }),
  promptInput: (screen) => {
    const { isThere } = screen.promptInput;
    return isThere === undefined ? {} : { isThere };
  },
  beginCommand: (screen, start) => screen.commands.begin(start),
  endCommand: (screen, end) => screen.commands.end(end),
  endWait: (screen, { wait, ...options }) => ({ ...screen.waits.end(wait, options), offset: screen.offset }),
};

/** Throws what the question throws. The host's side has typed the parameters (Questions). */
export function answerOf(screen: Screen, name: QuickQuestion, params: unknown): unknown {
  const answer = ANSWERS[name] as (screen: Screen, params: unknown) => unknown;
  return answer(screen, params);
}

/**
 * Runs the patterns of clients: the one place in a screen's worker that does. A
 * worker keeps the screens of many, and JavaScript's engine can need hours for a
 * pattern such as `(a+)+$`. So each run has a budget. A pattern that exceeds it
 * fails, and its wait with it; other screens go on.
 */
import { createContext, Script } from "node:vm";
import { threadProcessorMs } from "../../platform/linux/proc.ts";
import { compilesSlowly, maxSteps } from "./pattern-cost.ts";

/** The engine takes 2 to 5 ns for a step, so a run of at most this many is over within 20 ms. Watching it would cost a tenth of a millisecond. */
const FEW_STEPS = 4_000_000;
/**
 * How long the tries may take. Each one begins anew, so a later one must be longer to
 * help. Tries end when the thread has had its processor time: on a busy machine it may
 * have waited for a processor most of the time, and an honest pattern must not pay for that.
 */
const TRIES_MS = [25, 50, 100, 100, 100, 100];
const MAX_PROCESSOR_MS = 60;
/** Where the system does not tell a thread's processor time. */
const BLIND_TRIES = 2;
/** A pattern that was too slow is refused at once for so long: asking again must not cost as much again. */
const REFUSED_FOR_MS = 10_000;
const MAX_REFUSED = 100;

const TOO_SLOW =
  "The pattern takes too long on this output, so its wait was ended. Use a simpler one, without repeats inside repeats such as (a+)+ and with few optional parts";

/** A pattern has used up its budget. The message is for whoever wrote it. */
export class PatternTooSlow extends Error {
  constructor() {
    super(TOO_SLOW);
  }
}

const watched: { run: (() => unknown) | undefined } = { run: undefined };
const context = createContext(watched);
const script = new Script("run()");
/** When each was last too slow, by source and flags. */
const refused = new Map<string, number>();

/**
 * Calls `run`, which applies `pattern` to `text` and does nothing else: it may be
 * broken off and begun again. Throws `PatternTooSlow` when that takes more than
 * some tens of milliseconds, and soon after it did.
 */
export function runPattern<T>(pattern: RegExp, text: string, run: () => T): T {
  if (compilesSlowly(pattern)) throw new PatternTooSlow();
  if (maxSteps(pattern, text) <= FEW_STEPS) return run();
  const key = String(pattern);
  const refusedAt = refused.get(key);
  if (refusedAt !== undefined && performance.now() - refusedAt < REFUSED_FOR_MS) throw new PatternTooSlow();
  const before = threadProcessorMs();
  for (const [tried, timeout] of TRIES_MS.entries()) {
    const result = runWatched(run, timeout);
    if (result) return result.value;
    const used = before === undefined ? undefined : (threadProcessorMs() ?? Number.POSITIVE_INFINITY) - before;
    if (used === undefined ? tried + 1 >= BLIND_TRIES : used >= MAX_PROCESSOR_MS) break;
  }
  refused.delete(key);
  const [oldest] = refused.keys();
  if (oldest !== undefined && refused.size >= MAX_REFUSED) refused.delete(oldest);
  refused.set(key, performance.now());
  throw new PatternTooSlow();
}

/** Undefined when the time was too short. */
function runWatched<T>(run: () => T, timeout: number): { value: T } | undefined {
  watched.run = run;
  try {
    // V8 looks for the timeout inside a regular expression, too.
    return { value: script.runInContext(context, { timeout }) as T };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    // The engine's own stack is full: it would have gone on for long.
    if (error instanceof RangeError) throw new PatternTooSlow();
    throw error;
  } finally {
    watched.run = undefined;
  }
}

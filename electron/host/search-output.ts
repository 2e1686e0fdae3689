/** `session/search`: the matching lines in all output of a session. */
import { HostError, messageOf } from "../../shared/errors.ts";
import { compilePattern } from "../../shared/patterns.ts";
import type { Params, Result } from "../../shared/protocol.ts";
import type { ScreenJobs } from "../screens/pool/screen-jobs.ts";
import type { SearchProgress } from "../screens/worker-protocol.ts";
import type { Session } from "../sessions/session.ts";

/** Matches that are shown when the client names no limit. */
const DEFAULT_MATCHES = 100;
/** Notes of progress that are kept for a session. Each one holds a snapshot, and took a whole search to reach. */
const MAX_PROGRESS_NOTES = 30;

/** Where searches ran out of time, in order of lines. A search that is asked to go on from there need not begin at the start. */
const progressOf = new WeakMap<Session, SearchProgress[]>();

/** Searches all output of a session. `by` is the principal who asks. Rejects with `bad-request` for a pattern that does not compile, or that takes too long. */
export async function searchOutput(
  jobs: ScreenJobs,
  session: Session,
  search: Params<"session/search"> & { readonly by: string; readonly signal: AbortSignal },
): Promise<Result<"session/search">> {
  const { pattern, context = 0, limit = DEFAULT_MATCHES, from = 1, by, signal } = search;
  try {
    compilePattern(pattern);
  } catch (error) {
    throw new HostError("bad-request", `${messageOf(error)}. The pattern is a JavaScript regular expression`);
  }
  session.flush();
  const { offset, size } = session;
  const recording = session.recordingPath();
  const source = recording ? { recording } : { text: (await session.read(0, Number.POSITIVE_INFINITY)).text };
  const progress = recording ? progressBefore(session, from) : undefined;
  const job = { request: { pattern, context, limit, from }, ...source, size, ...(progress && { progress }) };
  const found = await jobs.search(job, by, signal);
  if (found.progress) noteProgress(session, found.progress);
  return { ...found.result, offset };
}

/** The note that is closest before line `from`. */
function progressBefore(session: Session, from: number): SearchProgress | undefined {
  return progressOf.get(session)?.findLast(({ lines }) => lines.line < from);
}

function noteProgress(session: Session, progress: SearchProgress): void {
  const others = progressOf.get(session)?.filter(({ lines }) => lines.line !== progress.lines.line) ?? [];
  const notes = [...others, progress].sort((a, b) => a.lines.line - b.lines.line);
  progressOf.set(session, notes.slice(-MAX_PROGRESS_NOTES));
}

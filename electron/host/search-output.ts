/** `session/search`: matching lines in all that a session has printed. */
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Params, Result } from "../../shared/protocol.ts";
import { searchPattern } from "../screens/line-search.ts";
import type { ScreenJobs } from "../screens/screen-jobs.ts";
import type { SearchPlace } from "../screens/worker-protocol.ts";
import type { Session } from "../sessions/session.ts";

/** Matches that are shown when nobody says how many. */
const DEFAULT_MATCHES = 100;
/** Each took a whole search to reach, and holds a snapshot. */
const MAX_PLACES = 30;

/** Where searches ran out of time, by line: the next one, told to go on from there, need not begin at the beginning. */
const placesOf = new WeakMap<Session, SearchPlace[]>();

/** Throws `bad-request` for a pattern that is none, or that does not end. */
export async function searchOutput(
  jobs: ScreenJobs,
  session: Session,
  params: Params<"session/search">,
  signal: AbortSignal,
): Promise<Result<"session/search">> {
  const { pattern, context = 0, limit = DEFAULT_MATCHES, from = 1 } = params;
  try {
    searchPattern(pattern);
  } catch (error) {
    throw new HostError("bad-request", `${messageOf(error)}. The pattern is a JavaScript regular expression`);
  }
  session.flush();
  const { offset, size } = session;
  const recording = session.recordingPath();
  const source = recording ? { recording } : { text: (await session.read(0, Number.POSITIVE_INFINITY)).text };
  const place = recording ? placeBefore(session, from) : undefined;
  const job = { request: { pattern, context, limit, from }, ...source, size, ...(place && { place }) };
  const found = await jobs.search(job, signal);
  if (found.place) notePlace(session, found.place);
  return { ...found.result, offset };
}

/** The last place with no line from `from` on before it. */
function placeBefore(session: Session, from: number): SearchPlace | undefined {
  return placesOf.get(session)?.findLast(({ lines }) => lines.line < from);
}

function notePlace(session: Session, place: SearchPlace): void {
  const others = placesOf.get(session)?.filter(({ lines }) => lines.line !== place.lines.line) ?? [];
  const places = [...others, place].sort((a, b) => a.lines.line - b.lines.line);
  placesOf.set(session, places.slice(-MAX_PLACES));
}

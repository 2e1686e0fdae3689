/** What clients read of a screen, and of all that was ever on it. */
import { HostError, messageOf } from "../../shared/errors.ts";
import { type ClientInfo, DEFAULT_TEXT_BYTES, type Params, type Result } from "../../shared/protocol.ts";
import { searchPattern } from "../screens/line-search.ts";
import type { ScreenPool } from "../screens/screen-pool.ts";
import type { Session } from "../sessions/session.ts";
import { renderOutput } from "./read-output.ts";

const ALL_LINES = 100_000;
/** Matches that are shown when nobody says how many. */
const DEFAULT_MATCHES = 100;
/** A line that is longer than an answer may be. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** `session/screen`: the screen with its scrollback, or what is new since an offset. */
export async function readScreen(session: Session, params: Params<"session/screen">): Promise<Result<"session/screen">> {
  const { lines: limit = ALL_LINES, since, limit: bytes = DEFAULT_TEXT_BYTES } = params;
  session.flush();
  if (since === undefined) return cutText(await session.screen.ask("text", { limit, bytes }), bytes);
  const { part, ...place } = await session.screen.ask("since", { since, limit, bytes });
  if (part) return cutText({ ...part, ...place }, bytes);
  // The screen has not been marked there, or it has scrolled away since: the output still tells.
  const { text, next, hiddenText } = await renderOutput(session, since, Math.max(1, bytes));
  const shown = text.split("\n");
  const kept = shown.slice(Math.max(0, shown.length - limit));
  return cutText(
    {
      ...place,
      text: kept.join("\n").replace(/\n$/, ""),
      offset: next,
      omittedLines: shown.length - kept.length,
      ...(hiddenText && { hiddenText }),
    },
    bytes,
  );
}

/** `session/changes`. Every command is a connection of its own, so they say who they are for. */
export async function changedRows(session: Session, client: ClientInfo, caller = ""): Promise<Result<"session/changes">> {
  session.flush();
  const reader = client.kind === "cli" ? `cli ${caller}` : `${client.id} ${caller}`;
  return session.screen.ask("changes", { reader });
}

/** `session/search`. Throws `bad-request` for a pattern that is none, or that does not end. */
export async function searchOutput(
  screens: ScreenPool,
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
  const result = await screens.search({ request: { pattern, context, limit, from }, ...source, size }, signal);
  return { ...result, offset };
}

/** A single line may be longer than the limit: then its end is what counts. */
function cutText<T extends { text: string }>(result: T, bytes: number): T {
  const most = Math.min(bytes, MAX_ANSWER_BYTES);
  const encoded = Buffer.from(result.text);
  if (encoded.length <= most) return result;
  let from = encoded.length - most;
  // Not from the middle of a character.
  while (from < encoded.length && ((encoded[from] ?? 0) & 0xc0) === 0x80) from++;
  return { ...result, text: encoded.toString("utf8", from) };
}

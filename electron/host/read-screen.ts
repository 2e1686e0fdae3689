/** How clients read a screen: as text, or the rows that have changed. */
import { DEFAULT_TEXT_BYTES, type Params, type Result } from "../../shared/protocol.ts";
import type { Session } from "../sessions/session.ts";
import { renderOutput } from "./read-output.ts";

const ALL_LINES = 100_000;
/** The most text in an answer, even if it is a single line. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** `session/screen`: the screen with its scrollback, or what is new since an offset. The reader has then seen what the whole screen shows. */
export async function readScreen(
  session: Session,
  params: Params<"session/screen">,
  reader: string,
): Promise<Result<"session/screen">> {
  const { firstLines, lines = ALL_LINES, since, limit: bytes = DEFAULT_TEXT_BYTES } = params;
  const isFirst = firstLines !== undefined;
  const limit = firstLines ?? lines;
  session.flush();
  if (since === undefined && !isFirst && limit >= session.size.rows) session.screen.noteLook(reader);
  if (since === undefined) return cutText(await session.screen.ask("text", { limit, bytes, isFirst }), bytes);
  const { part, ...position } = await session.screen.ask("since", { since, limit, bytes, isFirst });
  if (part) return cutText({ ...part, ...position }, bytes);
  // The screen has no baseline there, or its text has left the scrollback since. The output still has it.
  const { text, next, hiddenText } = await renderOutput(session, { since, limit: Math.max(1, bytes) });
  const shown = text.split("\n");
  const kept = isFirst ? shown.slice(0, limit) : shown.slice(Math.max(0, shown.length - limit));
  const left = shown.length - kept.length;
  return cutText(
    {
      ...position,
      text: kept.join("\n").replace(/\n$/, ""),
      offset: next,
      omittedLines: isFirst ? 0 : left,
      ...(isFirst && left > 0 && { omittedAtEnd: left }),
      ...(hiddenText && { hiddenText }),
    },
    bytes,
  );
}

/** `session/changes`: what has changed since this reader's last look. */
export async function changedRows(session: Session, reader: string): Promise<Result<"session/changes">> {
  session.flush();
  return session.screen.ask("changes", { reader });
}

/** Cuts text to the limit. The end of the text stays: a single line may be longer than the limit. */
function cutText<T extends { text: string }>(result: T, bytes: number): T {
  const most = Math.min(bytes, MAX_ANSWER_BYTES);
  const encoded = Buffer.from(result.text);
  if (encoded.length <= most) return result;
  let from = encoded.length - most;
  // Not in the middle of a character.
  while (from < encoded.length && ((encoded[from] ?? 0) & 0xc0) === 0x80) from++;
  return { ...result, text: encoded.toString("utf8", from) };
}

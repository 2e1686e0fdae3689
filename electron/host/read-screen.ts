/** How clients read a screen: as text, or the rows that have changed. */
import { linesWithin } from "../../shared/lines-within.ts";
import { DEFAULT_TEXT_BYTES, type Params, type Result } from "../../shared/protocol.ts";
import type { Session } from "../sessions/session.ts";
import { renderOutput } from "./read-output.ts";

const ALL_LINES = 100_000;
/** The most text in an answer. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** `session/screen`: the screen with its scrollback, or what is new since an offset. The reader has then seen what the whole screen shows. */
export async function readScreen(
  session: Session,
  params: Params<"session/screen">,
  reader: string,
): Promise<Result<"session/screen">> {
  const { firstLines, lines = ALL_LINES, since } = params;
  const bytes = Math.min(params.limit ?? DEFAULT_TEXT_BYTES, MAX_ANSWER_BYTES);
  const isFirst = firstLines !== undefined;
  const limit = firstLines ?? lines;
  session.flush();
  if (since === undefined && !isFirst && limit >= session.size.rows) session.screen.noteLook(reader);
  if (since === undefined) return session.screen.ask("text", { limit, bytes, isFirst });
  const { part, ...position } = await session.screen.ask("since", { since, limit, bytes, isFirst });
  if (part) return { ...part, ...position };
  // The screen has no baseline there, or its text has left the scrollback since. The output still has it.
  const { text, next, hiddenText } = await renderOutput(session, { since, limit: Math.max(1, bytes) });
  const shown = text.replace(/\n$/, "").split("\n");
  const { texts, whole } = linesWithin(shown, { lines: limit, bytes, isFirst });
  const left = shown.length - whole;
  return {
    ...position,
    text: texts.join("\n"),
    offset: next,
    omittedLines: isFirst ? 0 : left,
    ...(isFirst && left > 0 && { omittedAtEnd: left }),
    ...(hiddenText && { hiddenText }),
  };
}

/** `session/changes`: what has changed since this reader's last look. */
export async function changedRows(session: Session, reader: string): Promise<Result<"session/changes">> {
  session.flush();
  return session.screen.ask("changes", { reader });
}

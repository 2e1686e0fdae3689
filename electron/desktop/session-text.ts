/** Prepares text from programs for menus and notifications: one short line, without characters that hide or reverse text. */
import type { SessionInfo } from "../../shared/protocol.ts";
import { titleOf } from "../../shared/session-title.ts";

const MAX_TITLE = 60;
const MAX_LINE = 160;

/** The session's name as menus and notifications show it. */
export function sessionTitle(session: Pick<SessionInfo, "id" | "shownName" | "title" | "command">): string {
  return plainLine(titleOf(session), MAX_TITLE);
}

/** What the session asks or says, or why it failed. */
export function sessionLine({ attention, lastLine, message }: Pick<SessionInfo, "attention" | "lastLine" | "message">): string {
  if (message && attention.state !== "failed" && attention.state !== "waiting") return plainLine(message.text, MAX_LINE);
  return plainLine(attention.state === "failed" && lastLine ? `${attention.reason}: ${lastLine}` : attention.reason, MAX_LINE);
}

/**
 * One line of at most `max` characters. Control, bidi, zero-width and tag
 * characters are all of Unicode category C and become a space.
 */
function plainLine(text: string, max: number): string {
  const line = text
    .slice(0, 4 * max)
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

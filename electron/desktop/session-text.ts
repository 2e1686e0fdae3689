/** What programs say, made fit for menus and notifications: one line, bounded, nothing that hides or turns text round. */
import type { SessionInfo } from "../../shared/protocol.ts";
import { titleOf } from "../../shared/session-title.ts";

const MAX_TITLE = 60;
const MAX_LINE = 160;

export function sessionTitle(session: Pick<SessionInfo, "id" | "title" | "command">): string {
  return plain(titleOf(session), MAX_TITLE);
}

/** What it asks, or why it failed. */
export function sessionLine({ attention, lastLine }: Pick<SessionInfo, "attention" | "lastLine">): string {
  return plain(attention.state === "failed" && lastLine ? `${attention.reason}: ${lastLine}` : attention.reason, MAX_LINE);
}

/** Controls, bidi overrides, zero-width and tag characters are all category C. */
function plain(text: string, max: number): string {
  const line = text
    .slice(0, 4 * max)
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** `session/read`: output from an offset on, cut where it can be cut. */
import type { Params, Result } from "../../shared/protocol.ts";
import { stripSequences } from "../../shared/strip-sequences.ts";
import { SequenceBoundary } from "../screens/sequence-boundary.ts";
import type { Session } from "../sessions/session.ts";

/** Output in one answer when nobody says how much. */
const DEFAULT_READ_CHARS = 256 * 1024;

export async function readOutput(session: Session, params: Params<"session/read">): Promise<Result<"session/read">> {
  const { since = 0, limit = DEFAULT_READ_CHARS, strip = false } = params;
  session.flush();
  const { offset, text } = await session.read(Math.min(since, session.offset), limit);
  const end = session.offset;
  const rest = session.exit !== undefined && offset + text.length >= end;
  // Nothing can follow the last of it, so even half a sequence goes out.
  const whole = rest ? text : strip ? wholeSequences(text) : wholeCharacters(text, offset + text.length < end);
  return { text: strip ? stripSequences(whole) : whole, next: offset + whole.length, end };
}

/** Without a sequence that is cut by the end: its other half would be taken for text. */
function wholeSequences(text: string): string {
  const boundary = new SequenceBoundary();
  const whole = boundary.take(text);
  // One sequence that is longer than the answer has to be cut.
  return whole === "" ? text : whole;
}

/** Without half a character at the end, unless it is all there is. */
function wholeCharacters(text: string, more: boolean): string {
  return more && text.length > 1 && /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

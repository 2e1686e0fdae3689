/** `session/read`: output from an offset on, as it came or as the text it left behind, cut where it can be cut. */
import type { Params, Result } from "../../shared/protocol.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import type { Session } from "../sessions/session.ts";

/** Output in one answer when nobody says how much. */
const DEFAULT_READ_CHARS = 256 * 1024;

type Output = Result<"session/read">;

export async function readOutput(session: Session, params: Params<"session/read">): Promise<Output> {
  const { since = 0, limit = DEFAULT_READ_CHARS, strip = false } = params;
  session.flush();
  if (strip) return renderOutput(session, since, limit);
  const { offset, text, end, isLast } = await outputFrom(session, since, limit);
  const whole = isLast ? text : wholeCharacters(text, offset + text.length < end);
  return { text: whole, next: offset + whole.length, end };
}

/** The output from `since` on as a person would have seen it: begun where colors and modes are known, so that nothing hidden comes to light. */
export async function renderOutput(session: Session, since: number, limit: number): Promise<Output> {
  const { offset, text, end, isLast } = await outputFrom(session, since, limit);
  const whole = isLast ? text : wholeSequences(text);
  const next = offset + whole.length;
  if (whole === "") return { text: "", next, end };
  const { offset: from, prelude } = await session.screen.ask("checkpoint", { offset });
  const before = offset > from ? await session.read(from, offset - from) : undefined;
  const rendered = await session.screen.ask("render", { prelude, before: before?.text ?? "", text: whole });
  return { ...rendered, next, end };
}

async function outputFrom(session: Session, since: number, limit: number) {
  const { offset, text } = await session.read(Math.min(since, session.offset), limit);
  const end = session.offset;
  // Nothing can follow the last of it, so even half a sequence goes out.
  return { offset, text, end, isLast: session.exit !== undefined && offset + text.length >= end };
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

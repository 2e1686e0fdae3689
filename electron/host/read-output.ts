/** `session/read`: output from an offset on, as it came or as text, cut only where it can be cut. */
import type { Params, Result } from "../../shared/protocol.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import type { Session } from "../sessions/session.ts";

/** Output in one answer when the client names no limit, in UTF-16 units. */
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

/** What rendering needs of a session. */
type RenderedSession = Pick<Session, "exit" | "offset" | "read"> & { readonly screen: Pick<Session["screen"], "ask"> };

/**
 * The output from `since` on as text, as a person would have seen it. Rendering
 * begins earlier, where colors and modes are known, so that text that was hidden
 * stays out.
 */
export async function renderOutput(session: RenderedSession, since: number, limit: number): Promise<Output> {
  const { offset, text, end, isLast } = await outputFrom(session, since, limit);
  const whole = isLast ? text : wholeSequences(text);
  const next = offset + whole.length;
  if (whole === "") return { text: "", next, end };
  const { offset: from, prelude } = await session.screen.ask("checkpoint", { offset });
  const before = offset > from ? await session.read(from, offset - from) : undefined;
  const rendered = await session.screen.ask("render", { prelude, before: before?.text ?? "", text: whole });
  return { ...rendered, next, end };
}

async function outputFrom(session: RenderedSession, since: number, limit: number) {
  const { offset, text } = await session.read(Math.min(since, session.offset), limit);
  const end = session.offset;
  // After the exit nothing follows, so even half a sequence goes out.
  return { offset, text, end, isLast: session.exit !== undefined && offset + text.length >= end };
}

/** Without a sequence that the end cuts: its other half would count as text later. */
function wholeSequences(text: string): string {
  const boundary = new SequenceBoundary();
  const whole = boundary.take(text);
  // A sequence that is longer than the answer has to be cut.
  return whole === "" ? text : whole;
}

/** Without half a character at the end, unless there is nothing else. */
function wholeCharacters(text: string, more: boolean): string {
  return more && text.length > 1 && /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

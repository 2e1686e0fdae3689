/** `session/read`: output from an offset on, as it came or as text, cut only where it can be cut. */
import type { Params, Result } from "../../shared/protocol.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import type { Session } from "../sessions/session.ts";
import { MAX_ANSWER } from "./calls/answer-size.ts";

type Output = Result<"session/read">;

/** `reader` is who reads: text goes on where this reader's last piece has ended. */
export async function readOutput(session: Session, params: Params<"session/read">, reader: string): Promise<Output> {
  const { since = 0, end: last, strip = false } = params;
  session.flush();
  const limit = Math.min(params.limit ?? MAX_ANSWER, (last ?? Number.POSITIVE_INFINITY) - since);
  if (limit <= 0) return { text: "", next: since, end: session.offset };
  if (strip) return renderOutput(session, { since, limit, ...(last !== undefined && { last }), reader });
  const { offset, text, end, isLast } = await outputFrom(session, since, limit);
  const whole = isLast ? text : wholeCharacters(text, offset + text.length < end);
  return { text: whole, next: offset + whole.length, end };
}

/** What rendering needs of a session. */
type RenderedSession = Pick<Session, "exit" | "offset" | "read"> & { readonly screen: Pick<Session["screen"], "ask"> };

/**
 * Which output to render. With a `reader`, this is a piece of more: rows that may still change come with a later piece.
 * `leavesAlternate`: as if the alternate screen, whose rows do not stay, were left first.
 */
type RenderedRange = { since: number; limit: number; reader?: string; last?: number; leavesAlternate?: boolean };

const LEAVE_ALTERNATE = "\x1b[?1049l\r";

/**
 * The output from `since` on as text, as a person would have seen it. Rendering
 * begins earlier, where colors and modes are known, so that text that was hidden
 * stays out.
 */
export async function renderOutput(session: RenderedSession, range: RenderedRange): Promise<Output> {
  const { since, limit, reader, last, leavesAlternate = false } = range;
  const { offset, text, end, isLast } = await outputFrom(session, since, limit);
  const isEnd = reader === undefined || offset + text.length >= Math.min(end, last ?? end);
  const whole = isLast ? text : wholeSequences(text);
  const next = offset + whole.length;
  const place = reader !== undefined && !isEnd ? { next: { reader, offset: next } } : {};
  if (reader !== undefined && offset > 0) {
    const { piece } = await session.screen.ask("renderOn", { at: { reader, offset }, text: whole, ...place });
    if (piece) return { ...piece, next, end };
  }
  if (whole === "") return { text: "", next, end };
  const { offset: from, prelude } = await session.screen.ask("checkpoint", { offset });
  const earlier = offset > from ? (await session.read(from, offset - from)).text : "";
  const before = leavesAlternate ? earlier + LEAVE_ALTERNATE : earlier;
  const rendered = await session.screen.ask("render", { prelude, before, text: whole, ...place });
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

/** What stands at a shell's prompt, by what the shell has printed there. */
import { stripSequences } from "../../../shared/strip-sequences.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";

/** Of what a shell prints at its prompt, in UTF-16 units. */
const MAX_SHOWN = 16 * 1024;
/** Backspace, and the keys that delete a word or the rest of the line. Another key that shows nothing may wait for the next one. */
const DELETES = /[\x7f\b\x0b\x17]$/;
/** Keys that move, delete, complete or switch modes. */
const HAS_KEYS = /[\x00-\x1f\x7f]/;
/** A shell shows in this time what was typed at its prompt. */
const ECHOED_WITHIN_MS = 500;

export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Somebody has typed at the prompt, or ahead of it, and has neither entered nor cleared it. */
export async function hasTypedAhead(session: Session, marks: CommandMarks): Promise<boolean> {
  const last = session.inputs.at(-1);
  const typed = last?.shown.recordable ?? "";
  if (!last || marks.state.kind !== "prompt" || /[\r\n\x03\x15]$/.test(typed)) return false;
  if (DELETES.test(typed) && isEmpty(session, { atMs: last.atMs, prompt: promptText(session, marks) })) return false;
  if (last.atMs >= marks.state.atMs) return true;
  // What was typed before the prompt came was for the command that ran, unless it stands at the prompt.
  const text = typed.trimEnd();
  if (text !== "" && shownAtPrompt(session, marks).endsWith(text)) return true;
  if (!HAS_KEYS.test(typed)) return false;
  // It stands there in other words.
  const { isThere = false } = await session.screen.ask("promptInput", {}).catch(() => ({ isThere: false }));
  if (isThere) return true;
  // Somebody may have typed meanwhile.
  return session.inputs.at(-1)?.shown.recordable !== typed && hasTypedAhead(session, marks);
}

/** Nothing stands behind the prompt: what was typed there was deleted. */
function isEmpty({ screen }: Session, { atMs, prompt }: { atMs: number; prompt: string }): boolean {
  const line = prompt.split("\n").at(-1)?.trim() ?? "";
  const isShown = screen.unparsed === 0 && Date.now() - atMs > ECHOED_WITHIN_MS;
  return line !== "" && isShown && screen.state.wholeLastLine.trim() === line;
}

/** The prompt itself, without sequences. Of one that has more lines than the one before, the last line: a job may have printed the others. */
export function promptText(session: Session, { state }: CommandMarks): string {
  if (state.kind !== "prompt") return "";
  const prompt = printed(session, state);
  const before = state.before && printed(session, state.before);
  const isLonger = before !== undefined && occurrences(prompt, "\n") > occurrences(before, "\n");
  return isLonger ? prompt.slice(prompt.lastIndexOf("\n") + 1) : prompt;
}

function printed(session: Session, { from, to }: { readonly from: number; readonly to: number }): string {
  return stripSequences(session.recent(from, Math.min(to - from, MAX_SHOWN)) ?? "");
}

/** What has been printed since the prompt began, without sequences and blanks at its end. */
export function shownAtPrompt(session: Session, { state }: CommandMarks): string {
  const text = state.kind === "prompt" ? session.recent(state.from, MAX_SHOWN) : undefined;
  return stripSequences(text ?? "").trimEnd();
}

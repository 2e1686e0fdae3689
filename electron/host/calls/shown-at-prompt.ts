/** What stands at a shell's prompt, by what the shell has printed there. */
import { stripSequences } from "../../../shared/strip-sequences.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";

/** Of what a shell prints at its prompt, in UTF-16 units. */
const MAX_SHOWN = 16 * 1024;

export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Somebody has typed at the prompt, or ahead of it, and has neither entered nor cleared it. */
export function hasTypedAhead(session: Session, marks: CommandMarks): boolean {
  const last = session.inputs.at(-1);
  if (!last || marks.state.kind !== "prompt" || /[\r\n\x03\x15]$/.test(last.shown.recordable)) return false;
  // What was typed before the prompt came was for the command that ran, unless it stands at the prompt.
  const text = last.shown.recordable.trimEnd();
  return last.atMs >= marks.state.atMs || (text !== "" && shownAtPrompt(session, marks).endsWith(text));
}

/** The prompt itself, without sequences. */
export function promptText(session: Session, { state }: CommandMarks): string {
  const text = state.kind === "prompt" ? session.recent(state.from, Math.min(state.to - state.from, MAX_SHOWN)) : undefined;
  return stripSequences(text ?? "");
}

/** What has been printed since the prompt began, without sequences and blanks at its end. */
export function shownAtPrompt(session: Session, { state }: CommandMarks): string {
  const text = state.kind === "prompt" ? session.recent(state.from, MAX_SHOWN) : undefined;
  return stripSequences(text ?? "").trimEnd();
}

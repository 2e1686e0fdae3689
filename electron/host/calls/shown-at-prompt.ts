/** What stands at a shell's prompt, by what the shell has printed there, and by where its cursor is. */
import { setTimeout as pause } from "node:timers/promises";
import { stripSequences } from "../../../shared/strip-sequences.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import { LOOK_EVERY_MS } from "./shell-pace.ts";

/** Of what a shell prints at its prompt, in UTF-16 units. */
const MAX_SHOWN = 16 * 1024;
/** Backspace, and the keys that delete a word or the rest of the line. Another key that shows nothing may wait for the next one. */
const DELETES = /[\x7f\b\x0b\x17]$/;
/** The end of a job's line has come by then, also on a busy machine. */
const LINE_END_LOOKS = 15;
/** A shell shows in this time what was typed at its prompt. */
const ECHOED_WITHIN_MS = 500;

export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/**
 * Somebody has typed at the prompt, or ahead of it, and has neither entered nor cleared it. What was typed before the prompt
 * came was for the command that ran, unless it stands at the prompt.
 */
export async function hasTypedAhead(session: Session, marks: CommandMarks): Promise<boolean> {
  const last = session.inputs.at(-1);
  if (!last || marks.state.kind !== "prompt" || /[\x03\x15]$/.test(last.shown.recordable)) return false;
  const entered = enteredLine(session);
  // Fish keeps a line that it does not understand at its prompt.
  if (entered !== undefined && (entered === "" || !shownAtPrompt(session, marks).endsWith(entered))) return false;
  let isThere = await isTextThere(session);
  // Of a job's line, the terminal may have handed on the text and not yet the end.
  for (let look = 0; isThere === true && last.at < marks.state.at && look < LINE_END_LOOKS; look++) {
    await pause(LOOK_EVERY_MS);
    session.drain();
    isThere = await isTextThere(session);
  }
  if (session.inputs.at(-1) !== last || marks.state.kind !== "prompt") return hasTypedAhead(session, marks);
  if (isThere === true) return true;
  if (entered !== undefined) return false;
  const typed = last.shown.recordable;
  if (last.at >= marks.state.at) {
    const isDeleted = isThere === false && DELETES.test(typed) && performance.now() - last.at > ECHOED_WITHIN_MS;
    return !isDeleted;
  }
  const text = typed.trimEnd();
  return isThere === undefined && text !== "" && shownAtPrompt(session, marks).endsWith(text);
}

/** See PromptInput. */
async function isTextThere({ screen }: Session): Promise<boolean | undefined> {
  const { isThere } = await screen.ask("promptInput", {}).catch(() => ({ isThere: undefined }));
  return isThere;
}

/** The last line that was entered, if nothing has been typed since; undefined if something has. */
function enteredLine({ inputs }: Session): string | undefined {
  if (!/[\r\n]$/.test(inputs.at(-1)?.shown.recordable ?? "")) return undefined;
  let typed = "";
  for (const { shown } of inputs.toReversed()) {
    typed = shown.recordable + typed;
    const line = typed.trimEnd();
    if (line.length > MAX_SHOWN || /[\r\n]/.test(line)) break;
  }
  return (
    typed
      .trim()
      .split(/[\r\n]/)
      .at(-1) ?? ""
  );
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

/** What a reader has not been told when its command is about to be typed: no output falls between two answers. */
import type { RunOutcome } from "../../../shared/protocol.ts";
import { withinAnswer } from "./answer-size.ts";
import type { CalledSession } from "./called-session.ts";

const MAX_LINES = 100;

/** As the screen shows it now, without the prompt, of which `prompt` is the text; undefined for nothing. */
export async function unreadOutput(
  { screen }: Pick<CalledSession, "screen">,
  { reader, prompt }: { reader: string; prompt: string },
): Promise<RunOutcome["earlier"]> {
  // A lost screen is no fault here: it only has nothing new.
  const part = await screen.ask("unread", { reader, maxLines: MAX_LINES }).catch(() => undefined);
  if (!part) return undefined;
  const { cursorLine, ...lines } = part;
  const told = [withoutPrompt(lines.text, prompt), beforePrompt(cursorLine, prompt)].filter((each) => each !== "");
  if (told.length === 0) return undefined;
  const { text, omittedLines } = withinAnswer(told.join("\n"));
  return { ...lines, text, omittedLines: lines.omittedLines + omittedLines };
}

/** Output that did not end its line, in the line of the prompt: before it, or behind it. */
export function beforePrompt(line: string, prompt: string): string {
  const last = prompt.split("\n").at(-1) ?? "";
  if (last.trim() === "" || line.trim() === "") return "";
  return (line.endsWith(last) ? line.slice(0, line.length - last.length) : line).trimEnd();
}

/**
 * The line that the cursor is in is no news yet, so only a prompt of several lines has left some: all but its last one, at
 * the end of the text. Programs print blank lines above a prompt, and the end of a text has none.
 */
export function withoutPrompt(text: string, prompt: string): string {
  const isText = (line: string): boolean => line.trim() !== "";
  const above = prompt.split("\n").slice(0, -1).filter(isText);
  const lines = text.split("\n");
  const kept = lines.slice(0, lines.length - above.length);
  const isPrompt = above.every((line, index) => lines[kept.length + index]?.trimEnd().endsWith(line.trimEnd()));
  return (isPrompt ? kept : lines).join("\n").trimEnd();
}

/** Lines that ask a person something, by their words. A guess from what the screen shows. */
import { asksForSecret } from "./secret-prompt.ts";

/** A question counts only after the program has been quiet for this long. */
export const SETTLED_AFTER_MS = 400;

/** The last line of a pager (less, more, man, vim) that waits for a key. */
const PAGER = /^:$|\(END\)$|^-- ?More ?--|^lines \d+-\d+|^\s*Manual page \S+ line \d+|^\S+ lines \d+-\d+|^-{2,3}Type <\w+>/;

/** Last lines that ask a person something. The shapes are those of apt, npm, git, ssh, sudo, debconf, gdb and agent TUIs. */
const QUESTIONS: readonly RegExp[] = [
  /[[(](?:y\/n|yes\/no|y\/n\/[a-z/?]+|\[?y\]?(?:\/| or )\[?n\]?)[\])]\s*[:?]?\s*$/i,
  /\(yes\/no\/\[fingerprint\]\)\?\s*$/i,
  /\b(?:continue|proceed|overwrite|replace|delete|are you sure|do you want|would you like)\b.*\?\s*(?:\[[^\]]*\]|\([^)]*\))?\s*:?\s*$/i,
  /\bpress (?:any key|enter|return)\b.*$/i,
];

/** What the last line asks for, in words for a person. Undefined when it asks nothing that is known here. */
export function questionIn(lastLine: string): string | undefined {
  const line = lastLine.slice(-200).trimEnd();
  if (isPage(line)) return `shows a page: ${line}`;
  return isQuestion(line) ? `asks: ${line}` : undefined;
}

/** A pager's last line, by its words. */
export function isPage(line: string): boolean {
  return PAGER.test(line.slice(-200).trimEnd());
}

/** The line asks something. The last lines of pagers do not count. */
export function isQuestion(line: string): boolean {
  return asksForSecret(line) || QUESTIONS.some((question) => question.test(line.slice(-200).trimEnd()));
}

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

/** The chosen line of a menu: a pointer or a mark, then words. */
const CHOSEN = /^[\s│┃|]*(?:❯|›|➤|▸|▶|→|●|◉|◆|>|\(\*\)|\[[x*✓]\])\s*\S/u;
/** The other lines of a menu: numbered, marked as not chosen, or set in as far as the words of the chosen one. */
const OTHER_CHOICE = /^[\s│┃|]*(?:\d+[.)]|○|◯|◇|\( \)|\[ \])\s*\S|^[\s│┃|]{2,}\S/u;
/** What menus say of the keys to choose with. */
const MENU_KEYS =
  /\(?use (?:the )?arrow|↑\/?↓|\benter to (?:select|confirm|continue|choose|submit)|\bspace to (?:select|toggle)|\besc to (?:cancel|exit|interrupt, enter)/i;
/** The buttons of dialog and whiptail. */
const BUTTONS = /<\s*(?:yes|no|ok|cancel|continue|exit|back|next)\s*>/i;
/** What a menu is about stands at most this many lines above its end. */
const MENU_LINES = 14;
/** No choice is longer. A program may print lines of any length. */
const MAX_CHOICE = 200;

/**
 * What a menu at the end of the screen asks: a question or heading with choices
 * below it, a list that says with which keys to choose, or a dialog's buttons.
 * `screen` has the lines of the viewport that are not blank. Undefined where there is none.
 */
export function menuIn(screen: readonly string[]): string | undefined {
  const lines = screen.map((line) => line.slice(0, MAX_CHOICE));
  const last = lines.slice(-MENU_LINES);
  const buttons = lines.find((line) => BUTTONS.test(line));
  if (buttons !== undefined) return `asks: ${trimmed(firstWords(lines) ?? buttons)}`;
  const asked = last.findLast((line) => /\?\s*(?:\([^)]*\)|›.*)?\s*[│┃|]?\s*$/.test(line) || /^\s*[?◆]\s+\S/.test(line));
  const isOther = (line: string | undefined): boolean => line !== undefined && line !== asked && OTHER_CHOICE.test(line);
  // The last one: marks like those of a chosen line begin paragraphs, too.
  const chosen = last.findLastIndex(
    (line, row) => CHOSEN.test(line) && line !== asked && (isOther(last[row - 1]) || isOther(last[row + 1])),
  );
  if (chosen < 0) return undefined;
  const isBelow = asked !== undefined && last.indexOf(asked) < chosen;
  if (isBelow) return `asks: ${trimmed(asked)}`;
  return last.some((line) => MENU_KEYS.test(line)) ? `asks to choose: ${trimmed(last[chosen] ?? "")}` : undefined;
}

/** The first line of a dialog with a sentence in it, without its frame. */
function firstWords(lines: readonly string[]): string | undefined {
  return lines.find((line) => /\p{L}{2,}.*[\s?.!]/u.test(line.replaceAll(/[│┃|┌┐└┘─]/gu, " ")) && !BUTTONS.test(line));
}

function trimmed(line: string): string {
  return line
    .replaceAll(/[│┃|┌┐└┘─]+/gu, " ")
    .trim()
    .slice(-200);
}

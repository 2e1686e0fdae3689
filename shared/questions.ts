/** Lines that ask a person something, by their words. A guess from what the screen shows. */
import { asksForSecret } from "./secret-prompt.ts";

/** A question counts only after the program has been quiet for this long. */
export const SETTLED_AFTER_MS = 400;

/** The last line of a pager (less, more, man, vim) that waits for a key. */
const PAGER =
  /^:$|\(END\)$|^-- ?More ?--|^lines \d+-\d+|^\s*Manual page \S+ line \d+|^\S+ lines \d+-\d+|^-{2,3}Type <\w+>|^HELP -- (?:Press RETURN|END)\b|\S {2}\(press RETURN\)$/;
/** A pager may show the name of its file in reverse video. This is no such name: `Waiting for data...`, and prompts, which end with a blank. */
export const NO_PAGE_AFTER_ALL = /\.{3}|…|\s$/;
/** What pagers say of their keys, wherever they leave the cursor. */
const PAGER_KEYS = /\bspace to scroll\b|\bpress h for help or q to quit\b/i;

/** Last lines that ask a person something. The shapes are those of apt, npm, git, ssh, sudo, debconf, gdb and agent TUIs. */
const QUESTIONS: readonly RegExp[] = [
  /[[(](?:y\/n|yes(?:\/| or )no|y\/n\/[a-z/?]+|\[?y\]?(?:\/| or )\[?n\]?)[\])](?: \([^()]*\))?\s*[:?]?\s*>?\s*$/i,
  // `[y/d/N]: `, `y/n `, `[y]/n `, `(Y)es/(N)o `.
  /[[(](?=[^\])]*y)(?:[a-z?]\/)+[a-z?][\])]\s*:?\s*$|(?:^|\s)(?:y\/n|\[y\]\/n|y\/\[n\]|\(y\)es\W+\(n\)o)\s*[:?]?\s*$/i,
  // A default, or choices, behind words that ask: `Enter your choice [1-4] `, `Proxy [none] `, `(enter ? for help) [Ynesfdaq?] `.
  /^(?!.*[#$%>] ).*\b(?:enter|choose|choice|select|pick)\b.*[[(][^[\]()]*[\])]\s*:?\s*$|\s\[(?:\d+-\d+|none|[a-z]{2,}\?)\]\s*:?\s*$/i,
  // `echo a?...` of xargs -p, and `? Conflict (ynH) `.
  /\?\.{3}$|^\? .*\([a-z]{2,}\)$/i,
  /\(yes\/no\/\[fingerprint\]\)\?\s*$/i,
  /\b(?:continue|proceed|overwrite|replace|delete|save|are you sure|do you want|would you like)\b.*\?\s*(?:\[[^\]]*\]|\([^)]*\))?\s*:?\s*$/i,
  // Where the key has come, a prompt may stand behind it.
  /\bpress (?:an?y? key|\[?(?:enter|return)\]?)(?!.*[#$%>]$)/i,
  // Keys in a list, as emacs, git, dpkg and fsck have it: `(y, n, !, q) `, `[y,n,q,?]? `, `(Y/I/N/O/D/Z) [default=N] ? `, `<y>? `.
  /\(y, n\b[^()]*\)\s*$|\[\w,\w(?:,[\w?/])*\]\?\s*$|\(Y\/(?:[A-Z]\/)+[A-Z]\) (?:\[[^\]]*\] )?\?\s*$|<[yn]>\?\s*$/,
  // … and keys as letters of words, as erlang and unzip have it: `(a)bort (c)ontinue (k)ill`, `[y]es, [n]o: `.
  /(?:\([a-z]\)[\w-]+(?: [\w-]+)*[,/]?\s*){3,}[.:?]?\s*$|(?:\[(?!x)[a-z]\][\w-]+(?: [\w-]+)*[,/]?\s*){2,}[.:?]?\s*$/i,
  // `? Your name › ` of prompts and vitest, ` pattern › ` of jest.
  /^\? .*›\s*$|^\s*pattern ›\s*$/u,
  // What menus say last of their keys: `(Use arrow keys)`, `(press a number)`, `(Move up and down to reveal more choices)`.
  /^\s*\((?:use (?:the )?arrow|press an? |move up )[^()]*\)$/i,
  // What shells ask below the choices of `select`.
  /^(?:#\?|\?#)\s*$/,
];

/** What the last line asks for, in words for a person. Undefined when it asks nothing that is known here. */
export function questionIn(lastLine: string): string | undefined {
  const line = lastLine.slice(-200).trimEnd();
  if (isPage(lastLine)) return `shows a page: ${line}`;
  return isQuestion(line) ? `asks: ${line}` : undefined;
}

/** A pager's last line, by its words. */
export function isPage(line: string): boolean {
  // With a blank behind it, the colon is a prompt, as PicoLisp has it.
  return line !== ": " && PAGER.test(line.slice(-200).trimEnd());
}

/** The last line of a full-screen pager, by the keys that it tells. */
export function tellsPagerKeys(line: string): boolean {
  return PAGER_KEYS.test(line.slice(-200));
}

/** The line asks something. The last lines of pagers do not count. */
export function isQuestion(line: string): boolean {
  return asksForSecret(line) || QUESTIONS.some((question) => question.test(line.slice(-200).trimEnd()));
}

/** What questions end with, and few prompts do: `name? `, `Your name: `, `package name: (x) `. */
const LOOKS_LIKE_QUESTION = /(?:[\p{L}\p{N}"'’)\]>]\s?[?:]|[?:]\s+(?:\[[^[\]]*\]|\([^()]*\))\s*[:?]?)\s*$/u;
/** Words, and then what they are called, or what counts if nothing is entered: `Project name (my-app) `, `Buffer size (BUF) [64] (NEW) `. */
const WITH_DEFAULT = /^\s*\p{Lu}[\p{L}\p{N}_'/ -]*(?:\s(?:\([^()]*\)|\[[^[\]]*\]))+ $/u;
/** How much has been entered in a field below its question, set in as inquirer has it: ` (0) `. */
const FIELD_COUNT = /^\s+\(\d+\)\s*$/;
/** Those few prompts: `Command (m for help): `, `In [7]: `, `me@here:~/src: `. */
const PROMPT_AFTER_ALL =
  /\bcommand(?:\s*\([^()]*\))?\s*:\s*$|(?:^|\s)In \[\d+\]:\s*$|^\[\d+\]:\s*$|^(?:[[(][^\])]*[\])]\s*)*[^\s'"()[\]]*[/~\\@][^\s'"()[\]]*:\s*$/i;
/** … and `[1] CL-USER(2): `, whose package is in capital letters. */
const LISP_PROMPT = /^(?:\[\d+\w?\] )?[A-Z][A-Z0-9/-]+\(\d+\):\s*$/;

/**
 * The line ends as questions do, and is none of the prompts that end so as well. One of those is the name of the program itself,
 * as debugfs and ktutil have it: `debugfs: `.
 */
export function looksLikeQuestion(line: string, program = ""): boolean {
  const isPrompt = PROMPT_AFTER_ALL.test(line) || LISP_PROMPT.test(line) || isNameOf(program, line);
  return (LOOKS_LIKE_QUESTION.test(line) || WITH_DEFAULT.test(line) || FIELD_COUNT.test(line)) && !isPrompt;
}

function isNameOf(program: string, line: string): boolean {
  return program !== "" && line.trim().toLowerCase() === `${program.toLowerCase()}:`;
}

/** A question of a sentence, or one with its choices, with the line for its answer below. */
const ASKS_ABOVE = /^\s*\p{Lu}\S* .*\?$|\?(?:\s*(?:\([^()]*\)|\[[^[\]]*\]))+$/u;
/** What is to be entered there: `Paste the code here:`. */
const ASKS_FOR = /\b(?:enter|paste|type|provide|choose|select)\b.*:$/i;

/** The line asks something, and leaves the one below it for the answer. */
export function asksAbove(line: string): boolean {
  const text = line.slice(-200).trimEnd();
  return ASKS_ABOVE.test(text) || ASKS_FOR.test(text);
}

/** `Enter password`, as mongosh has it. */
const ASKS_FOR_SECRET = /^\s*(?:enter|type|provide)\b.{0,40}\b(?:password|passphrase|passcode|pin)\s*$/i;

/** The same for a secret, without a sign at its end. */
export function asksAboveForSecret(line: string): boolean {
  return ASKS_FOR_SECRET.test(line.slice(-200));
}

/** The chosen line of a menu: a pointer or a mark, then words. */
const CHOSEN = /^[\s│┃|]*(?:❯|›|‣|➤|▸|▶|→|●|◉|◆|>|\(\*\)|\[[x*✓]\])\s*\S/u;
/** The other lines of a menu: numbered, marked as not chosen, or set in as far as the words of the chosen one. */
const OTHER_CHOICE = /^[\s│┃|]*(?:\d+[.)]|○|◯|◇|⬡|\( \)|\[ \])\s*\S|^[\s│┃|]{2,}\S/u;
/** What menus say of the keys to choose with. */
const MENU_KEYS =
  /\(?use (?:the )?arrow|↑\/?↓|\benter to (?:select|confirm|continue|choose|submit)|\bspace to (?:select|toggle)|\besc to (?:cancel|exit|interrupt, enter)/i;
/** The buttons of dialog and whiptail. */
const BUTTONS = /<\s*(?:yes|no|ok|cancel|continue|exit|back|next)\s*>/i;
/** A row of a dialog: within its frame, which ends at both sides. */
const FRAMED = /^\s*[│┃|](.*)[│┃|]\s*$/u;
/** Nothing but buttons. */
const BUTTON_ROW = /^\s*(?:<[^<>]*>\s*)+$/;
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
  const buttons = lines.find((line) => BUTTONS.test(line));
  return buttons === undefined ? choicesIn(lines) : `asks: ${trimmed(firstWords(lines) ?? buttons)}`;
}

/** The same without buttons, which may be left of a dialog that is over. */
export function choicesIn(screen: readonly string[]): string | undefined {
  const last = screen.slice(-MENU_LINES).map((line) => line.slice(0, MAX_CHOICE));
  const asked = last.findLast((line) => /\?\s*(?:\([^)]*\)|›.*)?\s*[│┃|]?\s*$/.test(line) || /^\s*[?◆]\s+\S/.test(line));
  const isOther = (line: string | undefined): boolean => line !== undefined && line !== asked && OTHER_CHOICE.test(line);
  // The last one: marks like those of a chosen line begin paragraphs, too.
  const chosen = last.findLastIndex(
    (line, row) => CHOSEN.test(line) && line !== asked && (isOther(last[row - 1]) || isOther(last[row + 1])),
  );
  if (chosen < 0) return headingOfNumbers(last);
  const isBelow = asked !== undefined && last.indexOf(asked) < chosen;
  if (isBelow) return `asks: ${trimmed(asked)}`;
  return last.some((line) => MENU_KEYS.test(line)) ? `asks to choose: ${trimmed(last[chosen] ?? "")}` : undefined;
}

/** The row is one of a dialog, by its frame. */
export function isFramed(row: string): boolean {
  return FRAMED.test(row.slice(0, MAX_CHOICE));
}

/**
 * A dialog asks in these rows, of which the first is the cursor's: it stands within the frame, and a row of buttons is there or
 * below, within the same frame. Text that only has such words in it is none, and where a prompt stands, the dialog is over.
 */
export function isInDialog(rows: readonly string[]): boolean {
  const [left, ...others] = rows.map((row) => row.slice(0, MAX_CHOICE)).map((row) => (isFramed(row) ? row.search(/\S/) : -1));
  if (left === undefined || left < 0) return false;
  return [left, ...others].some((column, row) => column === left && isButtonRow(rows[row] ?? ""));
}

function isButtonRow(row: string): boolean {
  const within = FRAMED.exec(row.slice(0, MAX_CHOICE))?.[1] ?? "";
  return BUTTONS.test(within) && BUTTON_ROW.test(within);
}

/** `1. `, `2) `. */
const NUMBERED = /^\s*(\d+)[.)]\s+\S/;

/** What choices with numbers are about, that stand at the very end: the line above the first one, if that asks for something. */
function headingOfNumbers(lines: readonly string[]): string | undefined {
  const first = lines.findLastIndex((line) => !NUMBERED.test(line)) + 1;
  const heading = lines[first - 1] ?? "";
  const isList =
    lines.length - first > 1 && lines.slice(first).every((line, row) => Number(NUMBERED.exec(line)?.[1]) === row + 1);
  return isList && /[:?]\s*$/.test(heading) ? `asks: ${trimmed(heading)}` : undefined;
}

/** The line may be the last one of a menu. */
export function mayEndMenu(line: string): boolean {
  const end = line.slice(0, MAX_CHOICE);
  return CHOSEN.test(end) || OTHER_CHOICE.test(end) || MENU_KEYS.test(end);
}

/** How many of the lines match: fuzzy finders show it beside the line in which a person types. */
const MATCH_COUNT = /^[\s│┃|]*\d+\/\d+(?:\s*\(\d+\))?\s*[─━-]*[\s│┃|]*$/u;
/** A pointer alone, or with words behind it. */
const POINTER = /^[\s│┃|]*[>❯›▌▸](?:\s|$)/u;

/** What a fuzzy finder on the screen asks: it has a count of matches, a line to type in and a pointer. */
export function filterIn(screen: readonly string[]): string | undefined {
  if (!screen.some((line) => MATCH_COUNT.test(line.slice(0, MAX_CHOICE)))) return undefined;
  const [chosen, ...others] = screen.filter((line) => POINTER.test(line.slice(0, MAX_CHOICE)));
  return chosen !== undefined && others.length > 0 ? `asks to choose: ${trimmed(chosen)}` : undefined;
}

/** The upper border of an input field, and its first line. */
const FIELD_TOP = /^\s*[╭┌╔]?[─━═]{8,}/u;
const FIELD_LINE = /^\s*[│┃|║]?\s*[>❯›]/u;

/** The question with which a coding agent has ended its turn: it stands right above the field for the answer. */
export function questionAboveField(screen: readonly string[]): string | undefined {
  const top = screen.findLastIndex((line, row) => FIELD_TOP.test(line) && FIELD_LINE.test(screen[row + 1] ?? ""));
  const above = screen[top - 1]?.trimEnd();
  // What begins like the field is what a person has asked.
  return above !== undefined && /\p{L}.*\?$/u.test(above) && !FIELD_LINE.test(above) ? `asks: ${trimmed(above)}` : undefined;
}

/** What programs say of their keys: `press h + enter to show help`. One that can only be stopped so may be at work. */
const KEY_HINT = /\bpress\s+\S+(?:\s*\+\s*\S+)?\s+to\s+(?!cancel|abort|stop|interrupt|skip)/i;
/** … and of those that end what is entered in several lines: `(Ctrl+D to finish, Ctrl+C to cancel)`, `End with ^D`. */
const END_HINT =
  /(?:\bctrl[+-]|\^)[dsx]\b (?:to|when) (?:finish|end|submit|send|save|done)|\b(?:end|finish)\b.{0,30} with (?:ctrl[+-]|\^)d\b/i;
/** What programs say last that begin anew when a file changes, or by a key: nodemon, `tsc --watch`. */
const WATCHES_FILES = /\b(?:waiting|watching) for (?:file )?changes\b/i;
const HINT_LINES = 3;

/** The last lines say which keys the program takes. */
export function takesKeys(screen: readonly string[]): boolean {
  return screen.slice(-HINT_LINES).some((line) => tellsKeys(line.slice(0, MAX_CHOICE)));
}

/** The line says that the program begins anew when a file changes. */
export function watchesFiles(line: string): boolean {
  return WATCHES_FILES.test(line.slice(-200));
}

function tellsKeys(line: string): boolean {
  return KEY_HINT.test(line) || END_HINT.test(line);
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

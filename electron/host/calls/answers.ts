/** Whether a step plainly answers the question that the step before it has ended at. */

/** Answers to questions of any wording. */
const USUAL = /^(?:y|n|yes|no)$/i;
/** `[Y/n]`, `(y or [n])`, `[y,n,q,a,d,e,?]`, `(yes/no/[fingerprint])`: the entries between the outer brackets. */
const LIST = /\(([^()]+)\)|\[([^[\]]+)\]|\{([^{}]+)\}|<([^<>]+)>/g;
const SEPARATOR = /[/,|]|\s+or\s+/i;
/** `(A)bort`, `[R]etry`: entries that are letters in brackets. */
const LETTER = /[([](\w)[)\]]\w/g;
/** `q to quit`, as pagers say it. */
const KEY = /(?:^|[\s,;(])(\S) to \w/g;
const RANGE = /^(\d+)\s*-\s*(\d+)$/;
/** `1) stop   2) go on`, `a. abort`: entries of a list on the lines above the question, as bash's `select` has them. */
const LISTED = /(?:^|\s)(\d{1,3}|[a-z])[).]\s+\S/g;

/** What the next step types. */
export type Answer = {
  /** Its text, with the Enter if it has one. */
  readonly text: string;
  /** It waits for nothing by itself, as an answer does that another step follows. */
  readonly isBare: boolean;
};

/** The last line on the screen, and those above it, from the top. */
export type Question = { readonly question: string; readonly above: readonly string[] };

/** Whether `answer` is meant for the question. */
export function isAnswer({ text, isBare }: Answer, { question, above }: Question): boolean {
  const entry = text.trim().toLowerCase();
  if (entry === "") return false;
  return isBare || USUAL.test(entry) || isChoice(entry, question.toLowerCase()) || isListed(entry, above);
}

/** Whether the entry is one of the list that ends with the last line. */
function isListed(entry: string, lines: readonly string[]): boolean {
  for (const line of lines.toReversed()) {
    const entries = [...line.toLowerCase().matchAll(LISTED)].map(([, mark = ""]) => mark);
    if (entries.length === 0) return false;
    if (entries.includes(entry)) return true;
  }
  return false;
}

/** Whether the entry is one of the question's own. */
function isChoice(entry: string, question: string): boolean {
  const lists = [...question.matchAll(LIST)].map((match) => entriesOf(match.slice(1).find((list) => list !== undefined) ?? ""));
  const keys = [LETTER, KEY].flatMap((pattern) => [...question.matchAll(pattern)].map(([, key = ""]) => key));
  return [...lists.filter((entries) => entries.length > 1 || RANGE.test(entries[0] ?? "")).flat(), ...keys].some((choice) => {
    const [, from, to] = RANGE.exec(choice) ?? [];
    if (from === undefined || !/^\d+$/.test(entry)) return choice === entry;
    return Number(entry) >= Number(from) && Number(entry) <= Number(to);
  });
}

function entriesOf(list: string): string[] {
  return list.split(SEPARATOR).map((entry) => entry.trim().replace(/^[([{<](.*)[)\]}>]$/, "$1"));
}

/**
 * Tells without running a pattern that it matches nowhere: most patterns have
 * some words that are in every match, and looking for a word takes a tenth of
 * the time.
 */

/** Texts of which every match has at least one; undefined where none is known. */
type Required = readonly string[] | undefined;

/** An alternation of more is not worth looking for word by word. */
const MAX_TEXTS = 8;
/** In a longer pattern, groups may be nested too deep to be read by recursion. */
const MAX_SOURCE = 1000;

/** An escape, a class, the beginning of a group, or one character. */
const TOKEN =
  /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|c[a-zA-Z]|\d+|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:<?[=!]|<[^>]*>|[-a-z]*:)|[^]/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y;
/** Without a meaning of their own, bare or after a backslash. The rest of Unicode may be half of a pair. */
const LITERAL = /^(?:[\w !"#%&',\-/:;<=>@`~\u00a0-\ud7ff]|\\[^\w\s])$/;
const CAPTURE = /^\((?:\?:|\?<[^=!].*>)?$/;

/** The letters of English, and the blank, from the most frequent one on. Everything else is rarer. */
const MOST_FREQUENT = " etaoinsrhldcumfpgwybvkxjqz";

/** Of a longer text, its beginning is looked for between sequences. */
const MAX_SPREAD = 24;
/** After so many sequences in a row anything may come. Floods of them are not looked through from each of their letters. */
const MAX_RUN = 64;
/** What programs print most between two characters of a word: it has one beginning and one end, so looking for it takes no tries. */
const COMMON_SEQUENCE = "(?:\\x1b(?:\\[[0-?]*[@-~]|[()][0-9A-Z]))";
/** A blank, or a tab or a sequence that may stand for one. */
const BLANK = `(?:${COMMON_SEQUENCE}|[ \\t])`;
/** Any other sequence or control that is not shown. */
const OTHER_CONTROL = `(?!${COMMON_SEQUENCE})[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]`;

/** Letters outside ASCII that are letters of ASCII where case is ignored. */
const OTHER_CASES: Readonly<Record<string, string>> = { k: "\\u212a", s: "\\u017f" };

/** `inOutput` finds one of the texts, or what may become one, among sequences; `inAnyCase` finds a text or a word of one. */
type Entry = { readonly texts: Required; inOutput?: RegExp; readonly inAnyCase: Map<string, RegExp> };

const known = new WeakMap<RegExp, Entry>();

/** False where the pattern surely has no match in `text`. */
export function mayMatch(pattern: RegExp, text: string): boolean {
  return entryOf(pattern).texts?.some((required) => includes(pattern, text, required)) ?? true;
}

/** False where the pattern surely has no match in the text of `output`, wherever sequences stand in that, and if some of them skip blanks. */
export function mayMatchOutput(pattern: RegExp, output: string): boolean {
  const entry = entryOf(pattern);
  if (!entry.texts) return true;
  entry.inOutput ??= new RegExp(entry.texts.map((text) => spread(text, pattern)).join("|"));
  return entry.inOutput.test(output);
}

/** False where the pattern surely has no match in a text of which each word stands in `words`. */
export function mayMatchWords(pattern: RegExp, words: string): boolean {
  const hasAll = (required: string): boolean => required.split(" ").every((word) => includes(pattern, words, word));
  return entryOf(pattern).texts?.some(hasAll) ?? true;
}

function entryOf(pattern: RegExp): Entry {
  let entry = known.get(pattern);
  if (!entry) known.set(pattern, (entry = { texts: requiredTexts(pattern), inAnyCase: new Map() }));
  return entry;
}

function includes(pattern: RegExp, text: string, required: string): boolean {
  if (!pattern.ignoreCase) return text.includes(fromRarest(required)) && text.includes(required);
  const { inAnyCase } = entryOf(pattern);
  let expression = inAnyCase.get(required);
  if (!expression) inAnyCase.set(required, (expression = new RegExp(sources(required, pattern).join(""))));
  return expression.test(text);
}

/**
 * The end of a text, from the character on that is rarest in what programs print. V8 looks for the first character, and then
 * compares what follows: it stops a quarter as often as at the first letter of most words.
 */
function fromRarest(text: string): string {
  let rarest = 0;
  for (let at = 1; at < text.length; at++) if (rarity(text, at) > rarity(text, rarest)) rarest = at;
  return text.slice(rarest);
}

function rarity(text: string, at: number): number {
  const rank = MOST_FREQUENT.indexOf(text.charAt(at));
  return rank < 0 ? MOST_FREQUENT.length : rank;
}

/** The source of a pattern for a text that has sequences between its characters. One of them may stand for its blanks. */
function spread(text: string, pattern: RegExp): string {
  const beginning = text.slice(0, MAX_SPREAD).replace(/^ +/, "");
  const words = beginning.replace(/ +$/, "").split(/ +/);
  if (words[0] === "") return "";
  const characters = words.flatMap((word) => sources(word, pattern).map((source, at) => ({ source, beginsWord: at === 0 })));
  let rest = beginning.endsWith(" ") ? `(?:${BLANK}|${OTHER_CONTROL})` : "";
  let between: Between = "nothing";
  for (const { source, beginsWord } of characters.toReversed()) {
    rest = source + after(between, rest);
    between = beginsWord ? "blanks" : "sequences";
  }
  return rest;
}

type Between = "nothing" | "sequences" | "blanks";

/** What comes after a character: what may be `between`, and then `rest`, or something after which anything may come. */
function after(between: Between, rest: string): string {
  if (between === "nothing") return rest;
  const end = `(?:${rest}|${OTHER_CONTROL})`;
  if (between === "sequences") return `(?:${COMMON_SEQUENCE}{${MAX_RUN}}|${COMMON_SEQUENCE}{0,${MAX_RUN - 1}}${end})`;
  return `(?:${OTHER_CONTROL}|${BLANK}{${MAX_RUN}}|${BLANK}{1,${MAX_RUN - 1}}${end})`;
}

/** The source of a pattern for each character, in any case if the pattern ignores it. */
function sources(text: string, { ignoreCase }: RegExp): string[] {
  return Array.from(text, (character) => {
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    if (ignoreCase && /[a-z]/.test(lower)) return `[${lower}${upper}${OTHER_CASES[lower] ?? ""}]`;
    return /\w/.test(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function requiredTexts({ source, ignoreCase }: RegExp): Required {
  const texts = source.length > MAX_SOURCE ? undefined : new SourceReader(source).alternatives();
  // Other letters than those of ASCII have more cases than two.
  return ignoreCase && texts?.some((text) => /[^ -~]/.test(text)) ? undefined : texts;
}

class SourceReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Reads up to the end of the group. */
  alternatives(): Required {
    let all: Required = [];
    let end: string;
    do {
      const { texts, endsWith } = this.#sequence();
      all = all && texts && [...all, ...texts];
      end = endsWith;
    } while (end === "|");
    return all && all.length <= MAX_TEXTS ? all : undefined;
  }

  /** One alternative: the best of what its parts require. */
  #sequence(): { texts: Required; endsWith: string } {
    let best: Required;
    let run = "";
    const offer = (texts: Required): void => {
      if (texts && shortest(texts) > shortest(best ?? [""])) best = texts;
    };
    for (;;) {
      const token = this.#read(TOKEN)?.[0] ?? "";
      if (token === "" || token === "|" || token === ")") {
        offer([run]);
        return { texts: best, endsWith: token };
      }
      // A part that is repeated is there once at least, or perhaps not at all.
      const group = token.startsWith("(") ? this.alternatives() : undefined;
      const quantifier = this.#read(QUANTIFIER);
      const isOptional = quantifier !== undefined && (/^[*?]/.test(quantifier[0]) || Number(quantifier[1] ?? 1) === 0);
      const isLiteral = LITERAL.test(token);
      if (isLiteral && !isOptional) run += token.slice(-1);
      if (isLiteral && !quantifier) continue;
      offer([run]);
      if (!isOptional && CAPTURE.test(token)) offer(group);
      run = "";
    }
  }

  #read(what: RegExp): RegExpExecArray | undefined {
    what.lastIndex = this.#at;
    const found = what.exec(this.#source) ?? undefined;
    if (found) this.#at = what.lastIndex;
    return found;
  }
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map(({ length }) => length));
}

/**
 * Prompts that are learned from use: where somebody typed a line and pressed
 * Enter, the text before the line was a prompt. A prompt may contain a counter
 * (`In [7]:`), which counts on.
 */

import { endsLikePrompt, endsLikeShellPrompt } from "../../../shared/prompt-shapes.ts";
import { isPage, isQuestion, looksLikeQuestion, NO_PAGE_AFTER_ALL } from "../../../shared/questions.ts";

/** No prompt is longer. The rest of a line that fills the scrollback would take longer to read than all of the output to parse. */
export const MAX_PROMPT = 1000;
/** More prompts are not in use at once: a shell, a debugger in it, a REPL in that. */
const MAX_PROMPTS = 8;
/** So much of a prompt stays: the user, the host, the program. */
const MIN_COMMON = 4;
/** Whoever answers a question with something wrong is asked again, and seldom more often than this. */
const OFTEN = 4;
const WORD = /[\p{L}\p{N}]/u;
/** A folder, as prompts tell it. */
const PATH = /[~/][^\s:#$%>)\]]*/g;
/** The branch, and what has come of the last command. */
const BRACKETS = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*/g;
/** What programs put before their answers: `-> `, `=> `. */
const ARROW = /[-=]> $/;
/** Progress ends with several dots. */
const NAMED_CONTINUATION = /\w[-.|] $/;
const TYPED_AT_PROMPT = /^[^\s/?&:=!+|-][^\r\n]/;
/** `PS1='new: '`, `sys.ps1 = "new: "`, `.prompt "new: "`, `set prompt new: `. A call of a function of that name asks something. */
const SETS_PROMPT = /\b(?:ps1|prompt1?)(?:\s*=\s*|\s+)(?:(["'])(.+?)\1|(\S.*))/i;

export class LearnedPrompts {
  /** How often a line was entered at each, the latest last. */
  readonly #shapes = new Map<string, number>();
  /** Those that were questions, with the text of each. */
  readonly #questions = new Map<string, string>();
  #latest = "";
  /** What was entered there. */
  #latestTyped = "";
  /** The line that is being typed piece by piece, and the text before it. */
  #begun: { readonly prefix: string; readonly typed: string } | undefined;

  /** Something is typed after `prefix`. `standsOut`: that is in reverse video in the lowest row, as pagers show the name of their file. */
  handleInput(prefix: string, typed: string, standsOut: boolean): void {
    if (standsOut && !NO_PAGE_AFTER_ALL.test(prefix)) return;
    // A pager takes keys without an Enter. Then its page has gone when the next line is typed.
    if (this.#begun && isPage(this.#begun.prefix) && this.#begun.prefix !== prefix) this.#begun = undefined;
    const begun = { prefix: this.#begun?.prefix ?? prefix, typed: `${this.#begun?.typed ?? ""}${typed}`.slice(0, MAX_PROMPT) };
    const isEntered = /[\r\n]/.test(typed);
    if (isEntered && isTypedAtPrompt(begun)) this.#learn(begun);
    this.#begun = isEntered ? undefined : begun;
  }

  /** A line was entered last at a prompt that programs come back to: it ends as shells' do, or a line had been entered at it before. */
  get returns(): boolean {
    return endsLikeShellPrompt(this.#latest) || (this.#shapes.get(promptShape(this.#latest)) ?? 0) > 1;
  }

  has(prefix: string): boolean {
    return this.#shapes.has(promptShape(prefix));
  }

  /** The same, or for a prompt that has changed in part: many tell the folder, the branch or the state of what was begun. */
  hasLike(prefix: string): boolean {
    const shape = promptShape(prefix);
    return this.#shapes.has(shape) || [...this.#shapes.keys()].some((known) => areAlike(known, shape));
  }

  /** The line is a known prompt, with or without text behind it. A question is none: a key may be all of the answer. */
  begins(line: string): boolean {
    const shape = promptShape(line);
    const isPrompt = (known: string): boolean => endsLikePrompt(known) && !isQuestion(known) && !looksLikeQuestion(known);
    return [...this.#shapes.keys()].some((known) => shape.startsWith(known) && isPrompt(known));
  }

  /**
   * The line is a question that has been answered before, and is asked again. It had come after a line at a prompt: one with
   * which a program opens is a prompt of its own. So is one that has been answered often, and one that counts on: `black(2): `.
   */
  asksAgain(line: string): boolean {
    const shape = promptShape(line);
    return this.#questions.get(shape) === line.trimEnd() && (this.#shapes.get(shape) ?? 0) < OFTEN;
  }

  /** A text that ends as shells' prompts do may be one of theirs. One that ends with an arrow is an answer, unless it is known. */
  mayBeShells(prompt: string): boolean {
    return !ARROW.test(prompt) || this.hasLike(prompt);
  }

  /** The line is a known prompt with another sign at its end, with which programs ask for the rest of what was begun: `ghci| ` for `ghci> `. */
  isContinuedBy(line: string): boolean {
    if (!NAMED_CONTINUATION.test(line)) return false;
    const name = withoutSigns(promptShape(line));
    return [...this.#shapes.keys()].some((shape) => withoutSigns(shape) === name);
  }

  #learn({ prefix, typed }: { readonly prefix: string; readonly typed: string }): void {
    const before = this.#latest;
    const typedBefore = this.#latestTyped;
    this.#latest = prefix;
    this.#latestTyped = typed;
    if (prefix.trim() === "") return;
    const learned = promptShape(prefix);
    const isNew = before !== "" && promptShape(before) !== learned && !this.#shapes.has(learned);
    const isAsked = isNew && !setsPrompt(typedBefore, prefix);
    if (isAsked && (isQuestion(prefix) || looksLikeQuestion(prefix))) this.#questions.set(learned, prefix.trimEnd());
    const count = this.#shapes.get(learned) ?? 0;
    this.#shapes.delete(learned);
    this.#shapes.set(learned, count + 1);
    const [oldest] = this.#shapes.keys();
    if (oldest === undefined || this.#shapes.size <= MAX_PROMPTS) return;
    this.#shapes.delete(oldest);
    this.#questions.delete(oldest);
  }
}

/**
 * A page of a pager is no prompt, however often Enter is pressed at it. Only `:` is both. What is typed at it tells: more
 * than a letter that is none of less's commands.
 */
function isTypedAtPrompt({ prefix, typed }: { prefix: string; typed: string }): boolean {
  return !isPage(prefix) || (prefix.trim() === ":" && TYPED_AT_PROMPT.test(typed));
}

/** The line that was entered has made this the prompt, or the end of it. */
export function setsPrompt(typed: string, prompt: string): boolean {
  const [, , quoted, rest = ""] = SETS_PROMPT.exec(typed) ?? [];
  const text = (quoted ?? rest).trim();
  return text !== "" && prompt.trimEnd().endsWith(text);
}

/** The shapes begin alike, or differ in paths and brackets alone. How they end is for others to judge. */
function areAlike(one: string, other: string): boolean {
  const begin = other.slice(0, MIN_COMMON);
  if (begin.length === MIN_COMMON && WORD.test(begin) && one.startsWith(begin)) return true;
  const rest = lastingPart(other);
  return /[\p{L}\p{N}/]/u.test(rest) && lastingPart(one) === rest;
}

function withoutSigns(shape: string): string {
  return shape.replace(/[^\p{L}\p{N}]+$/u, "");
}

/** A prompt's shape without the folder and the branch. */
function lastingPart(shape: string): string {
  return shape.replace(PATH, "/").replace(BRACKETS, " ");
}

/** A prompt without its counters and without the indentation that editors put behind it: all its numbers are 0. */
export function promptShape(prefix: string): string {
  // What a program prints before the cursor may be as long as the scrollback.
  const shape = prefix.slice(-MAX_PROMPT).replace(/\d+/g, "0");
  const end = shape.trimEnd();
  return end.length < shape.length ? `${end} ` : shape;
}

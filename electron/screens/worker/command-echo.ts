/** The echo of a command that a shell has begun, or refused: it stands whole on the screen, but other output may stand around it. */
import { endsLikeShellPrompt } from "../../../shared/prompt-shapes.ts";
import type { Baseline } from "./baseline.ts";
import type { Delta } from "./normal-news.ts";

/** The line of a command that goes on, where C-c was pressed. */
const TAKEN_BACK = /^(?:(?:\w+ )*\w*> *)?(?:\^C)?$/;

/** Prompts that take the place of longer ones have no more than a sign. What is longer may be the end of another output. */
const SHORT_PROMPT = 3;

/** A command that may take more rows than the screen has, in characters that are not blank. */
const OVER_SCREEN = 400;
/** A longer one is not looked for in pieces: that would take too long. */
const LONGEST_DRAWN = 16_384;
/** A row that is shorter may be the output of a job, but for the last one. */
const PIECE = 16;
/** What zsh shows in place of the beginning of such a command. */
const ZSH_CUT = ">....";

type Typed = { readonly command: string; readonly baseline: Baseline; readonly hasBegun: boolean };

/**
 * What is new since the command was typed at this baseline, without the command, and without blank lines. What a job has
 * printed before, into, and behind it stays.
 */
export function withoutCommand(delta: Delta, typed: Typed): string[] {
  const { lines, baselineLine, isRewritten } = delta;
  const { baseline, hasBegun } = typed;
  const command = typed.command.trim();
  const own = { line: baselineLine, isRewritten };
  // A command begins right behind its echo; one that is refused has its error there.
  const rest = (hasBegun ? cutFromEnd(lines, command, own) : undefined) ?? cutEcho(delta, { ...typed, command });
  const ownText = rest[baselineLine];
  const right = baseline.own.right.trimEnd();
  const isRight = ownText !== undefined && ownText !== lines[baselineLine] && ownText.trim() === right;
  const told = isRight ? rest.with(baselineLine, "") : rest;
  return told.map((line) => line.trimEnd()).filter((line) => line !== "");
}

/** Without the line at the end in which a command was taken back. */
export function withoutTakenBack(text: string): string {
  const lines = text.split("\n");
  return TAKEN_BACK.test(lines.at(-1)?.trim() ?? "") ? lines.slice(0, -1).join("\n") : text;
}

type OwnLine = { readonly line: number; readonly isRewritten: boolean };

/** Without the echo that ends the last line which ends with it. The prompt before it may have taken the place of the first one. Undefined where no line does. */
function cutFromEnd(lines: readonly string[], command: string, own: OwnLine): string[] | undefined {
  if (command === "") return undefined;
  const isWhole = (line: string | undefined): boolean => line?.trim() === command;
  const whole = isWhole(lines[own.line]) ? own.line : lines.findLastIndex(isWhole);
  const at = whole >= 0 ? whole : lines.findLastIndex((line) => line.trimEnd().endsWith(command));
  if (at < 0) return undefined;
  const before = lines[at]?.trimEnd().slice(0, -command.length) ?? "";
  const isPrompt = at === own.line ? own.isRewritten : before.length <= SHORT_PROMPT && endsLikeShellPrompt(before);
  return lines.with(at, isPrompt ? "" : before);
}

/** Without the first echo, be it in several rows; or without the command where another output goes on behind it. */
function cutEcho(delta: Delta, { command, baseline }: Typed): readonly string[] {
  const { lines, baselineLine, isRewritten } = delta;
  const echoless = baseline.echoless(delta, `${command}\r`).lines;
  const isFound = echoless.some((line, index) => line !== lines[index]);
  // What is left of the line is a prompt that has taken the place of the first one.
  if (isFound) return isRewritten && echoless[baselineLine] !== lines[baselineLine] ? echoless.with(baselineLine, "") : echoless;
  const mayBePieces = command.length > OVER_SCREEN && command.length <= LONGEST_DRAWN;
  const cut = mayBePieces ? cutPieces(lines, command, Math.max(0, baselineLine)) : undefined;
  if (cut) return cut;
  const at = command === "" ? -1 : lines.findLastIndex((line) => line.startsWith(command));
  return cutBroken(lines, command) ?? (at < 0 ? lines : lines.with(at, lines[at]?.slice(command.length) ?? ""));
}

/**
 * Without an echo that is longer than the screen. What the shell draws anew of it leaves its beginning above the top, or rests
 * of other rows before it: each row is a piece of the command, or two of them. Undefined where the lines do not end with it.
 */
function cutPieces(lines: readonly string[], command: string, from: number): readonly string[] | undefined {
  const whole = withoutBlanks(command);
  const rows = lines.map(withoutBlanks);
  let at = rows.findLastIndex((row) => row !== "");
  if (at < from || !whole.endsWith(rows[at] ?? "")) return undefined;
  at--;
  while (at >= from && (rows[at] === ZSH_CUT || isPieces(rows[at] ?? "", whole))) at--;
  return [...lines.slice(0, at + 1), ...lines.slice(at + 1).map(() => "")];
}

function isPieces(row: string, whole: string): boolean {
  if (row.length < PIECE) return row === "";
  // After the longest first piece, the least is left for the second.
  const begun = longestPiece(row, whole);
  return begun > 0 && whole.includes(row.slice(begun));
}

/** How much of the beginning of the row stands somewhere in the command, by bisection. */
function longestPiece(row: string, whole: string): number {
  let there = 0;
  for (let least = row.length; there < least;) {
    const length = Math.ceil((there + least) / 2);
    if (whole.includes(row.slice(0, length))) there = length;
    else least = length - 1;
  }
  return there;
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Without an echo into which a job has printed to the end of a line: the rest of it is all of the last line. Undefined where it is not so. */
function cutBroken(lines: readonly string[], command: string): string[] | undefined {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  const rest = lines[end]?.trim() ?? "";
  if (rest === "" || rest === command || !command.endsWith(rest)) return undefined;
  const begun = command.slice(0, -rest.length);
  const at = lines.findLastIndex((line, index) => index < end && line.startsWith(begun));
  return at < 0 ? undefined : lines.with(at, lines[at]?.slice(begun.length) ?? "").with(end, "");
}

/** What a client wants typed, as the pieces that go to the terminal. */
import type { ScreenState } from "../../screens/screen-types.ts";
import { endsWithSignal } from "../../../shared/key-sequences.ts";
import { keyToText } from "../../../shared/keys.ts";
import { cleanPaste } from "../../../shared/paste.ts";
import type { InputPart } from "../../../shared/protocol.ts";
import type { InputChunk } from "../../sessions/session.ts";
import type { ReadyPart } from "./clicks.ts";

/**
 * Programs take text and Enter that arrive in one read for a paste, and the
 * Enter for a line break. So Enter is written when the text has shown. Where
 * nothing shows, as for a password, Enter is written after this time: a program
 * on a busy machine has read the text by then.
 */
const ENTER_WITHIN_MS = 100;
/** A terminal forgets what has not been read when it gets C-c, C-z or C-\\ (termios(3), NOFLSH): a line before is to be read first. */
export const SIGNAL_AFTER_MS = 150;
/** A submitted text gets more time: the program may redraw all of its input field for it. */
const SUBMIT_WITHIN_MS = 250;
const SUBMIT_SETTLE_MS = 10;
/** Agents that draw a field of their own take an Enter that comes sooner after the text for a line break: Gemini within 30 ms. */
const FIELD_SETTLE_MS = 50;
/** A text with more lines is typed ahead of the program anyway, so only its last Enter is written apart. */
const MAX_ENTERS_APART = 20;
/** Longer texts are pasted, where the program asks for bracketed pastes. */
const LONGEST_TYPED = 120;

const BEGINS_WITH_SIGNALS = /^[\x03\x1a\x1c]/;

const NO_MODES = { applicationCursor: false, applicationKeypad: false } as const;

/** Keys follow the screen's modes, and pastes are bracketed if the program asks for that. Throws `bad-request` for a key that does not exist. */
export function inputChunks(input: readonly ReadyPart[], screen: ScreenState): InputChunk[] {
  const chunks: InputChunk[] = [];
  for (const part of input) {
    if ("text" in part) for (const piece of splitEnters(part.text)) add(chunks, piece);
    else if ("key" in part) add(chunks, keyToText(part.key, screen));
    else if ("mouse" in part) add(chunks, part.mouse);
    else if ("paste" in part) add(chunks, paste(part.paste, screen.bracketedPaste));
    else chunks.push(...submission(part.submit, screen));
  }
  return chunks;
}

/** Throws `bad-request` for a key that does not exist. */
export function checkKeys(input: readonly InputPart[]): void {
  for (const part of input) if ("key" in part) keyToText(part.key, NO_MODES);
}

/** The line whose Enter ends this input; undefined when no Enter does. */
export function submittedLine(input: readonly InputPart[]): string | undefined {
  return /([^\r\n]+)\r\n?$/.exec(typedText(input))?.[1];
}

/** The text that a terminal may echo, so that the echo can be taken out of what is new. */
export function typedText(input: readonly InputPart[]): string {
  return input
    .map((part) => {
      if ("text" in part) return part.text;
      if ("paste" in part) return part.paste;
      if ("submit" in part) return `${part.submit}\r`;
      return "key" in part && keyToText(part.key, NO_MODES) === "\r" ? "\r" : "";
    })
    .join("");
}

/** What the keyboard would send for this, but for clicks: keys are those of a terminal in its first modes. */
export function rawText(input: readonly InputPart[]): string {
  return input.map((part) => ("key" in part ? keyToText(part.key, NO_MODES) : typedText([part]))).join("");
}

/** Cuts around signals, and before every Enter, or before the last of many; `\r\n` stays together. */
function splitEnters(text: string): string[] {
  const pieces = text.split(/(\r\n?|[\x03\x1a\x1c]+)/).filter((piece) => piece !== "");
  if (pieces.length <= 2 * MAX_ENTERS_APART) return pieces;
  const last = pieces.findLastIndex((piece) => piece.startsWith("\r"));
  return [pieces.slice(0, last).join(""), pieces.slice(last).join("")];
}

/**
 * Neighboring pieces are written together, unless the second one is an Enter that must be written apart, or a signal behind one;
 * or the first one is a signal, of which the program must have heard.
 */
function add(chunks: InputChunk[], text: string): void {
  const last = chunks.at(-1);
  const signals = last && /[\r\n]$/.test(last.text) && BEGINS_WITH_SIGNALS.test(text);
  if (signals) return void chunks.push({ text, gapMs: SIGNAL_AFTER_MS });
  if (last && endsWithSignal(last.text) && !BEGINS_WITH_SIGNALS.test(text)) return void chunks.push({ text, gapMs: 0 });
  const isApart =
    last !== undefined && text.startsWith("\r") && /[^\x00-\x1f\x7f]$/.test(last.text) && !last.text.includes("\x1b");
  if (last && !isApart) chunks[chunks.length - 1] = { ...last, text: last.text + text };
  else chunks.push(last ? { text, gapMs: ENTER_WITHIN_MS, echoOf: last.text } : { text, gapMs: 0 });
}

function submission(text: string, screen: ScreenState): InputChunk[] {
  const settle = { settleMs: SUBMIT_SETTLE_MS, drawnSettleMs: FIELD_SETTLE_MS };
  const enter = { text: "\r", gapMs: SUBMIT_WITHIN_MS, echoOf: text, ...settle };
  if (text === "") return [{ text: "\r", gapMs: 0 }];
  const isPaste = screen.bracketedPaste && (text.length > LONGEST_TYPED || /[\r\n]/.test(text));
  if (isPaste) return [{ text: paste(text, true), gapMs: 0 }, enter];
  return [{ text: text.replace(/\r?\n/g, "\r"), gapMs: 0 }, enter];
}

/** A paste as the program gets it: clean, and in brackets if the program asked for them. */
function paste(text: string, bracketed: boolean): string {
  const clean = cleanPaste(text);
  return bracketed ? `\x1b[200~${clean}\x1b[201~` : clean;
}

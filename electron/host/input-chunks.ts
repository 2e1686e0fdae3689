/** What a client wants typed, as the pieces that go to the terminal. */
import { keyToText } from "../../shared/keys.ts";
import type { ScreenState } from "../screens/screen.ts";
import type { InputChunk } from "../sessions/session.ts";
import type { ReadyPart } from "./clicks.ts";

/**
 * Before an Enter that follows text in a program with bracketed paste: such
 * programs take text and Enter that arrive in one read for a paste, and the
 * Enter for a line break. They read within a few milliseconds.
 */
const ENTER_GAP_MS = 12;

const NO_MODES = { applicationCursor: false, applicationKeypad: false } as const;

/** Keys follow the screen's modes; pastes are bracketed if the program asked for that. Throws `bad-request` for unknown keys. */
export function inputChunks(input: readonly ReadyPart[], screen: ScreenState): InputChunk[] {
  const pieces: string[] = [];
  for (const part of input) {
    if ("text" in part) pieces.push(...splitEnters(part.text));
    else if ("key" in part) pieces.push(keyToText(part.key, screen));
    else if ("mouse" in part) pieces.push(part.mouse);
    else pieces.push(paste(part.paste, screen.bracketedPaste));
  }
  return join(pieces, screen.bracketedPaste);
}

/** The text a person would recognise as typed: for telling the echo from news. */
export function typedText(input: readonly ReadyPart[]): string {
  return input
    .map((part) => {
      if ("text" in part) return part.text;
      if ("paste" in part) return part.paste;
      return "key" in part && keyToText(part.key, NO_MODES) === "\r" ? "\r" : "";
    })
    .join("");
}

/** Cuts before every Enter; `\r\n` stays together. */
function splitEnters(text: string): string[] {
  return text.split(/(\r\n?)/).filter((piece) => piece !== "");
}

/** Neighbours are written together unless an Enter must stand apart. */
function join(pieces: readonly string[], bracketedPaste: boolean): InputChunk[] {
  const chunks: { text: string; gapMs: number }[] = [];
  for (const text of pieces) {
    const last = chunks.at(-1);
    const entersAfterText = text.startsWith("\r") && last !== undefined && last.text.length > 1 && !last.text.endsWith("\r");
    if (last && !(entersAfterText && bracketedPaste)) last.text += text;
    else chunks.push({ text, gapMs: last ? ENTER_GAP_MS : 0 });
  }
  return chunks;
}

/** ESC and C1 controls in a paste could end its brackets and act as keys: they become visible. */
function paste(text: string, bracketed: boolean): string {
  const safe = text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, visible).replace(/\r?\n/g, "\r");
  return bracketed ? `\x1b[200~${safe}\x1b[201~` : safe;
}

function visible(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : "\u2421";
}

/**
 * Programs ask for the terminal's colors (OSC 4, 10, 11, 12 with `?`) to
 * choose a light or dark look. @xterm/headless has no theme and stays silent,
 * so the answer, in xterm's form, is given here: our dark theme.
 */
import type { Terminal } from "@xterm/headless";
import { ESC, ST } from "../../../shared/escape-grammar.ts";
import { ANSI, BACKGROUND, FOREGROUND } from "./theme-colors.ts";

/** Answers as `OSC n;rgb:rrrr/gggg/bbbb ST`. */
export function answerColorQueries(terminal: Terminal, reply: (text: string) => void): void {
  const dynamic = { 10: FOREGROUND, 11: BACKGROUND, 12: FOREGROUND } as const;
  for (const [code, color] of Object.entries(dynamic)) {
    terminal.parser.registerOscHandler(Number(code), (data) => {
      if (data !== "?") return false;
      reply(`${ESC}]${code};${xColor(color)}${ST}`);
      return true;
    });
  }
  terminal.parser.registerOscHandler(4, (data) => {
    const [index = "", question, ...more] = data.split(";");
    const color = /^\d{1,2}$/.test(index) ? ANSI[Number(index)] : undefined;
    if (question !== "?" || more.length > 0 || color === undefined) return false;
    reply(`${ESC}]4;${Number(index)};${xColor(color)}${ST}`);
    return true;
  });
}

/** `#rrggbb` in the X11 form that programs expect, 16 bits a channel. */
function xColor(hex: string): string {
  const lower = hex.toLowerCase();
  const channels = [1, 3, 5].map((at) => lower.slice(at, at + 2).repeat(2));
  return `rgb:${channels.join("/")}`;
}

/**
 * Programs ask for the terminal's colors (OSC 4, 10, 11, 12 with `?`) to
 * choose a light or dark look. @xterm/headless has no theme and stays silent,
 * so the answer, in xterm's form, is given here: our dark theme, with what the
 * program itself has redefined.
 */
import type { Terminal } from "@xterm/headless";
import { ESC, ST } from "../../../shared/escape-grammar.ts";
import { THEMED_COLORS } from "../../../shared/xterm-palette.ts";
import { DYNAMIC, rgbSpec, type TerminalColors } from "./terminal-colors.ts";

/** Answers as `OSC n;rgb:rrrr/gggg/bbbb ST`. */
export function answerColorQueries(terminal: Terminal, colors: TerminalColors, reply: (text: string) => void): void {
  for (const color of ["foreground", "background", "cursor"] as const) {
    const code = DYNAMIC[color];
    terminal.parser.registerOscHandler(code, (data) => {
      if (data !== "?") return false;
      reply(`${ESC}]${code};${rgbSpec(colors.rgb(color))}${ST}`);
      return true;
    });
  }
  terminal.parser.registerOscHandler(4, (data) => {
    const [index = "", question, ...more] = data.split(";");
    if (question !== "?" || more.length > 0 || !/^\d{1,2}$/.test(index) || Number(index) >= THEMED_COLORS) return false;
    reply(`${ESC}]4;${Number(index)};${rgbSpec(colors.rgb(Number(index)))}${ST}`);
    return true;
  });
}

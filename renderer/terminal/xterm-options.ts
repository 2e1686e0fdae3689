/** How live terminals look and behave; the same colors as the tiles. */
import type { ITerminalOptions, ITheme } from "@xterm/xterm";
import { MONO_FONT, type ThemeName, terminalColors, TOKENS } from "../theme/tokens.ts";

/** Rows kept above the screen; the host's snapshot brings no more than it keeps. */
const SCROLLBACK_ROWS = 5000;

/** Whose cursor it is decides its color. */
export type CursorOf = "you" | "agent";

const ANSI_NAMES = [
  "black",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  "white",
  "brightBlack",
  "brightRed",
  "brightGreen",
  "brightYellow",
  "brightBlue",
  "brightMagenta",
  "brightCyan",
  "brightWhite",
] as const;

export function xtermTheme(theme: ThemeName, cursorOf: CursorOf): ITheme {
  const { background, foreground, palette } = terminalColors(theme);
  const tokens = TOKENS[theme];
  return {
    background,
    foreground,
    cursor: tokens[cursorOf],
    cursorAccent: background,
    // 30 % of the color of a person's own marks.
    selectionBackground: `${tokens.you}4D`,
    ...Object.fromEntries(ANSI_NAMES.map((name, index) => [name, palette[index]])),
    extendedAnsi: palette.slice(ANSI_NAMES.length),
  };
}

export function xtermOptions(theme: ThemeName): ITerminalOptions {
  return {
    allowProposedApi: true,
    // An Alt-click must not type cursor keys into a program that an agent drives.
    altClickMovesCursor: false,
    cursorBlink: false,
    fontFamily: MONO_FONT,
    minimumContrastRatio: 4.5,
    scrollback: SCROLLBACK_ROWS,
    theme: xtermTheme(theme, "agent"),
    // Not one request about the window itself is granted (T11 in docs/threats.md).
    windowOptions: {},
  };
}

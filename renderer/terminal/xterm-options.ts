/** How live terminals look and behave; the same colors as the tiles. */
import type { ISearchDecorationOptions } from "@xterm/addon-search";
import type { ITerminalOptions, ITheme } from "@xterm/xterm";
import { MONO_FONT, type ThemeName, terminalColors, TOKENS } from "../theme/tokens.ts";

/** Rows kept above the screen: as many as the host keeps and sends. */
export const MAX_SCROLLBACK = 10_000;

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
    scrollback: MAX_SCROLLBACK,
    theme: xtermTheme(theme, "agent"),
    // Not one request about the window itself is granted (T11 in docs/threats.md).
    windowOptions: {},
  };
}

/** How the find bar marks matches. The terminal sees to it that the text on them can be read. */
export function matchColors(theme: ThemeName): ISearchDecorationOptions {
  const tokens = TOKENS[theme];
  return {
    matchBackground: tokens["wait-bg"],
    matchBorder: tokens.wait,
    activeMatchBackground: tokens.wait,
    // There is no overview ruler; the addon wants colors for one all the same.
    matchOverviewRuler: tokens.wait,
    activeMatchColorOverviewRuler: tokens.wait,
  };
}

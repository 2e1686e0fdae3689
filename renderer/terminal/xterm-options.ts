/** How live terminals look and behave; the same colors as the tiles. */
import type { ISearchDecorationOptions } from "@xterm/addon-search";
import type { ITerminalOptions, ITheme } from "@xterm/xterm";
import type { TerminalTheme } from "../theme/terminal-theme.ts";
import { TOKENS } from "../theme/tokens.ts";

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

function xtermTheme({ name, colors }: TerminalTheme, cursorOf: CursorOf): ITheme {
  const { background, foreground, palette } = colors;
  const tokens = TOKENS[name];
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

/** The options that follow from a theme. They may change while a terminal is open. */
export function themeOptions(theme: TerminalTheme, cursorOf: CursorOf): ITerminalOptions {
  const { colors, fontFamily, cursorShape, cursorBlink, macOptionIsMeta } = theme;
  return {
    cursorBlink,
    cursorStyle: cursorShape,
    fontFamily,
    macOptionIsMeta,
    minimumContrastRatio: colors.minimumContrast,
    theme: xtermTheme(theme, cursorOf),
  };
}

export function xtermOptions(theme: TerminalTheme): ITerminalOptions {
  return {
    ...themeOptions(theme, "agent"),
    allowProposedApi: true,
    // An Alt-click must not type cursor keys into a program that an agent drives.
    altClickMovesCursor: false,
    scrollback: MAX_SCROLLBACK,
    // Not one request about the window itself is granted (T11 in docs/threats.md).
    windowOptions: {},
  };
}

/**
 * Write this first. xterm 6.0.0 shows no cursor before its terminal had the keyboard, or has left the alternate
 * screen: so this goes there and back. Whoever only watches sees the cursor, too.
 */
export const CURSOR_FROM_THE_BEGINNING = "\u001b[?1047h\u001b[?1047l";

/** How the find bar marks matches. The terminal sees to it that the text on them can be read. */
export function matchColors({ name }: TerminalTheme): ISearchDecorationOptions {
  const tokens = TOKENS[name];
  return {
    matchBackground: tokens["wait-bg"],
    matchBorder: tokens.wait,
    activeMatchBackground: tokens.wait,
    // There is no overview ruler; the addon wants colors for one all the same.
    matchOverviewRuler: tokens.wait,
    activeMatchColorOverviewRuler: tokens.wait,
  };
}

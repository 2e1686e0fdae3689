/**
 * Every color of the window, once. The page gets them as CSS variables, the
 * tile painter and the live terminal as values. A test computes the contrast of
 * every pair that is used.
 */
import { hexOf } from "../../shared/rgb.ts";
import { fixedPaletteColor } from "../../shared/xterm-palette.ts";

export type ThemeName = "dark" | "light";

/** Names are the CSS variables without their dashes. */
export type Tokens = Readonly<Record<TokenName, string>>;
export type TokenName = keyof typeof DARK;

const DARK = {
  "bg-0": "#0B0D10",
  "bg-1": "#101318",
  "bg-2": "#151920",
  "bg-3": "#1C212A",
  "bg-hover": "#232A35",
  "bg-press": "#2B3340",
  "term-bg": "#0E1116",
  "line-1": "#252C37",
  "line-2": "#6B7788",
  "text-1": "#E9EDF3",
  "text-2": "#B1BBC9",
  "text-3": "#8D99AA",
  you: "#56C4FF",
  "you-bg": "#0F2838",
  "on-you": "#04131D",
  agent: "#B8A0FF",
  "agent-bg": "#231C3A",
  wait: "#FFB338",
  "wait-bg": "#2E230F",
  "on-wait": "#1B1200",
  ok: "#58CC93",
  "ok-bg": "#12291F",
  fail: "#FF7A7A",
  "fail-bg": "#33171A",
  "on-fail": "#1E0506",
  rec: "#FF5F5F",
} as const;

const LIGHT: Tokens = {
  "bg-0": "#E9EDF2",
  "bg-1": "#F4F6F9",
  "bg-2": "#FFFFFF",
  "bg-3": "#FFFFFF",
  "bg-hover": "#E3E8EF",
  "bg-press": "#D6DDE6",
  "term-bg": "#FCFDFE",
  "line-1": "#D5DCE5",
  "line-2": "#768294",
  "text-1": "#12161C",
  "text-2": "#434D5A",
  "text-3": "#5A6573",
  you: "#0064B0",
  "you-bg": "#DDF0FF",
  "on-you": "#FFFFFF",
  agent: "#6235C9",
  "agent-bg": "#EEE8FF",
  wait: "#8A4F00",
  "wait-bg": "#FFF0D2",
  "on-wait": "#FFFFFF",
  ok: "#0F6B41",
  "ok-bg": "#DFF5EA",
  fail: "#B91F2C",
  "fail-bg": "#FDE7E8",
  "on-fail": "#FFFFFF",
  rec: "#C4202F",
};

export const TOKENS: Readonly<Record<ThemeName, Tokens>> = { dark: DARK, light: LIGHT };

/** The sixteen colors programs name by number. */
export const ANSI: Readonly<Record<ThemeName, readonly string[]>> = {
  dark: (
    "#1A1F27 #FF7A7A #58CC93 #F2C14E #6CB2FF #C79BFF #4FD1D9 #C6CFDB " +
    "#76828F #FF9B9B #82E0B0 #FFD67A #96C9FF #DABDFF #84E4EA #F4F7FB"
  ).split(" "),
  light: (
    "#12161C #B91F2C #0F6B41 #855200 #0B5CAD #7A2FB8 #00696F #4A5561 " +
    "#5A6573 #C4202F #117347 #8A5600 #0E66BF #8738C9 #00727A #2B333D"
  ).split(" "),
};

/** The typefaces of terminals. The first is bundled; box drawing comes from the second where it is installed. */
export const MONO_FONT = '"JetBrains Mono Variable", "DejaVu Sans Mono", Menlo, Consolas, monospace';

/** What a terminal needs to turn symbolic colors into paint; sent to the worker as it is. */
export type TerminalColors = {
  readonly background: string;
  readonly foreground: string;
  readonly cursor: string;
  /** All 256 palette colors. */
  readonly palette: readonly string[];
};

export function terminalColors(theme: ThemeName): TerminalColors {
  const tokens = TOKENS[theme];
  return {
    background: tokens["term-bg"],
    foreground: tokens["text-1"],
    cursor: tokens["text-2"],
    palette: Array.from({ length: 256 }, (_, index) => ANSI[theme][index] ?? hexOf(fixedPaletteColor(index))),
  };
}

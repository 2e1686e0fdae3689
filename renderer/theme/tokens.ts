/**
 * Every color of the window, once. The page gets them as CSS variables, the
 * tile painter and the live terminal as values. A test computes the contrast of
 * every pair that is used.
 */
import type { TerminalColors } from "../../shared/run-colors.ts";
import { PALETTES, type PaletteName, paletteOf } from "../../shared/terminal-palettes.ts";

export type ThemeName = PaletteName;

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
  "term-bg": PALETTES.dark.background,
  "line-1": "#252C37",
  "line-2": "#6B7788",
  "text-1": PALETTES.dark.foreground,
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
  "term-bg": PALETTES.light.background,
  "line-1": "#D5DCE5",
  "line-2": "#768294",
  "text-1": PALETTES.light.foreground,
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

/** The typefaces of terminals. The first is bundled; box drawing comes from the second where it is installed. */
export const MONO_FONT = '"JetBrains Mono Variable", "DejaVu Sans Mono", Menlo, Consolas, monospace';

export function terminalColors(theme: ThemeName): TerminalColors {
  const tokens = TOKENS[theme];
  return {
    background: tokens["term-bg"],
    foreground: tokens["text-1"],
    cursor: tokens["text-2"],
    palette: paletteOf(theme),
  };
}

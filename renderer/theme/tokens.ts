/**
 * Every color of the window, once. The page gets them as CSS variables, the
 * tile painter and the live terminal as values. A test computes the contrast of
 * every pair that is used.
 */
import { PALETTES, type PaletteName } from "../../shared/terminal-palettes.ts";

export type ThemeName = PaletteName | "high-contrast";

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

/** Black and nearly white, and edges that can be seen: every text has 7:1 (WCAG AAA). */
const HIGH_CONTRAST: Tokens = {
  "bg-0": "#000000",
  "bg-1": "#000000",
  "bg-2": "#000000",
  "bg-3": "#000000",
  "bg-hover": "#1F1F1F",
  "bg-press": "#333333",
  "term-bg": "#000000",
  "line-1": "#8C8C8C",
  "line-2": "#FFFFFF",
  "text-1": "#FFFFFF",
  "text-2": "#EBEBEB",
  "text-3": "#D6D6D6",
  you: "#66D9FF",
  "you-bg": "#00222F",
  "on-you": "#000000",
  agent: "#D6C2FF",
  "agent-bg": "#1E1238",
  wait: "#FFD24A",
  "wait-bg": "#2B1F00",
  "on-wait": "#000000",
  ok: "#7CF0B0",
  "ok-bg": "#00240F",
  fail: "#FFA3A3",
  "fail-bg": "#330A0A",
  "on-fail": "#000000",
  rec: "#FFA3A3",
};

export const TOKENS: Readonly<Record<ThemeName, Tokens>> = { dark: DARK, light: LIGHT, "high-contrast": HIGH_CONTRAST };

/** The typefaces of terminals. The first is bundled; box drawing comes from the second where it is installed. */
export const MONO_FONT = '"JetBrains Mono Variable", "DejaVu Sans Mono", Menlo, Consolas, monospace';

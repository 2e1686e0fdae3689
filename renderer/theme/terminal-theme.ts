/** How terminals look, in tiles, in open sessions and in replays: the theme of the window with what a person has chosen for terminals. */
import { MINIMUM_CONTRAST, type TerminalColors } from "../../shared/run-colors.ts";
import type { ColorScheme } from "../../shared/settings/color-scheme.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { PALETTES, paletteFrom } from "../../shared/terminal-palettes.ts";
import { MONO_FONT, type ThemeName, TOKENS } from "./tokens.ts";

export type TerminalTheme = {
  /** The theme of the window around the terminals. */
  readonly name: ThemeName;
  readonly colors: TerminalColors;
  /** A list of typefaces, as CSS writes it. */
  readonly fontFamily: string;
  readonly cursorShape: Settings["cursorShape"];
  readonly cursorBlink: boolean;
  readonly macOptionIsMeta: boolean;
};

/** WCAG AAA. */
const HIGH_CONTRAST = 7;

/** The sixteen colors of the high-contrast theme: each but the first has 7:1 on black. */
const HIGH_CONTRAST_ANSI = (
  "#000000 #FF9494 #6BE89E #FFE14D #8AC7FF #E2B0FF #5CE6EE #EBEBEB " +
  "#B3B3B3 #FFB3B3 #9CF5C1 #FFEC8A #B0D9FF #EFD1FF #9AF2F6 #FFFFFF"
).split(" ");

type ThemeSettings = Pick<
  Settings,
  "darkColorScheme" | "lightColorScheme" | "colorSchemes" | "terminalFont" | "cursorShape" | "cursorBlink" | "macOptionIsMeta"
>;

export function terminalTheme(name: ThemeName, settings: ThemeSettings): TerminalTheme {
  const { terminalFont, cursorShape, cursorBlink, macOptionIsMeta } = settings;
  return {
    name,
    colors: colorsOf(name, settings),
    fontFamily: fontFamilyOf(terminalFont),
    cursorShape,
    cursorBlink,
    macOptionIsMeta,
  };
}

/** The typefaces of terminals, that of a person's choosing first. */
export function fontFamilyOf(font: string | null): string {
  return font === null ? MONO_FONT : `"${font}", ${MONO_FONT}`;
}

/** The colors of the chosen scheme, if there is one of that name, or those of the theme. */
function colorsOf(name: ThemeName, settings: ThemeSettings): TerminalColors {
  if (name === "high-contrast") return terminalColors(schemeOf(name), HIGH_CONTRAST);
  const chosen = name === "dark" ? settings.darkColorScheme : settings.lightColorScheme;
  const scheme = chosen !== null && Object.hasOwn(settings.colorSchemes, chosen) ? settings.colorSchemes[chosen] : undefined;
  return terminalColors(scheme ?? schemeOf(name), MINIMUM_CONTRAST);
}

/** Cotty's own colors in a theme. */
export function schemeOf(name: ThemeName): ColorScheme {
  const tokens = TOKENS[name];
  const ansi = name === "high-contrast" ? HIGH_CONTRAST_ANSI : PALETTES[name].ansi;
  return { background: tokens["term-bg"], foreground: tokens["text-1"], cursor: tokens["text-2"], ansi };
}

function terminalColors({ ansi, ...others }: ColorScheme, minimumContrast: number): TerminalColors {
  return { ...others, palette: paletteFrom(ansi), minimumContrast };
}

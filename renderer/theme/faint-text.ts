/**
 * Faint text (SGR 2) in live terminals. xterm 6.0.0 draws it half transparent,
 * and then asks for half of the theme's contrast. These style rules give it the
 * colors that it has in tiles, which can be read.
 */
import { runColors, type TerminalColors } from "../../shared/run-colors.ts";
import { CellAttribute, RunColor } from "../../shared/run-style.ts";

/** The class that xterm gives to a color of the palette; 257 is the default background, in the place of the text. */
const COLOR_CLASS = "xterm-fg-";
const INVERTED_DEFAULT = 257;

/** CSS for the elements of xterm's own renderer, for the default background. */
export function faintTextRules(colors: TerminalColors): string {
  const faint = (color: number, more = 0): string =>
    `{color:${runColors(["", color, RunColor.DEFAULT, CellAttribute.DIM | more, 0], colors).foreground}}`;
  const element = ":root .xterm .xterm-rows";
  return [
    `${element} .xterm-dim${faint(RunColor.DEFAULT)}`,
    `${element} .${COLOR_CLASS}${INVERTED_DEFAULT}.xterm-dim${faint(RunColor.DEFAULT, CellAttribute.INVERSE)}`,
    ...colors.palette.map((_, index) => `${element} .${COLOR_CLASS}${index}.xterm-dim${faint(index)}`),
  ].join("\n");
}

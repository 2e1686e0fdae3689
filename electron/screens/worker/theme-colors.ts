/** Our dark theme: the colors that programs are told of when they ask. */
import { PALETTES } from "../../../shared/terminal-palettes.ts";

export const { foreground: FOREGROUND, background: BACKGROUND, ansi: ANSI } = PALETTES.dark;

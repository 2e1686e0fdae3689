/** The colors of a terminal, as a person imports them. */
import { type Check, objectOf, valueCheck } from "./setting-check.ts";

/** Each color is `#rrggbb`. */
export type ColorScheme = {
  readonly background: string;
  readonly foreground: string;
  readonly cursor: string;
  /** The sixteen colors that programs name by number. */
  readonly ansi: readonly string[];
};

const isColor = (value: unknown): boolean => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
const COLOR: Check<string> = valueCheck("a color such as #1e1e2e", isColor);

export const COLOR_SCHEME: Check<ColorScheme> = objectOf("an object with background, foreground, cursor and ansi", {
  background: COLOR,
  foreground: COLOR,
  cursor: COLOR,
  ansi: valueCheck("a list of 16 colors such as #1e1e2e", (value) => {
    return Array.isArray(value) && value.length === 16 && value.every(isColor);
  }),
});

/** How a text is recognized where a terminal shows it as it is typed. */

/** Without a width: marks, joiners, variation selectors. A shell may show them in some other way, as zsh does: `<200d>`. */
const NO_WIDTH = /^[\p{M}\p{Cf}]$/u;
const SHOWN_SOMEHOW = ".{0,8}";
/**
 * Between two characters where a shell wraps the line itself: a blank, which goes to the next row, and a return. zsh draws the
 * next character then, another return, and that character once more.
 */
const WRAP = "(?: \\r+\\n?(?:.\\r)?)?";

/** Finds the text as a program draws it, of which the sequences have been left out. */
export function echoPattern(text: string): RegExp {
  const characters = Array.from(text, (character) =>
    NO_WIDTH.test(character) ? SHOWN_SOMEHOW : character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&"),
  );
  return new RegExp(characters.join(WRAP), "u");
}

/** Compiles the patterns of clients, so that one file decides about their flags. */

/** The pattern of a wait: `^` and `$` match at line ends. Throws a SyntaxError when the source is not a regular expression. */
export function waitPattern(source: string): RegExp {
  return new RegExp(source, "m");
}

/** The pattern of a search, which is applied line by line. `(?i)` in front ignores case. Throws a SyntaxError like `waitPattern`. */
export function searchPattern(source: string): RegExp {
  return source.startsWith("(?i)") ? new RegExp(source.slice(4), "i") : new RegExp(source);
}

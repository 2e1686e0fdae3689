/** Patterns of clients, compiled: one file says which flags they have. */

/** What a wait looks for: `^` and `$` match at line ends. Throws a SyntaxError for what is no JavaScript regular expression. */
export function waitPattern(source: string): RegExp {
  return new RegExp(source, "m");
}

/** What a search looks for, line by line; `(?i)` in front ignores case. Throws a SyntaxError as `waitPattern` does. */
export function searchPattern(source: string): RegExp {
  return source.startsWith("(?i)") ? new RegExp(source.slice(4), "i") : new RegExp(source);
}

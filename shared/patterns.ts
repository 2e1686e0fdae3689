/**
 * Compiles the patterns of clients, so that one file decides about their flags.
 *
 * The flags are `m` and `u`. A pattern that does not compile with `u` gets `m`
 * alone: programs and models write escapes such as `\-` and `\_`, which `u`
 * forbids. `(?i)` in front of a pattern ignores case; it is not part of
 * JavaScript's syntax.
 */

/**
 * Compiles the pattern of a wait, a search or `stopOn`. `^` and `$` match at line
 * ends. Throws a SyntaxError when the source is not a regular expression.
 */
export function compilePattern(source: string): RegExp {
  const [pattern, flags] = source.startsWith("(?i)") ? [source.slice(4), "im"] : [source, "m"];
  try {
    return new RegExp(pattern, `${flags}u`);
  } catch {
    return new RegExp(pattern, flags);
  }
}

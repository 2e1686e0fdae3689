/**
 * Compiles the patterns of clients, so that one file decides about their flags.
 *
 * The flags are `m` and `u`. A pattern that does not compile with `u` gets `m`
 * alone: programs and models write escapes such as `\-` and `\_`, which `u`
 * forbids. Not so a pattern with an escape that has another meaning without `u`:
 * `\p{Foo}` would look for those letters, and never match what was meant. `(?i)` in front of a pattern ignores case; it is not part of
 * JavaScript's syntax.
 */
import { messageOf } from "./errors.ts";

/** An escape that stands for plain letters where it is not understood: `\p{`, `\P{`, `\u{`, `\x{` and `\k<`. */
const ESCAPE_OF_U = /^(?:[^\\]|\\(?![pPux]\{|k<)[^])*(\\(?:[pPux]\{[^}]*\}?|k<[^>]*>?))/;

const INLINE_FLAGS = /\(\?[a-z]+[:)]/;

/**
 * Compiles the pattern of a wait, a search or `stopOn`. `^` and `$` match at line
 * ends. Throws a SyntaxError when the source is not a regular expression.
 */
export function compilePattern(source: string): RegExp {
  const [pattern, flags] = source.startsWith("(?i)") ? [source.slice(4), "im"] : [source, "m"];
  try {
    return new RegExp(pattern, `${flags}u`);
  } catch (error) {
    const escape = ESCAPE_OF_U.exec(pattern)?.[1];
    if (escape !== undefined)
      throw new SyntaxError(`${messageOf(error)} (${escape} counts only with the flag u)`, { cause: error });
    return withoutU(pattern, flags);
  }
}

function withoutU(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    if (!INLINE_FLAGS.test(pattern)) throw error;
    throw new SyntaxError(`${messageOf(error)} (of flags in a pattern, there is only (?i), in front)`, { cause: error });
  }
}

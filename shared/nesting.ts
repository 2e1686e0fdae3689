/**
 * How deep a file nests that a person writes: settings, the configuration of an agent. Parsers call themselves for each level.
 * Where the stack is nearly full, V8 ends the whole process when it compiles a regular expression, which nobody can catch:
 * the host would end with all its sessions.
 */

/** No file comes near it that a person writes. */
const MAX_DEPTH = 500;
/** In YAML, each level is a column to the right, or another `- ` in the line. */
const INDENTATION = /^[ \t?-]*/gm;
/** A key of TOML may name a table in a table in a table. */
const KEYS = /[\w"'.-]+/g;

/** Throws where the text may nest deeper than parsers can follow. Brackets in texts and comments count, too. */
export function refuseDeep(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) throw tooDeep();
  }
  for (const [blanks] of text.matchAll(INDENTATION)) if (blanks.length > 2 * MAX_DEPTH) throw tooDeep();
  for (const [key] of text.matchAll(KEYS)) if (key.split(".").filter(Boolean).length > MAX_DEPTH) throw tooDeep();
}

function tooDeep(): Error {
  return new Error("it is excessively nested: more than 500 levels");
}

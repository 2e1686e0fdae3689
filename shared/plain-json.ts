/** JSON as people write it in configuration files: with comments, and commas before closing brackets. */

const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g;
const STRING_OR_LAST_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** The same as plain JSON of the same length. Comments become blanks, so positions stay. */
export function plainJson(text: string): string {
  const blank = (found: string): string => (found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, " "));
  return text.replaceAll(STRING_OR_COMMENT, blank).replaceAll(STRING_OR_LAST_COMMA, blank);
}

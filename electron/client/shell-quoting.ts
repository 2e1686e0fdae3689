/** Turns a list of arguments into a command line for the user's shell. */

/** Words that no shell treats specially. `=` is allowed so that `NAME=value` still assigns. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * The command line that the arguments of `cotty start` describe. A single argument
 * is already a command line. Several arguments are quoted one by one. So
 * `start x "python3 -i"` and `start x python3 -i` do the same.
 */
export function toCommandLine(args: readonly string[], platform: NodeJS.Platform = process.platform): string {
  const [only] = args;
  if (args.length === 1 && only !== undefined) return only;
  return quoteWords(args, platform);
}

/** A command line that passes every argument unchanged, even if there is only one. */
export function quoteWords(args: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return args.map((arg) => (PLAIN.test(arg) ? arg : platform === "win32" ? doubleQuoted(arg) : singleQuoted(arg))).join(" ");
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Follows the rules of CommandLineToArgvW: a backslash is special only before a quote. */
function doubleQuoted(text: string): string {
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

/** Arguments to a command line for the user's shell. */

/** Nothing in these means anything to a shell. `=` is among them so that `NAME=value` still assigns. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * One argument is a command line already; several are quoted, so that each
 * arrives whole: `start x "python3 -i"` and `start x python3 -i` are the same.
 */
export function toCommandLine(args: readonly string[], platform: NodeJS.Platform = process.platform): string {
  const [only] = args;
  if (args.length === 1 && only !== undefined) return only;
  return quoteWords(args, platform);
}

/** A command line in which every argument arrives whole, also one alone. */
export function quoteWords(args: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return args.map((arg) => (PLAIN.test(arg) ? arg : platform === "win32" ? doubleQuoted(arg) : singleQuoted(arg))).join(" ");
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The rules of CommandLineToArgvW: backslashes count only before a quote. */
function doubleQuoted(text: string): string {
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

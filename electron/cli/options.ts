/** Parses a command's arguments: `--name`, `--name value`, `--name=value`, and the arguments beside them. */

/** Thrown for a command line that makes no sense. The user sees the message, if there is one, and the command's usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Thrown when the user asks for help with `--help` or `-h`. */
export class HelpRequest extends Error {
  override readonly name = "HelpRequest";
}

/** The options of a command by name. A `flag` stands alone; a `value` is followed by its text. */
type OptionSpec = Readonly<Record<string, "flag" | "value">>;

export type ParsedOptions<S extends OptionSpec> = {
  readonly options: { readonly [N in keyof S]?: S[N] extends "flag" ? true : string };
  readonly rest: string[];
};

/**
 * Separates the options from the other arguments. With `leading`, options end at
 * the first other argument, because everything after it is text to type or a
 * command to run. With `anywhere`, options may stand between other arguments.
 * `--` always ends the options.
 *
 * Throws `UsageError` for an unknown option, a missing value or a superfluous
 * one, and `HelpRequest` for `--help`.
 */
export function takeOptions<const S extends OptionSpec>(
  args: readonly string[],
  spec: S,
  where: "leading" | "anywhere",
): ParsedOptions<S> {
  const options: Record<string, string | true> = {};
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") return done(options, [...rest, ...args.slice(i + 1)]);
    if (!arg.startsWith("-") || arg === "-" || isNumber(arg)) {
      if (where === "leading") return done(options, args.slice(i));
      rest.push(arg);
      continue;
    }
    if (arg === "--help" || arg === "-h") throw new HelpRequest();
    const { name, inlineValue } = splitAtEquals(arg);
    const kind = Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (kind === undefined) throw new UsageError(`Unknown option: ${arg}`);
    if (kind === "flag") {
      if (inlineValue !== undefined) throw new UsageError(`${name} takes no value`);
      options[name] = true;
      continue;
    }
    const value = inlineValue ?? args[++i];
    if (value === undefined) throw new UsageError(`${name} needs a value`);
    options[name] = value;
  }
  return done(options, rest);
}

function done<S extends OptionSpec>(options: Record<string, string | true>, rest: string[]): ParsedOptions<S> {
  return { options: options as ParsedOptions<S>["options"], rest };
}

/** A negative number is a value, not an option. */
function isNumber(arg: string): boolean {
  return /^-\d/.test(arg);
}

function splitAtEquals(arg: string): { name: string; inlineValue: string | undefined } {
  const at = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return at === -1 ? { name: arg, inlineValue: undefined } : { name: arg.slice(0, at), inlineValue: arg.slice(at + 1) };
}

/** The one argument that a command takes. Throws `UsageError` when there is none, or more than one. */
export function onlyArgument(rest: readonly string[]): string {
  const [argument] = rest;
  if (argument === undefined || rest.length > 1) throw new UsageError("");
  return argument;
}

/** Throws `UsageError` when a command that takes no arguments has got one. */
export function refuseArguments(rest: readonly string[]): void {
  if (rest.length > 0) throw new UsageError("");
}

/** Checks the text of option `name` against the values that it may have. Throws `UsageError` for any other. */
export function oneOf<T extends string>(name: string, values: readonly T[], text: string): T {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new UsageError(`${name} must be one of ${values.join(", ")}, not "${text}"`);
  return value;
}

/** Parses a whole number of `least` or more, and of `most` at most. Throws `UsageError` for anything else. */
export function wholeNumber(name: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > Number.MAX_SAFE_INTEGER || value < least) {
    throw new UsageError(`${name} must be a whole number of at least ${least}, not "${text}"`);
  }
  if (value > most) throw new UsageError(`${name} must be at most ${most}, not "${text}"`);
  return value;
}

/** A day, in milliseconds: the host waits no longer in one request. */
const LONGEST_WAIT_MS = 86_400_000;

/** The value of `--timeout`, in milliseconds. */
export function timeoutOf(text: string): number {
  return wholeNumber("--timeout", text, 0, LONGEST_WAIT_MS);
}

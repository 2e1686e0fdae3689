/** Options of commands: `--name`, `--name value`, `--name=value`. */

/** A command line that cannot be understood. Its message is shown together with the command's usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Somebody asked how the command is used. */
export class HelpRequest extends Error {
  override readonly name = "HelpRequest";
}

type Kind = "flag" | "value";
type Spec = Readonly<Record<string, Kind>>;

export type Parsed<S extends Spec> = {
  readonly options: { readonly [N in keyof S]?: S[N] extends "flag" ? true : string };
  readonly rest: string[];
};

/**
 * Takes the options out of the arguments. `leading` stops at the first argument
 * that is none, because what follows belongs to somebody else (text to type, a
 * command to run); `anywhere` goes on. `--` ends the options in both.
 */
export function takeOptions<const S extends Spec>(args: readonly string[], spec: S, where: "leading" | "anywhere"): Parsed<S> {
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
    const { name, inline } = split(arg);
    const kind = Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (kind === undefined) throw new UsageError(`Unknown option: ${arg}`);
    if (kind === "flag") {
      if (inline !== undefined) throw new UsageError(`${name} takes no value`);
      options[name] = true;
      continue;
    }
    const value = inline ?? args[++i];
    if (value === undefined) throw new UsageError(`${name} needs a value`);
    options[name] = value;
  }
  return done(options, rest);
}

function done<S extends Spec>(options: Record<string, string | true>, rest: string[]): Parsed<S> {
  return { options: options as Parsed<S>["options"], rest };
}

/** A negative number is a value, not an option. */
function isNumber(arg: string): boolean {
  return /^-\d/.test(arg);
}

function split(arg: string): { name: string; inline: string | undefined } {
  const at = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return at === -1 ? { name: arg, inline: undefined } : { name: arg.slice(0, at), inline: arg.slice(at + 1) };
}

/** A whole number of at least `least`. */
export function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`${name} must be a whole number of at least ${least}, not "${text}"`);
  }
  return value;
}

/**
 * What values a setting may have. A check reads a value that comes from a file or
 * from a client, reports every mistake with its path, and puts the fallback in the
 * place of what is wrong. It knows words for people, and loads no schema library:
 * the window reads settings too, and must load fast.
 */
import { isRecord } from "../json.ts";
import { nearestNames } from "../nearest-names.ts";

/** A mistake, and the names and positions that lead to it from the root of the settings. */
export type SettingFault = { readonly path: readonly string[]; readonly message: string };

type CheckContext = {
  readonly path: readonly string[];
  readonly report: (fault: SettingFault) => void;
  /** Null would be right, too. */
  readonly mayBeNull?: boolean;
};

export type Check<T> = {
  /** What the value is, for people: `true or false`. */
  readonly kind: string;
  /** The value, as far as it is right. `fallback` stands for what is wrong; without one, what is wrong is left out. */
  readonly read: (value: unknown, fallback: T | undefined, context: CheckContext) => T | undefined;
};

/** A check that looks at a value as a whole. */
export function valueCheck<T>(kind: string, accepts: (value: unknown) => boolean): Check<T> {
  return {
    kind,
    read: (value, fallback, context) => {
      if (accepts(value)) return value as T;
      const instead = fallback === undefined ? "it is left out" : `${JSON.stringify(fallback)} is used instead`;
      const wanted = context.mayBeNull ? `${kind}, or null` : kind;
      reportAt(context, `"${context.path.join(".")}" must be ${wanted}; ${instead}`);
      return fallback;
    },
  };
}

export const BOOLEAN: Check<boolean> = valueCheck("true or false", (value) => typeof value === "boolean");

/** Exactly one of these texts. */
export function oneOf<const T extends string>(...options: readonly T[]): Check<T> {
  const kind = options.map((option) => `"${option}"`).join(", ");
  return valueCheck(`one of ${kind}`, (value) => (options as readonly unknown[]).includes(value));
}

/** Several of these texts, each once, in any order. At least one. */
export function someOf<const T extends string>(...options: readonly T[]): Check<readonly T[]> {
  return valueCheck(`a list of ${options.map((option) => `"${option}"`).join(", ")}, each at most once`, (value) => {
    if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return false;
    return value.every((each) => (options as readonly unknown[]).includes(each));
  });
}

/** A whole number in this range, both ends included. */
export function wholeNumber(least: number, most: number): Check<number> {
  const kind =
    most === Number.MAX_SAFE_INTEGER ? `a whole number of at least ${least}` : `a whole number from ${least} to ${most}`;
  return valueCheck(kind, (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most);
}

/** The same, or null for "none". */
export function orNull<T>(check: Check<T>): Check<T | null> {
  return {
    kind: `${check.kind}, or null`,
    read: (value, fallback, context) =>
      value === null ? null : (check as Check<T | null>).read(value, fallback, { ...context, mayBeNull: true }),
  };
}

type Members<T> = { readonly [K in keyof T]-?: Check<T[K]> };

/** An object with exactly these members. A member that is missing has its fallback. */
export function objectOf<T extends object>(kind: string, members: Members<T>): Check<T> {
  return {
    kind,
    read: (value, fallback, context) => {
      if (!isRecord(value)) return valueCheck<T>(kind, () => false).read(value, fallback, context);
      reportUnknown(value, Object.keys(members), context);
      const read: Record<string, unknown> = {};
      for (const name of Object.keys(members) as (keyof T & string)[]) {
        const at = { path: [...context.path, name], report: context.report };
        // A missing member without a fallback is as wrong as one of the wrong kind.
        const given = Object.hasOwn(value, name) || fallback === undefined;
        read[name] = given ? members[name].read(value[name], fallback?.[name], at) : fallback[name];
      }
      return Object.values(read).includes(undefined) ? fallback : (read as T);
    },
  };
}

/** An object with names of a person's choosing. An entry with a mistake is left out. */
export function entriesOf<T>(
  kind: string,
  name: {
    readonly kind: string;
    readonly accepts: (name: string) => boolean;
    readonly known?: readonly string[];
    readonly most: number;
  },
  entry: Check<T>,
): Check<Readonly<Record<string, T>>> {
  return {
    kind,
    read: (value, fallback, context) => {
      if (!isRecord(value)) return valueCheck<Readonly<Record<string, T>>>(kind, () => false).read(value, fallback, context);
      const read: Record<string, T> = {};
      for (const [key, given] of Object.entries(value)) {
        const at = { path: [...context.path, key], report: context.report };
        if (!name.accepts(key)) reportAt(at, `"${key}" is no ${name.kind}${hintFor(key, name.known ?? [])}; it is left out`);
        else if (Object.keys(read).length >= name.most) reportAt(at, `"${key}" is left out: at most ${name.most} entries count`);
        else {
          const right = entry.read(given, undefined, at);
          if (right !== undefined) read[key] = right;
        }
      }
      return read;
    },
  };
}

/** Reports the members that no check knows, each with the known name that is the nearest. */
export function reportUnknown(value: Record<string, unknown>, known: readonly string[], context: CheckContext): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const path = [...context.path, name];
    context.report({ path, message: `the unknown setting "${path.join(".")}" was ignored${hintFor(name, known)}` });
  }
}

function hintFor(name: string, known: readonly string[]): string {
  const [nearest] = nearestNames(name, known);
  return nearest === undefined ? "" : `. Did you mean "${nearest}"?`;
}

function reportAt({ path, report }: CheckContext, message: string): void {
  report({ path, message });
}

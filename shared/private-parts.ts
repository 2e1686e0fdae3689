/**
 * Says whether a dependency still has the private parts that we use. Every
 * adapter lists what it touches as data: the path, the expected type, and what
 * it is used for. The lists are checked once, before the first use, so that an
 * unexpected version is refused with words.
 */

/**
 * Expected type and use. The type is what `typeof` says, or a class's name.
 * With `?` after it the part may be absent; another check must then tell what it does.
 */
export type PrivatePart = readonly [type: string, use: string];

type Primitive = string | number | boolean | symbol | bigint | null | undefined;
type Callable = ((...parameters: never[]) => unknown) | (new (...parameters: never[]) => unknown);

/** Arrays and tables. Their entries are not listed. */
type IsIndexed<T> = string extends keyof T ? true : number extends keyof T ? true : false;

/** Dotted paths from `T` to each of its parts; what is `Whole` has a list of its own, or no parts that matter. */
type PathsOf<T, Whole> = {
  [K in keyof T & string]: [NonNullable<T[K]>] extends [Primitive | Callable | Whole]
    ? K
    : IsIndexed<NonNullable<T[K]>> extends true
      ? K
      : `${K}.${PathsOf<NonNullable<T[K]>, Whole>}`;
}[keyof T & string];

/** The list for an adapter's type: the compiler wants a row for each part. */
export type PartsOf<T, Whole = never> = Readonly<Record<PathsOf<T, Whole>, PrivatePart>>;

/** What is not as a list says, each as one line: the path with `name` before it, what is expected, what is there. */
export function missingParts(name: string, root: unknown, parts: Readonly<Record<string, PrivatePart>>): string[] {
  return Object.entries(parts).flatMap(([path, [type, use]]) => {
    const found = typeAt(root, path.split("."));
    const isAbsent = found === "undefined" || found === "nothing";
    const isThere = found === type.replace("?", "") || (type.endsWith("?") && isAbsent);
    return isThere ? [] : [`${name}.${path} (${use}): ${type} expected, ${found} found`];
  });
}

/** One message for a dependency that is not as we know it. `found` is its version, if it can be told. */
export function mismatchMessage(options: {
  readonly dependency: string;
  readonly expected: string;
  readonly found?: string | undefined;
  readonly missing: readonly string[];
}): string {
  const { dependency, expected, found, missing } = options;
  const [first = "", ...others] = missing;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const version = found === undefined ? "this version" : `version ${found}`;
  return `Cotty needs ${dependency} ${expected} and ${version} differs: ${first}${more}. Reinstall Cotty to get it`;
}

function typeAt(root: unknown, path: readonly string[]): string {
  let value = root;
  for (const name of path) {
    if (value === undefined || value === null) return "nothing";
    if (!(name in Object(value))) return "nothing";
    value = (value as Record<string, unknown>)[name];
  }
  return typeOf(value);
}

/** `typeof`, and the name of the class for arrays and the like. */
function typeOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return name === "Object" ? "object" : name;
}

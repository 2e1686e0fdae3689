/**
 * Edits TOML as text. Cotty's table is appended, changed key by key, or removed;
 * everything else stays as it is, including comments. A parser then checks that
 * nothing else has changed. If something has, the edit fails.
 */
import { isRecord } from "../../shared/json.ts";
import { parse } from "smol-toml";
import type { ServerEntry } from "./clients.ts";
import { isSame, valueAt, withValueAt } from "./merge.ts";

/** Parses the file's text. Throws with the position of the first mistake. */
export function readToml(text: string): unknown {
  return parse(text);
}

/** Returns the text with `entry` as the table at `path`; undefined removes the table. Throws if the edit would change anything else. */
export function editToml(text: string, path: readonly string[], entry: ServerEntry | undefined): string {
  const before = readToml(text);
  const earlier = valueAt(before, path);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const edited = isRecord(earlier) ? rewrite(lines, path, earlier, entry) : entry ? append(lines, path, entry) : lines;
  const result = edited.join(eol);
  const expected = withValueAt(before, path, entry);
  // Removing the only table inside another one may remove that one, too.
  const withoutParent = withValueAt(before, path.slice(0, -1), undefined);
  const after = tryParse(result);
  if (isSame(after, expected) || (entry === undefined && isSame(after, withoutParent))) return result;
  throw new Error(`its table [${path.join(".")}] is written in a form that must be changed by hand`);
}

/** Undefined when the text is not valid TOML. */
function tryParse(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function append(lines: readonly string[], path: readonly string[], entry: ServerEntry): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== "") + 1;
  return [...lines.slice(0, end), ...(end > 0 ? [""] : []), `[${path.map(keyText).join(".")}]`, ...renderKeys(entry), ""];
}

/** Changes the section of the table at `path`, and drops or keeps the sections of the tables inside it. */
function rewrite(
  lines: readonly string[],
  path: readonly string[],
  earlier: ServerEntry,
  entry: ServerEntry | undefined,
): string[] {
  const stays = (key: string): boolean => entry !== undefined && isSame(earlier[key], entry[key]);
  const changed = Object.entries(entry ?? {}).filter(([key]) => !stays(key));
  return sectionsOf(lines).flatMap(({ keys, lines: own }) => {
    if (!path.every((key, i) => keys[i] === key)) return own;
    const end = own.findLastIndex((line) => line.trim() !== "" && !line.trim().startsWith("#")) + 1;
    // Comments before the next header belong to the next table.
    const rest = own.slice(end);
    const inner = keys[path.length];
    if (inner !== undefined) return stays(inner) ? own : rest;
    if (entry === undefined) return rest;
    const [header = "", ...body] = own.slice(0, end);
    const kept = statementsOf(body).filter(({ key }) => key === undefined || stays(key));
    return [header, ...kept.flatMap((statement) => statement.lines), ...renderKeys(Object.fromEntries(changed)), ...rest];
  });
}

type Section = { readonly keys: readonly string[]; readonly lines: string[] };

/** Splits the file before every table header. The lines before the first header are a section without keys. */
function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ keys: [], lines: [] }];
  for (const line of lines) {
    const keys = /^\s*\[/.test(line) ? keysOfHeader(line) : undefined;
    if (keys) sections.push({ keys, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** The keys of a table header: `[a."b c"]` has `a` and `b c`. Undefined when the line is not a header. */
function keysOfHeader(line: string): string[] | undefined {
  const keys: string[] = [];
  let value: unknown = tryParse(line);
  if (value === undefined) return undefined;
  while (isRecord(value)) {
    const [key] = Object.keys(value);
    if (key === undefined) break;
    keys.push(key);
    value = value[key];
  }
  return keys;
}

/** Groups the lines into statements, because a value may span several lines. */
function statementsOf(lines: readonly string[]): { key: string | undefined; lines: string[] }[] {
  const statements: { key: string | undefined; lines: string[] }[] = [];
  let open: string[] = [];
  for (const line of lines) {
    open.push(line);
    const value = tryParse(open.join("\n"));
    if (value === undefined) continue;
    statements.push({ key: Object.keys(value)[0], lines: open });
    open = [];
  }
  return statements;
}

function renderKeys(entry: ServerEntry): string[] {
  return Object.entries(entry).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (isRecord(value)) return `{ ${renderKeys(value).join(", ")} }`;
  // Strings, numbers and booleans are written the same in JSON and TOML.
  return JSON.stringify(value);
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

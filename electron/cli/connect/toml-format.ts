/**
 * TOML, edited as text: our table is appended, changed key by key, or cut out,
 * and the rest stays as it is, comments and all. A real parser then checks that
 * nothing else has changed; where something has, the file is left alone.
 */
import { isRecord } from "../../../shared/json.ts";
import { parse } from "smol-toml";
import type { Entry } from "./clients.ts";
import { isSame, valueAt, withValueAt } from "./merge.ts";

/** Everything in the file. Throws where it cannot be read, with the place. */
export function readToml(text: string): unknown {
  return parse(text);
}

/** The text with a table for `entry` at `path`, or without it when undefined. Throws rather than change anything else. */
export function editToml(text: string, path: readonly string[], entry: Entry | undefined): string {
  const before = readToml(text);
  const earlier = valueAt(before, path);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const edited = isRecord(earlier) ? rewrite(lines, path, earlier, entry) : entry ? append(lines, path, entry) : lines;
  const result = edited.join(eol);
  const wanted = withValueAt(before, path, entry);
  // With the last table of ours gone, the one around it may be, too.
  const without = withValueAt(before, path.slice(0, -1), undefined);
  const after = tryRead(result);
  if (isSame(after, wanted) || (entry === undefined && isSame(after, without))) return result;
  throw new Error(`its table [${path.join(".")}] is written in a way that only a person can change`);
}

/** Undefined for what is no TOML any more. */
function tryRead(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function append(lines: readonly string[], path: readonly string[], entry: Entry): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== "") + 1;
  return [...lines.slice(0, end), ...(end > 0 ? [""] : []), `[${path.map(keyText).join(".")}]`, ...renderKeys(entry), ""];
}

/** Changes the section of our table, and drops or keeps the sections of tables in it. */
function rewrite(lines: readonly string[], path: readonly string[], earlier: Entry, entry: Entry | undefined): string[] {
  const stays = (key: string): boolean => entry !== undefined && isSame(earlier[key], entry[key]);
  const changed = Object.entries(entry ?? {}).filter(([key]) => !stays(key));
  return sectionsOf(lines).flatMap(({ keys, lines: own }) => {
    if (!path.every((key, i) => keys[i] === key)) return own;
    const end = own.findLastIndex((line) => line.trim() !== "" && !line.trim().startsWith("#")) + 1;
    // Comments before the next header are about what follows.
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

/** The file cut before every table header; what stands before the first has no keys. */
function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ keys: [], lines: [] }];
  for (const line of lines) {
    const keys = /^\s*\[/.test(line) ? keysOfHeader(line) : undefined;
    if (keys) sections.push({ keys, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** `[a."b c"]` to its keys; undefined for a line that is no header. */
function keysOfHeader(line: string): string[] | undefined {
  const keys: string[] = [];
  let value: unknown = tryRead(line);
  if (value === undefined) return undefined;
  while (isRecord(value)) {
    const [key] = Object.keys(value);
    if (key === undefined) break;
    keys.push(key);
    value = value[key];
  }
  return keys;
}

/** Lines that belong together: a value may go over several. */
function statementsOf(lines: readonly string[]): { key: string | undefined; lines: string[] }[] {
  const statements: { key: string | undefined; lines: string[] }[] = [];
  let open: string[] = [];
  for (const line of lines) {
    open.push(line);
    const value = tryRead(open.join("\n"));
    if (value === undefined) continue;
    statements.push({ key: Object.keys(value)[0], lines: open });
    open = [];
  }
  return statements;
}

function renderKeys(entry: Entry): string[] {
  return Object.entries(entry).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (isRecord(value)) return `{ ${renderKeys(value).join(", ")} }`;
  // JSON's strings, numbers and booleans are TOML's.
  return JSON.stringify(value);
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

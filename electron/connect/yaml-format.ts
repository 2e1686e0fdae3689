/**
 * Edits YAML as text. Cotty's block is inserted under its parent, replaced, or
 * removed; everything else stays as it is, including comments. A parser then
 * checks that nothing else has changed. If something has, the edit fails.
 */
import { parseAllDocuments } from "yaml";
import { isRecord } from "../../shared/json.ts";
import type { ServerEntry } from "./clients.ts";
import { isSame, valueAt, withValueAt } from "./merge.ts";

const INDENT = "  ";

/** Parses the file's text. A key without a value is an empty mapping. Throws with the position of the first mistake. */
export function readYaml(text: string): unknown {
  const [document, ...others] = parseAllDocuments(text);
  if (others.length > 0) throw new Error("it contains several documents, in place of one");
  const [mistake] = document?.errors ?? [];
  if (mistake) throw mistake;
  const value: unknown = document?.toJS() ?? {};
  if (!isRecord(value)) throw new Error("it does not contain a mapping");
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inner ?? {}]));
}

/**
 * Returns the text with `entry` as the mapping at `path`, which has one or two
 * keys; undefined removes what is there. Throws if the edit would change anything
 * else.
 */
export function editYaml(text: string, path: readonly string[], entry: ServerEntry | undefined): string {
  const before = readYaml(text);
  const [parent = "", name] = path;
  if (isSame(valueAt(before, path), entry)) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const edited = name === undefined ? withoutBlock(lines, parent, "") : withEntry(lines, parent, name, entry);
  const result = edited.join(eol);
  if (!isSame(tryRead(result), withValueAt(before, path, entry))) {
    throw new Error(`its ${path.join(".")} is written in a form that must be changed by hand`);
  }
  return result;
}

/** Undefined when the text is not valid. */
function tryRead(text: string): unknown {
  try {
    return readYaml(text);
  } catch {
    return undefined;
  }
}

function withEntry(lines: readonly string[], parent: string, name: string, entry: ServerEntry | undefined): string[] {
  const at = lines.findIndex((line) => isKey(line, parent, ""));
  if (at === -1) return entry ? [...withoutEnd(lines), `${parent}:`, ...block(name, entry, INDENT), ""] : [...lines];
  const end = blockEnd(lines, at, "");
  const children = lines.slice(at + 1, end);
  const indent = /^([ ]+)\S/.exec(children.find((line) => /^[ ]+[^\s#]/.test(line)) ?? "")?.[1] ?? INDENT;
  const others = withoutBlock(children, name, indent);
  const head = [...lines.slice(0, at), headOf(lines[at] ?? "", parent, entry !== undefined || others.some(isContent))];
  return [...head, ...withoutEnd(others), ...(entry ? block(name, entry, indent) : []), ...endOf(others), ...lines.slice(end)];
}

/** The line of the parent: `extensions: {}` while it is empty, `extensions:` otherwise. */
function headOf(line: string, parent: string, hasChildren: boolean): string {
  const [, comment = ""] = /(\s+#.*)$/.exec(line) ?? [];
  return hasChildren ? `${parent}:${comment}` : `${parent}: {}${comment}`;
}

function withoutBlock(lines: readonly string[], key: string, indent: string): string[] {
  const at = lines.findIndex((line) => isKey(line, key, indent));
  return at === -1 ? [...lines] : [...lines.slice(0, at), ...lines.slice(blockEnd(lines, at, indent))];
}

/** The index after the last line of the block that begins at `at`. Blank lines behind it, and comments as far left, are not part of it. */
function blockEnd(lines: readonly string[], at: number, indent: string): number {
  let end = at + 1;
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.startsWith(`${indent} `) && line.trim() !== "") end = i + 1;
    else if (isContent(line)) break;
  }
  return end;
}

function isKey(line: string, key: string, indent: string): boolean {
  return [key, JSON.stringify(key), `'${key}'`].some((spelling) => line.startsWith(`${indent}${spelling}:`));
}

function isContent(line: string): boolean {
  return line.trim() !== "" && !line.trim().startsWith("#");
}

/** The lines up to the last one that is not blank. */
function withoutEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

function endOf(lines: readonly string[]): string[] {
  return lines.slice(withoutEnd(lines).length);
}

/** Values are written as JSON, which is YAML too. */
function block(name: string, entry: ServerEntry, indent: string): string[] {
  return [
    `${indent}${name}:`,
    ...Object.entries(entry).map(([key, value]) => `${indent}${indent}${key}: ${JSON.stringify(value)}`),
  ];
}

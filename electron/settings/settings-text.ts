/** The text of the settings file: JSON with comments. A change keeps the comments, the order and the layout. */
import {
  applyEdits,
  findNodeAtLocation,
  type FormattingOptions,
  modify,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { isRecord } from "../../shared/json.ts";
import { jsonFault } from "../../shared/json-faults.ts";
import { refuseDeep } from "../../shared/nesting.ts";
import type { SettingFault } from "../../shared/settings/setting-check.ts";

const PARSE = { allowTrailingComma: true };
const DEFAULT_FORMAT: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };

/** Parses the text; an empty one has no settings. Throws with the line and the reason. */
export function parseSettingsText(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  refuseDeep(text);
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, PARSE);
  const [first] = errors;
  if (first) {
    throw new Error(`line ${lineAt(text, first.offset)}: ${jsonFault(printParseErrorCode(first.error))}`);
  }
  if (!isRecord(value)) throw new Error("line 1: not a JSON object");
  return value;
}

/** The fault in words, with the line where it is. */
export function describeFault(text: string, { path, message }: SettingFault): string {
  const node = nearestNode(parseTree(text, [], PARSE), path);
  return node ? `line ${lineAt(text, node.offset)}: ${message}` : message;
}

/** The node at a path, or the last one on the way to it that the file has. */
function nearestNode(root: Node | undefined, path: readonly string[]): Node | undefined {
  if (!root) return undefined;
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    // The name of a member says where it is; its value may begin on another line.
    if (node) return node.parent?.type === "property" ? node.parent : node;
  }
  return root;
}

/** The text with this value at `path`; undefined takes out what is there. Objects are changed member by member, so that comments inside them stay. */
export function editSettingsText(text: string, path: readonly string[], value: unknown): string {
  const root = parseSettingsText(text);
  const before = path.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), root);
  if (JSON.stringify(before) === JSON.stringify(value)) return text;
  if (isRecord(before) && isRecord(value)) {
    const names = new Set([...Object.keys(before), ...Object.keys(value)]);
    return [...names].reduce((edited, name) => editSettingsText(edited, [...path, name], value[name]), text);
  }
  const source = text.trim() === "" ? "{}\n" : text;
  return applyEdits(source, modify(source, [...path], value, { formattingOptions: formattingOf(source) }));
}

/** The indentation and the line endings that the file uses. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([\t ]+)["/]/m.exec(text)?.[1];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  if (indent === undefined) return { ...DEFAULT_FORMAT, eol };
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.startsWith("\t") ? 4 : indent.length, eol };
}

/** Counts from 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Edits JSON with comments. Everything but the changed entry stays as it is. */
import { isRecord } from "../../shared/json.ts";
import { jsonFault } from "../../shared/json-faults.ts";
import { applyEdits, type FormattingOptions, modify, parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import type { ServerEntry } from "./clients.ts";
import { isSame, valueAt, withValueAt } from "./merge.ts";

/** Parses the file's text. Throws with the line and column of the first mistake. */
export function readJson(text: string): unknown {
  if (text.trim() === "") return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const before = text.slice(0, first.offset).split("\n");
    const where = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
    throw new Error(`${where}: ${jsonFault(printParseErrorCode(first.error))}`);
  }
  if (!isRecord(value)) throw new Error("it does not contain a JSON object");
  return value;
}

/** Returns the text with `entry` at `path`; undefined removes what is there. Throws if the edit would change anything else. */
export function editJson(text: string, path: readonly string[], entry: ServerEntry | undefined): string {
  const before = readJson(text);
  const earlier = valueAt(before, path);
  const formattingOptions = formattingOf(text);
  let edited = text;
  const set = (at: readonly string[], value: unknown): void => {
    edited = applyEdits(edited, modify(edited, [...at], value, { formattingOptions }));
  };
  if (entry === undefined || !isRecord(earlier)) set(path, entry);
  else {
    // Change it key by key, so that comments inside the entry stay.
    for (const key of Object.keys(earlier)) if (!Object.hasOwn(entry, key)) set([...path, key], undefined);
    // Keys that are there come first, in the file's order: so the entry as it is read again makes the same text.
    const kept = Object.keys(earlier).filter((key) => Object.hasOwn(entry, key));
    for (const key of new Set([...kept, ...Object.keys(entry)])) {
      if (!isSame(earlier[key], entry[key])) set([...path, key], entry[key]);
    }
  }
  if (edited !== "" && !edited.endsWith("\n") && (text === "" || text.endsWith("\n"))) edited += formattingOptions.eol ?? "\n";
  if (!isSame(readJson(edited), withValueAt(before, path, entry))) {
    throw new Error("the entry cannot be changed without changing something else (does a key occur twice?)");
  }
  return edited;
}

/** The indentation and line endings that the file uses. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? "  ";
  const tabSize = indent.startsWith("\t") ? 4 : indent.length;
  return { insertSpaces: !indent.startsWith("\t"), tabSize, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

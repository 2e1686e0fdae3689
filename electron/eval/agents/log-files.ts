import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonLines } from "./output-lines.ts";

/** The files in a folder and its folders whose names match, in the order of their names. None if there is no folder. */
export function filesIn(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path))
    .toSorted()
    .map((path) => join(folder, path));
}

/** The JSON objects of a log that has one on each line. */
export const jsonLinesIn = (path: string): Record<string, unknown>[] => jsonLines(readFileSync(path, "utf8"));

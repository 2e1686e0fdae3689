import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { EvaluationError } from "../evaluation-error.ts";

export type DefinitionKind = "tasks" | "tools" | "agents";

/** Where definitions are looked for: folders with `tasks/`, `tools/` and `agents/` in them. */
export interface DefinitionPlaces {
  readonly folders: readonly string[];
  readonly cwd: string;
}

/** A definition's name: its file's or folder's, without `.md`. */
export const definitionName = (path: string): string => basename(path).replace(/\.md$/, "");

const TASK_FOLDER_FILE = "instruction.md";

function isDefinition(path: string): boolean {
  if (!existsSync(path)) return false;
  return statSync(path).isDirectory() ? existsSync(join(path, TASK_FOLDER_FILE)) : path.endsWith(".md");
}

/**
 * The files of the definitions that are asked for by name, or by path with or without
 * `.md`. Nothing asked for means all of the first place that has any.
 * Throws `EvaluationError` that lists the places searched.
 */
export function findDefinitions(kind: DefinitionKind, asked: readonly string[], places: DefinitionPlaces): string[] {
  return asked.length === 0 ? allOf(kind, places) : [...new Set(asked.map((name) => findDefinition(kind, name, places)))];
}

function allOf(kind: DefinitionKind, { folders }: DefinitionPlaces): string[] {
  for (const folder of folders) {
    const found = existsSync(join(folder, kind))
      ? readdirSync(join(folder, kind))
          .map((name) => join(folder, kind, name))
          .filter(isDefinition)
      : [];
    if (found.length > 0) return found.toSorted();
  }
  throw new EvaluationError(`No ${kind} found. Searched: ${folders.map((folder) => join(folder, kind)).join(", ")}`);
}

/** The file of one definition. Throws `EvaluationError` that lists the places searched. */
export function findDefinition(kind: DefinitionKind, name: string, places: DefinitionPlaces): string {
  const searched = candidates(kind, name, places);
  const found = searched.find(isDefinition);
  if (found !== undefined) return found;
  throw new EvaluationError(`There is no ${kind.slice(0, -1)} "${name}". Searched: ${searched.join(", ")}`);
}

/** Whether there is a definition of this name. */
export const hasDefinition = (kind: DefinitionKind, name: string, places: DefinitionPlaces): boolean =>
  candidates(kind, name, places).some(isDefinition);

function candidates(kind: DefinitionKind, name: string, { folders, cwd }: DefinitionPlaces): string[] {
  const paths = [resolve(cwd, name), ...folders.map((folder) => join(folder, kind, name))];
  return paths.flatMap((path) => (path.endsWith(".md") ? [path] : [`${path}.md`, path]));
}

import { readFileSync } from "node:fs";
import type { z } from "zod";
import { EvaluationError } from "../evaluation-error.ts";

const FENCE = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;

/** A definition on disk: the JSON between two lines of three dashes, and the markdown after them. */
export interface Definition<Matter> {
  readonly file: string;
  readonly matter: Matter;
  readonly body: string;
}

/**
 * Reads a markdown file whose front matter is a JSON object, or which has none. Windows'
 * line ends are accepted. Throws `EvaluationError` with the file's name for JSON that
 * cannot be read, for unknown keys and for wrong values.
 */
export function readDefinition<Shape extends z.ZodType>(file: string, shape: Shape): Definition<z.infer<Shape>> {
  const text = readFileSync(file, "utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n");
  const fence = FENCE.exec(text);
  const parsed = shape.safeParse(fence === null ? {} : parse(file, fence[1] ?? ""));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EvaluationError(`${file}: ${issue?.path.join(".") ?? ""}${issue?.path.length ? ": " : ""}${issue?.message ?? ""}`);
  }
  return { file, matter: parsed.data, body: text.slice(fence?.[0].length ?? 0).trim() };
}

function parse(file: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new EvaluationError(`${file}: the front matter is no JSON: ${(error as Error).message}`);
  }
}

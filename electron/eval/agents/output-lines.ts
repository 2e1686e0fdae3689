import { z } from "zod";
import { stripSequences } from "../../../shared/strip-sequences.ts";

/** The text without escape sequences and without returns. */
export const stripEscapes = (text: string): string => stripSequences(text).replaceAll("\r", "");

/** The lines that are JSON objects, as an agent prints them with its JSON option. Others are left out. */
export function jsonLines(output: string): Record<string, unknown>[] {
  return stripEscapes(output)
    .split("\n")
    .flatMap((line) => {
      if (!line.startsWith("{")) return [];
      try {
        const value: unknown = JSON.parse(line);
        const parsed = z.record(z.string(), z.unknown()).safeParse(value);
        return parsed.success ? [parsed.data] : [];
      } catch {
        // The last line may be half written.
        return [];
      }
    });
}

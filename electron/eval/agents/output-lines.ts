import { z } from "zod";

// oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;

/** The text without escape sequences and without returns. */
export const stripEscapes = (text: string): string => text.replaceAll(ESCAPES, "").replaceAll("\r", "");

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

import type { LinesLimit } from "../../shared/lines-within.ts";

/** So many lines at the end, of any length. */
export function lastLines(lines: number): LinesLimit {
  return { lines, bytes: Number.MAX_SAFE_INTEGER };
}

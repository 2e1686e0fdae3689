/**
 * What stays of the audit's rows when their file is dropped: the latest rows of each principal. So an agent that makes a
 * hundred thousand calls pushes out its own rows, and not those of others.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Each principal keeps at most this part of what is kept. */
const SHARE = 1 / 16;
/** The principal's id in a row, where no name comes before it. */
const PRINCIPAL = /^\{"time":"[^"]*","monotonic":[\d.]+,"principal":"((?:[^"\\]|\\.)*)"/;

/**
 * Moves rows of the file `dropped` into the file `remains`, and then removes `dropped`. `remains` has at most `maxBytes`;
 * where many principals share it, its oldest rows go. Throws the system's error where it cannot be written.
 */
export function keepRemains(dropped: string, remains: string, maxBytes: number): void {
  const left = new Map<string, number>();
  let total = maxBytes;
  const kept: string[] = [];
  // The latest come first, so each principal's latest rows are those that fit.
  for (const row of [...rowsIn(remains), ...rowsIn(dropped)].toReversed()) {
    const principal = PRINCIPAL.exec(row)?.[1];
    if (principal === undefined) continue;
    const bytes = Buffer.byteLength(row) + 1;
    const share = left.get(principal) ?? maxBytes * SHARE;
    // Once one has not fitted, no older one is kept: there would be a gap.
    left.set(principal, bytes > share ? 0 : share - bytes);
    if (bytes > share) continue;
    total -= bytes;
    if (total < 0) break;
    kept.push(row);
  }
  const unfinished = `${remains}.part`;
  rmSync(unfinished, { force: true });
  const text = kept.toReversed().map((row) => `${row}\n`);
  writeFileSync(unfinished, text.join(""), { mode: 0o600, flag: "wx" });
  renameSync(unfinished, remains);
  rmSync(dropped, { force: true });
}

function rowsIn(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

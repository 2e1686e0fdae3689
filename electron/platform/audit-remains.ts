/**
 * What stays of the audit's rows when their file is dropped: the latest rows of each principal. So an agent that makes a
 * hundred thousand calls pushes out its own rows, and not those of others.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Each principal keeps at most this part of what is kept … */
const SHARE = 1 / 16;
/** … and this part before others keep more, so that many who flood it together do not push out the rest. */
const RESERVED_SHARE = 1 / 256;
/** The principal's id in a row, where no name comes before it. */
const PRINCIPAL = /^\{"time":"[^"]*","monotonic":[\d.]+,"principal":"((?:[^"\\]|\\.)*)"/;

type Row = { readonly text: string; readonly principal: string; readonly bytes: number };

/**
 * Moves rows of the file `dropped` into the file `remains`, and removes `dropped`. `remains` has at most `maxBytes`;
 * where many principals share it, its oldest rows go. Throws the system's error where it cannot be written; then `dropped` is gone, too.
 */
export function keepRemains(dropped: string, remains: string, maxBytes: number): void {
  const unfinished = `${remains}.part`;
  try {
    const rows = [...rowsIn(remains), ...rowsIn(dropped)];
    const kept = keptOf(rows, maxBytes);
    rmSync(unfinished, { force: true });
    const text = rows.flatMap((row) => (kept.has(row) ? [`${row.text}\n`] : []));
    writeFileSync(unfinished, text.join(""), { mode: 0o600, flag: "wx" });
    renameSync(unfinished, remains);
  } finally {
    rmSync(unfinished, { force: true });
    rmSync(dropped, { force: true });
  }
}

/** The latest rows of each principal that fit into its share, without a gap. */
function keptOf(rows: readonly Row[], maxBytes: number): Set<Row> {
  const latestFirst = rows.toReversed();
  const kept = new Set<Row>();
  let left = maxBytes;
  for (const share of [RESERVED_SHARE, SHARE]) {
    const shares = new Map<string, number>();
    for (const row of latestFirst) {
      const rest = (shares.get(row.principal) ?? maxBytes * share) - row.bytes;
      // Once one does not fit, no older one is kept.
      const fits = rest >= 0 && (kept.has(row) || row.bytes <= left);
      shares.set(row.principal, fits ? rest : 0);
      if (!fits || kept.has(row)) continue;
      kept.add(row);
      left -= row.bytes;
    }
  }
  return kept;
}

function rowsIn(path: string): Row[] {
  let file: string;
  try {
    file = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return file.split("\n").flatMap((text) => {
    const principal = PRINCIPAL.exec(text)?.[1];
    return principal === undefined ? [] : [{ text, principal, bytes: Buffer.byteLength(text) + 1 }];
  });
}

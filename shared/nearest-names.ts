/** Finds the names that somebody may have meant. */

/** Up to three of the known names that differ from this one by at most two edits, or `most`, the nearest first. Case does not matter. */
export function nearestNames(name: string, known: readonly string[], most = 2): string[] {
  const normal = name.toLowerCase();
  return known
    .map((other) => ({ other, distance: editDistance(normal, other.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.min(most, normal.length - 1)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ other }) => other);
}

/** The Levenshtein distance, computed row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

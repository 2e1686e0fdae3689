const PARTS = /^(?:(\d+)h\s*)?(?:(\d+)m\s*)?(?:(\d+(?:\.\d+)?)s)?$/;

/** The seconds of a duration such as "1h 2m 3.5s", or `undefined` if it is none. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim();
  const parts = trimmed === "" ? null : PARTS.exec(trimmed);
  if (parts === null) return undefined;
  return Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0);
}

/** Seconds as "59.2s", "1m 19.2s" or "1h 2m 3s". */
export function formatSeconds(seconds: number): string {
  // Tenths first: 59.96 s is a minute.
  const tenths = Math.round(seconds * 10);
  const hours = Math.floor(tenths / 36_000);
  const minutes = Math.floor((tenths % 36_000) / 600);
  const rest = (tenths % 600) / 10;
  if (hours > 0) return `${hours}h ${minutes}m ${Math.round(rest)}s`;
  return minutes > 0 ? `${minutes}m ${rest}s` : `${rest}s`;
}

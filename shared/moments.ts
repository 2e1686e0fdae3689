/** Times since the start of a recording, as people write and read them: `1m20s`, `1:20`, `80`. */

const UNITS = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/;
const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/;

/** In milliseconds. Undefined when it is no such time. */
export function parseMoment(text: string): number | undefined {
  const [, hours = "0", minutes = "0", seconds = "0"] = CLOCK.exec(text) ?? (text === "" ? null : UNITS.exec(text)) ?? ["", "x"];
  const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return Number.isFinite(total) ? Math.round(total * 1000) : undefined;
}

/** `3:30`, or `1:02:03` from an hour on. */
export function formatMoment(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

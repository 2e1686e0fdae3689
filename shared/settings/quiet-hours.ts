/** The time in which a person wants no toast and no notification. */
import { type Check, objectOf, someOf, valueCheck } from "./setting-check.ts";

/** In the order of `Date.getDay`. */
export const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
export type Day = (typeof DAYS)[number];

export type QuietHours = {
  /** Local time, `HH:MM`. */
  readonly from: string;
  /** Local time, `HH:MM`. At or before `from`, it is on the day after. */
  readonly to: string;
  /** The days on which the quiet hours begin. */
  readonly days: readonly Day[];
};

const TIME: Check<string> = valueCheck("a time such as 22:00", (value) => {
  return typeof value === "string" && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
});

export const QUIET_HOURS: Check<QuietHours> = objectOf("an object with from, to and days", {
  from: TIME,
  to: TIME,
  days: someOf(...DAYS),
});

/** Whether it is quiet at this moment, in local time. The same time for both ends is a whole day. */
export function isQuietAt(quietHours: QuietHours | null, now: Date): boolean {
  if (!quietHours) return false;
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  const minute = now.getHours() * 60 + now.getMinutes();
  const beginsOn = (day: number): boolean => quietHours.days.includes(DAYS[(day + 7) % 7] ?? "Sun");
  if (from < to) return beginsOn(now.getDay()) && minute >= from && minute < to;
  return (beginsOn(now.getDay()) && minute >= from) || (beginsOn(now.getDay() - 1) && minute < to);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

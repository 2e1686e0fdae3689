/** What retention deletes. */
import { expect, test } from "vitest";
import { expiredRecordings, type RetentionLimits } from "../../../shared/expired-recordings.ts";

const DAY = 86_400_000;
const NOW = 100 * DAY;

/** Recordings by their age in days, each of ten bytes; the last one is being made. */
function aged(...days: number[]) {
  return days.map((age, index) => ({
    id: String(age),
    startedAtMs: NOW - age * DAY,
    bytes: 10,
    isLive: index === days.length - 1 && age === 99,
  }));
}

const expired = (recordings: Parameters<typeof expiredRecordings>[0], limits: RetentionLimits): string[] =>
  expiredRecordings(recordings, limits, NOW).map(({ id }) => id);

test("nothing, unless a limit is set", () => {
  expect(expired(aged(1, 1000), { keepDays: null, keepBytes: null })).toEqual([]);
});

test("by age: what began before the limit", () => {
  expect(expired(aged(5, 1, 7, 8, 30), { keepDays: 7, keepBytes: null })).toEqual(["8", "30"]);
});

test("by size: the oldest, until the rest fits", () => {
  expect(expired(aged(3, 1, 2, 4), { keepDays: null, keepBytes: 25 })).toEqual(["3", "4"]);
});

test("by size: a large one does not take all smaller, older ones with it", () => {
  const [large, ...others] = aged(1, 2, 3);
  const recordings = [{ ...large, id: "large", startedAtMs: NOW - DAY, bytes: 40, isLive: false }, ...others];
  expect(expired(recordings, { keepDays: null, keepBytes: 25 })).toEqual(["large"]);
});

test("never one that is being made, though its size counts", () => {
  expect(expired(aged(1, 2, 99), { keepDays: 7, keepBytes: 20 })).toEqual(["2"]);
});

/** Times in a recording, as people write and read them. */
import { expect, test } from "vitest";
import { byteSize } from "../../../shared/byte-size.ts";
import { formatMoment, parseMoment } from "../../../shared/moments.ts";

test.each([
  ["80", 80_000],
  ["1m20s", 80_000],
  ["1m", 60_000],
  ["2h3m4s", 7_384_000],
  ["1:20", 80_000],
  ["1:02:03.5", 3_723_500],
  ["0", 0],
  ["1.25s", 1250],
  ["", undefined],
  ["soon", undefined],
  ["-5", undefined],
  ["1:2:3:4", undefined],
])("%j is %s ms", (text, ms) => {
  expect(parseMoment(text)).toBe(ms);
});

test("are shown with minutes, and with hours where there are some", () => {
  expect([0, 999, 210_000, 3_723_000].map(formatMoment)).toEqual(["0:00", "0:00", "3:30", "1:02:03"]);
});

test("sizes are shown in the unit that fits", () => {
  expect([0, 999, 1000, 9949, 12_345, 999_499, 999_500, 3_400_000, 5e12].map(byteSize)).toEqual([
    ...["0 B", "999 B", "1.0 kB", "9.9 kB", "12 kB", "999 kB", "1.0 MB", "3.4 MB", "5.0 TB"],
  ]);
});

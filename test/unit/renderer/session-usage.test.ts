import { expect, test } from "vitest";
import { formatBytes, processorShare } from "../../../renderer/state/session-usage.ts";

test("the share of a processor is what was used between two looks, by the processes that were there at both", () => {
  const before = { atMs: 0, facts: { processes: [{ pid: 1, command: "a", processorMs: 100 }] } };
  const processes = [
    { pid: 1, command: "a", processorMs: 600 },
    { pid: 2, command: "b", processorMs: 5000 },
  ];
  expect(processorShare({ atMs: 1000, facts: { processes } }, before)).toBe(50);
});

test("bytes are written with two figures or more", () => {
  expect([0, 999, 4000, 12_345_678, 9_999_999_999].map(formatBytes)).toEqual(["0 B", "999 B", "4.0 kB", "12 MB", "10.0 GB"]);
});

import { expect, test } from "vitest";
import { isOversized, MAX_ELEMENTS } from "../../../electron/mcp/input-limit.ts";
import { takesAtMost } from "../../support/budget.ts";

const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
const keys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

test.each([
  ["nothing", undefined],
  ["a call", { action: "start", command: "x", wait: { pattern: "y" } }],
  ["as many elements as may be", { list: Array.from({ length: MAX_ELEMENTS - 1 }, () => 1) }],
  ["nesting", nested(20)],
])("H14 %s is let through", (_, input) => expect(isOversized(input)).toBe(false));

test.each([
  ["10^6 elements", { list: Array.from({ length: 1_000_000 }, () => 1) }],
  ["10^5 keys", keys(100_000)],
  ["depth 10^4", nested(10_000)],
  ["many small lists", { list: Array.from({ length: 1500 }, () => [1]) }],
])("H14 %s is too much, and found out at once", (_, input) => {
  expect(takesAtMost(200, () => expect(isOversized(input)).toBe(true))).toBe(true);
});

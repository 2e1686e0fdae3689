import { expect, test } from "vitest";
import { TypingTurns } from "../../../../electron/host/access/typing-turns.ts";

test("A12: a turn goes on with the keys of one client in one session, and ends with a pause, another client, or another effect", () => {
  const turns = new TypingTurns();
  const minute = 60_000;
  expect(turns.type("s", "ann", 0)).toBe(true);
  expect(turns.type("s", "ann", 9 * minute)).toBe(false);
  expect(turns.type("s", "ann", 18 * minute)).toBe(false);
  expect(turns.type("s", "ann", 28 * minute)).toBe(true);
  expect(turns.type("t", "ann", 28 * minute)).toBe(true);
  expect(turns.type("s", "ben", 28 * minute)).toBe(true);
  expect(turns.type("s", "ann", 28 * minute)).toBe(true);
  turns.end("s");
  expect(turns.type("s", "ann", 28 * minute)).toBe(true);
  expect(turns.type("t", "ann", 29 * minute)).toBe(false);
});

test("the turns of sessions that are long gone are forgotten", () => {
  const turns = new TypingTurns();
  for (let n = 0; n <= 1000; n++) turns.type(`s${n}`, "ann", n);
  expect(turns.type("s1000", "ann", 1001)).toBe(false);
  expect(turns.type("s0", "ann", 1001)).toBe(true);
});

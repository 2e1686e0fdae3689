import { expect, test } from "vitest";
import { startOfLast } from "../../../electron/screens/worker/running-text.ts";
import { Random, rounds } from "../../support/random.ts";

test("the last lines of a text are those at its end, however long they are", () => {
  for (let seed = 0; seed < rounds(500); seed++) {
    const random = new Random(seed);
    const longest = random.pick([1, 80, 40_000]);
    const lines = Array.from({ length: random.int(0, 60) }, () => `${"x".repeat(random.int(0, longest))}\n`);
    const text = lines.join("");
    const count = random.int(1, 70);
    expect(text.slice(startOfLast(count, text, text.length)), `seed ${seed}`).toBe(lines.slice(-count).join(""));
  }
});

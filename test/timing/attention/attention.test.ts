import { expect, it } from "vitest";
import { judge } from "../../../electron/attention/attention-rules.ts";
import { startStopwatch } from "../../support/budget.ts";

it("judging takes no time over a hostile line", () => {
  const watch = startStopwatch();
  for (const piece of ["(y/n ", "a ", "[", "continue ", "password for ", "? (", "❯ ", "│ "]) {
    const line = piece.repeat(40_000);
    const place = {
      before: "text",
      line,
      lines: Array<string>(30).fill(line),
      alternate: false,
      drawn: true,
      drawnBelow: false,
      standsOut: false,
    } as const;
    judge({ reading: "alone", lastLine: line, quietMs: 1000, restingMs: 0, place: { ...place, isCursorHidden: false } });
  }
  expect(watch.ms()).toBeLessThan(500);
});

import { expect, it } from "vitest";
import { attentionOf } from "../../../electron/attention/attention.ts";
import { startStopwatch } from "../../support/budget.ts";

it("judging takes no time over a hostile line", () => {
  const watch = startStopwatch();
  for (const piece of ["(y/n ", "a ", "[", "continue ", "password for "])
    attentionOf({ exit: undefined, lastLine: piece.repeat(40_000), quietMs: 1000 });
  expect(watch.ms()).toBeLessThan(500);
});

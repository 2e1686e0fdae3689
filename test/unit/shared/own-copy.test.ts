/** Who keeps the end of some output keeps that, and not all of the output. */
import { expect, test } from "vitest";
import { EchoMatcher } from "../../../electron/recording/echo.ts";
import { PassingText } from "../../../electron/screens/worker/passing-text.ts";
import { CommandMarks } from "../../../electron/shell-integration/command-marks.ts";
import { ownCopy } from "../../../shared/own-copy.ts";
import { SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { memoryInUse } from "../../support/memory.ts";

const MB = 1024 * 1024;
/** A sequence that has not ended. */
const END = `\x1b]0;${"title".repeat(10)}`;
/** A new string each time. */
const output = (): string => `${"word ".repeat(MB / 5)}${END}`;

/** A keeper that has been given something. */
function fed<Keeper>(keeper: Keeper, feed: (keeper: Keeper) => void): Keeper {
  feed(keeper);
  return keeper;
}

test.each<[string, (text: string) => unknown]>([
  ["a copy", (text) => ownCopy(text.slice(-20))],
  ["what cuts a stream", (text) => fed(new SequenceBoundary(), (boundary) => boundary.take(text))],
  ["the marks of a shell", (text) => fed(new CommandMarks("nonce"), (marks) => marks.handleOutput({ offset: 0, text }))],
  ["who looks for no echo", (text) => fed(new EchoMatcher(), (matcher) => matcher.output(text))],
  [
    "who looks for an echo",
    (text) =>
      fed(new EchoMatcher(), (matcher) => {
        matcher.typed("typed");
        matcher.output(text);
        matcher.output(text.slice(0, 100_000));
      }),
  ],
  ["a pattern", (text) => fed(new PassingText(/never/), (passing) => passing.stops(text))],
])("%s", (_, keep) => {
  keep(output());
  const before = memoryInUse();
  const kept = Array.from({ length: 10 }, () => keep(output()));
  expect(memoryInUse() - before).toBeLessThan(2 * MB);
  expect(kept).toHaveLength(10);
});

test("a copy is exact", () => {
  for (const text of [
    "",
    "short",
    "long enough for a reference",
    `half \ud83d of a character ${"\udc00".repeat(20)}`,
    "🙂".repeat(20),
  ]) {
    expect(ownCopy(text)).toBe(text);
  }
});

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

test.each<[string, (text: string) => unknown]>([
  ["a copy", (text) => ownCopy(text.slice(-20))],
  [
    "what cuts a stream",
    (text) => {
      const boundary = new SequenceBoundary();
      boundary.take(text);
      return boundary;
    },
  ],
  [
    "the marks of a shell",
    (text) => {
      const marks = new CommandMarks("nonce");
      marks.handleOutput({ offset: 0, text });
      return marks;
    },
  ],
  [
    "who looks for no echo",
    (text) => {
      const matcher = new EchoMatcher();
      matcher.output(text);
      return matcher;
    },
  ],
  [
    "who looks for an echo",
    (text) => {
      const matcher = new EchoMatcher();
      matcher.typed("typed");
      matcher.output(text);
      matcher.output(text.slice(0, 100_000));
      return matcher;
    },
  ],
  [
    "a pattern",
    (text) => {
      const passing = new PassingText(/never/);
      passing.stops(text);
      return passing;
    },
  ],
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

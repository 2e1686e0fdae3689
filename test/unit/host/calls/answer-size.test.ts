import { expect, test } from "vitest";
import { MAX_ANSWER, withinAnswer } from "../../../../electron/host/calls/answer-size.ts";

const lines = Array.from({ length: 100_000 }, (_, index) => String(index));
const text = lines.join("\n");

test("what an answer has room for is the answer", () => {
  for (const short of ["", "a\nb", "x".repeat(MAX_ANSWER)]) expect(withinAnswer(short)).toEqual({ text: short, omittedLines: 0 });
});

test.each([false, true])("whole lines are left out, and counted (the first ones are wanted: %s)", (isFirst) => {
  const answer = withinAnswer(text, { isFirst });
  const kept = answer.text.split("\n");
  expect(answer.text.length).toBeGreaterThan(MAX_ANSWER - 10);
  expect(answer.text.length).toBeLessThanOrEqual(MAX_ANSWER);
  expect(kept).toEqual(isFirst ? lines.slice(0, kept.length) : lines.slice(-kept.length));
  expect(kept.length + answer.omittedLines).toBe(lines.length);
});

test.each([false, true])("of a line that is too long, a part is told beside short ones (the first are wanted: %s)", (isFirst) => {
  const long = "x".repeat(2 * MAX_ANSWER);
  const { text: kept, omittedLines } = withinAnswer(isFirst ? `short\n${long}` : `${long}\n$ `, { isFirst });
  expect(omittedLines).toBe(1);
  expect(kept.length).toBeGreaterThan(8000);
  expect(kept.length).toBeLessThan(9000);
  expect(kept).toMatch(isFirst ? /^short\nx+…$/ : /^…x+\n\$ $/);
});

test.each([false, true])(
  "of one line that is too long, a part is left, without half a character (the first is wanted: %s)",
  (isFirst) => {
    const { text: kept, omittedLines } = withinAnswer(`x${"🙂".repeat(MAX_ANSWER)}x`, { isFirst });
    expect(omittedLines).toBe(1);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(MAX_ANSWER - 4);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(MAX_ANSWER);
    expect(Buffer.from(kept).toString()).toBe(kept);
  },
);

test.each([false, true])("it is less where the client has a smaller limit (the first is wanted: %s)", (isFirst) => {
  expect(withinAnswer("a\nbcdefghijk\nl", { isFirst, limit: 10 })).toEqual(
    isFirst ? { text: "a\nbcdef…", omittedLines: 2 } : { text: "…ghijk\nl", omittedLines: 2 },
  );
  expect(withinAnswer("abc\ndef\nghi", { isFirst, limit: 8 })).toEqual(
    isFirst ? { text: "abc\ndef", omittedLines: 1 } : { text: "def\nghi", omittedLines: 1 },
  );
});

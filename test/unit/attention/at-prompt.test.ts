import { describe, expect, it } from "vitest";
import { promptAfterMs, questionAfterMs, type PromptEvidence, waitsBelow } from "../../../electron/attention/at-prompt.ts";

const learnt: PromptEvidence = {
  before: "learnt",
  moved: true,
  left: true,
  alternate: false,
  line: ">>> ",
  reading: "alone",
  woke: true,
};
const after = (evidence: Partial<PromptEvidence>): number | undefined => promptAfterMs({ ...learnt, ...evidence });

describe("a prompt", () => {
  it("is one at once where the program waits for the terminal at a prompt that is known", () => {
    expect(after({})).toBe(0);
    expect(after({ before: "marked" })).toBe(0);
    expect(after({ reading: "among-others" })).toBe(0);
  });

  it("is none while the program does not read, has not woken, or has left nothing to read after", () => {
    expect(after({ reading: "no" })).toBeUndefined();
    expect(after({ woke: false })).toBeUndefined();
    expect(after({ before: "nothing", reading: "among-others" })).toBeUndefined();
    expect(after({ before: "text", line: "50% done", reading: "among-others" })).toBeUndefined();
    expect(after({ before: "text", line: "50% done", reading: "unknown" })).toBeUndefined();
    expect(after({ moved: false, reading: "unknown" })).toBeUndefined();
  });

  it("takes the longer, the less is known", () => {
    const certain = [
      after({ before: "text", line: "Name? " }),
      after({ before: "text", line: "> ", reading: "among-others" }),
      after({ before: "text", line: "> ", reading: "unknown" }),
    ];
    expect(certain.every((ms) => ms !== undefined && ms > 0)).toBe(true);
    expect(certain).toEqual([...certain].sort((a, b) => (a ?? 0) - (b ?? 0)));
  });

  it("may be the old one while the cursor stays in its line: the echo of keys may be on its way", () => {
    expect(after({ left: false })).toBe(10);
  });

  it("may ask for more of what was begun", () => {
    for (const line of ["... ", "..... ", "| "]) expect(after({ before: "text", line, reading: "among-others" })).toBe(100);
    for (const line of ["waiting...", "...", "|"]) {
      expect(after({ before: "text", line, reading: "among-others" })).toBeUndefined();
    }
  });

  it("a full-screen program that reads below all else may show a page", () => {
    const page = { alternate: true, line: "/etc/services", lastLine: "/etc/services" };
    expect(waitsBelow(page)).toBe(true);
    expect(waitsBelow({ ...page, alternate: false })).toBe(false);
    expect(waitsBelow({ ...page, line: "first line" })).toBe(false);
    expect(questionAfterMs({ ...learnt, ...page }, false)).toBe(150);
    expect(questionAfterMs({ ...learnt, ...page, reading: "among-others" }, false)).toBeUndefined();
  });

  it("a question likewise", () => {
    expect(questionAfterMs({ ...learnt, reading: "no" })).toBeUndefined();
    expect(questionAfterMs({ ...learnt, moved: false })).toBeUndefined();
    expect(questionAfterMs({ ...learnt, reading: "alone" })).toBeLessThan(
      questionAfterMs({ ...learnt, reading: "unknown" }) ?? 0,
    );
  });
});

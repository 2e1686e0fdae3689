/** What of the input may go on record. */
import { describe, expect, it } from "vitest";
import { EchoMatcher } from "../../../electron/recording/echo.ts";
import { MASK } from "../../../shared/mask.ts";

/** Types and shows in turn (`>` typed, `<` shown); returns what is on record in the end. */
function record(...steps: string[]): string {
  const matcher = new EchoMatcher();
  const inputs = [];
  for (const step of steps) {
    if (step.startsWith(">")) inputs.push(matcher.typed(step.slice(1)));
    else matcher.output(step.slice(1));
  }
  return inputs.map(({ recordable }) => recordable).join("");
}

describe("what the terminal echoes is kept", () => {
  it("in one burst, and the answer behind it is nobody's", () => {
    expect(record(">ls -l\r", "<ls -l\r\ntotal 0\r\n$ ")).toBe("ls -l\r");
  });
  it("key by key, spaces too", () => {
    expect(record(">l", "<l", ">s", "<s", "> ", "< ", ">x", "<x", ">\r", "<\r\n")).toBe("ls x\r");
  });
  it("key by key with the echo late", () => {
    expect(record(">l", ">s", "<ls", ">\r", "<\r\n$ ")).toBe("ls\r");
  });
  it("when an editor redraws its line", () => {
    expect(record(">e", "<e", ">c", "<\r$ ec", ">h", "<\r$ ech\x1b[K")).toBe("ech");
  });
  it("when an editor redraws its line once for several keys", () => {
    expect(record(">a", "<a", "> ", ">p", ">e", "<\r$ a pe\x1b[K", ">r", "<\r$ a per\x1b[K")).toBe("a per");
    expect(record(">a", ">b", "<\r$ ab", ">c", ">d", "<\r$ abcd", ">\r", "<\r\n")).toBe("abcd\r");
    expect(record(">a", ">b", "<\r$ a", "<\r$ ab")).toBe("ab");
  });
  it("where a shell wraps the line itself", () => {
    expect(record(">echo abcdefgh", "<e\becho abcd \r\x1b[Ke\refgh", ">\r", "<\r\nabcdefgh\r\n")).toBe("echo abcdefgh\r");
    expect(record(">echo abcdefgh", "<echo abcd \refgh", ">\r", "<\r\nabcdefgh\r\n")).toBe("echo abcdefgh\r");
  });
  it("where a shell shows a character that has no width by its number", () => {
    expect(record(">echo 'a\u200db'\r", "<echo 'a\x1b[7m<200d>\x1b[27mb'\r\n")).toBe("echo 'a\u200db'\r");
    expect(record(">echo '\u2764\ufe0f'\r", "<echo '\u2764\x1b[7m<fe0f>\x1b[27m'\r\n")).toBe("echo '\u2764\ufe0f'\r");
  });
  it("behind other output", () => {
    expect(record(">make\r", "<warning: x\r\nnote: y\r\nmake\r\n")).toBe("make\r");
  });
  it("several lines in one burst, short ones too", () => {
    expect(record(">x=1\ry\r", "<x=1\r\n>>> y\r\n1\r\n>>> ")).toBe("x=1\ry\r");
    expect(record(">a\rb\r", "<a\r\nb\r\na\r\nb\r\n")).toBe("a\rb\r");
  });
  it.each([
    [[">x\r", ">y\r"], "x\r\ny\r\n"],
    [[">x", ">\r", ">y", ">\r"], "x\r\ny\r\n"],
    [[">x\r", ">\r", ">y\r"], "x\r\n\r\ny\r\n"],
    [[">x\r\r", ">y\r"], "x\r\n\r\ny\r\n"],
  ])("of short lines that were typed ahead, wherever the output is cut: %j", (typed, echo) => {
    const kept = typed.map((step) => step.slice(1)).join("");
    for (let first = 0; first <= echo.length; first++)
      for (let second = first; second <= echo.length; second++) {
        const parts = [echo.slice(0, first), echo.slice(first, second), echo.slice(second)].map((part) => `<${part}`);
        expect(record(...typed, ...parts), JSON.stringify(parts)).toBe(kept);
      }
  });
  it.each([
    ["key by key", [">e", "\r$ \x1b[38;5;208me\x1b[0m\x1b[K", ">c", "\r$ \x1b[38;5;208mec\x1b[0m\x1b[K"], "ec"],
    ["after the beginning of a sequence", ["$ \x1b[0", ">x", "mx"], "x"],
    ["behind a title", ["\x1b]0;a title\x07", ">ls -l", "\x1b]0;ls -l\x1b\\l\x1b[1ms\x1b[m -l"], "ls -l"],
  ])("wherever its sequences are cut: %s", (_, steps, kept) => {
    const lengths = steps.map((step) => (step.startsWith(">") ? 0 : step.length));
    for (const [index, length] of lengths.entries())
      for (let cut = 1; cut < length; cut++) {
        const cutUp = steps.flatMap((step, at) => {
          if (step.startsWith(">")) return [step];
          return at === index ? [`<${step.slice(0, cut)}`, `<${step.slice(cut)}`] : [`<${step}`];
        });
        expect(record(...cutUp), JSON.stringify(cutUp)).toBe(kept);
      }
  });
  it("behind more output than is looked at, whose end is the beginning of a sequence", () => {
    expect(record(">\r", `<${"a line\r\n".repeat(1000)}\x1b[3`, ">x", "<2mx")).toBe("\rx");
    expect(record(">\x1b[A", `<${"a line\r\n".repeat(1000)}\x1b[3`, ">x", "<2mx")).toBe("\x1b[Ax");
  });
  it("after an Enter that breaks no line", () => {
    expect(record(">x\r", "<x", "<\x1b[3;1Hmenu", ">y", "<y", "<\r\nnext\r\n")).toBe("x\ry");
    expect(record(">\r", "<menu", ">y", "<y", "<\r\nnext\r\n")).toBe("\ry");
  });
  it("after a password, without waiting for it", () => {
    expect(record(">secret\r", ">ls\r", "<\r\n", "<$ ls\r\nfile\r\n")).toBe(`${MASK}\r${MASK}\r`);
    expect(record(">secret\r", "<\r\n$ ", ">ls\r", "<ls\r\nfile\r\n")).toBe(`${MASK}\rls\r`);
  });
  it("keys without text always", () => {
    expect(record(">\x1b[A\x1bOB\x03\t\r")).toBe("\x1b[A\x1bOB\x03\t\r");
  });
});

describe("what it does not echo is masked, whatever its length", () => {
  it("in one burst", () => {
    expect(record(">hunter2\r", "<\r\nWelcome\r\n")).toBe(`${MASK}\r`);
    expect(record(">ab\r", "<\r\nable was I\r\nab\r\n")).toBe(`${MASK}\r`);
  });
  it("key by key, though the answer begins or ends with the same letters", () => {
    expect(record(">o", ">k", ">\r", "<\r\nok\r\n$ ")).toBe(`${MASK}${MASK}\r`);
    expect(record(">W", ">e", ">\r", "<\r\nWelcome\r\n")).toBe(`${MASK}${MASK}\r`);
    expect(record(">e", ">\r", "<\r\n", "<Welcome")).toBe(`${MASK}\r`);
    expect(record(">x\r", ">e", ">\r", "<x\r\nPassword: ", "<\r\n", "<Welcome", "<\r\ne\r\n")).toBe(`x\r${MASK}\r`);
    expect(record(">x\r", ">e\r", "<x", "<\r\nPassword: ", "<\r\ne\r\n")).toBe(`x\r${MASK}\r`);
  });
  it("key by key, though a line somewhere has the same keys", () => {
    expect(record(">c", ">a", ">t", ">\r", "<\r\nthe cat sat\r\n$ ")).toBe(`${MASK}${MASK}${MASK}\r`);
  });
  it("behind asterisks", () => {
    expect(record(">p", "<*", ">w", "<*", ">\r", "<\r\n")).toBe(`${MASK}${MASK}\r`);
  });
  it.each([
    ["m", "<\x1b[0", "<m*"],
    ["4", "<\x1b[3", "<4m*"],
    ["title", "<\x1b]0;a ", "<title\x07*"],
  ])("though a sequence that is cut contains it: %s", (key, ...shown) => {
    expect(record(`>${key}`, ...shown)).toBe(MASK);
    expect(record(shown[0] ?? "", `>${key}`, shown[1] ?? "")).toBe(MASK);
  });
  it("when the same was shown before it was typed", () => {
    expect(record(">x", "<x secret ", ">secret\r", "<\r\n")).toBe(`x${MASK}\r`);
  });
  it("in the middle of what is echoed", () => {
    expect(record(">user\rhunter2\rls\r", "<user\r\nPassword: \r\nWelcome\r\n$ ls\r\n")).toContain(`user\r${MASK}\r`);
  });
});

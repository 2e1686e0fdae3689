/** What a program says of its progress, on the screen that parses it. */
import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import type { Progress } from "../../../shared/protocol.ts";

function progressOf(output: string): Progress | undefined {
  using screen = new Screen({ cols: 80, rows: 24 });
  screen.write(output);
  return screen.state().progress;
}

const osc = (content: string, end = "\x07"): string => `\x1b]9;${content}${end}`;

describe("OSC 9;4", () => {
  test.each([
    ["a number", osc("4;1;42"), { kind: "normal", percent: 42 }],
    ["ST at its end", osc("4;1;42", "\x1b\\"), { kind: "normal", percent: 42 }],
    ["no number yet", osc("4;1"), { kind: "normal", percent: 0 }],
    ["more than all", osc("4;1;300"), { kind: "normal", percent: 100 }],
    ["work without an end in sight", osc("4;3"), { kind: "indeterminate" }],
    ["an error where the bar stands", osc("4;1;42") + osc("4;2"), { kind: "error", percent: 42 }],
    ["a pause", osc("4;1;42") + osc("4;4;50"), { kind: "paused", percent: 50 }],
    ["an error at once", osc("4;2"), { kind: "error", percent: 100 }],
    ["text after it", `${osc("4;1;7")}downloading`, { kind: "normal", percent: 7 }],
  ] as const)("with %s", (_what, output, progress) => {
    expect(progressOf(output)).toEqual(progress);
  });

  test("ends with 0, and with a reset of the terminal", () => {
    expect(progressOf(osc("4;1;42") + osc("4;0"))).toBeUndefined();
    expect(progressOf(`${osc("4;1;42")}\x1bc`)).toBeUndefined();
  });

  test.each(["4;1;42", "4;3", "4;2"])("that is told again is no news: %s", (content) => {
    using screen = new Screen({ cols: 80, rows: 24 });
    screen.write(osc(content));
    const { progress } = screen.state();
    screen.write(osc(content));
    expect(progress).toBeDefined();
    expect(screen.state().progress).toBe(progress);
  });

  test.each([["4;5;10"], ["4;1;-3"], ["4;1;1e3"], ["4"], ["1;Hello"], ["4;1;42;7"], ["4;1;9999"], [`4;1;${"9".repeat(5000)}`]])(
    "of another form changes nothing: %s",
    (content) => {
      expect(progressOf(osc("4;1;10") + osc(content))).toEqual({ kind: "normal", percent: 10 });
      expect(progressOf(osc(content))).toBeUndefined();
    },
  );
});

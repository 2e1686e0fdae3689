import { describe, expect, test } from "vitest";
import { clickText } from "../../../../electron/host/calls/clicks.ts";
import { Screen } from "../../../../electron/screens/worker/screen.ts";
import type { Click } from "../../../../shared/protocol.ts";

function click(output: string, at: Click): string {
  using screen = new Screen({ cols: 120, rows: 10 });
  screen.write(output);
  return clickText(at, screen.mouseState("text" in at ? at.text : undefined));
}

describe("a click is told in the form the program asked for", () => {
  test.each([
    ["SGR", "\x1b[?1000h\x1b[?1006h", "\x1b[<0;5;3M\x1b[<0;5;3m"],
    ["drags, SGR", "\x1b[?1002h\x1b[?1006h", "\x1b[<0;5;3M\x1b[<0;5;3m"],
    ["any motion, SGR", "\x1b[?1003h\x1b[?1006h", "\x1b[<0;5;3M\x1b[<0;5;3m"],
    ["the old form", "\x1b[?1000h", "\x1b[M %#\x1b[M#%#"],
    ["presses only (X10)", "\x1b[?9h", "\x1b[M %#"],
    ["presses only, SGR", "\x1b[?9h\x1b[?1006h", "\x1b[<0;5;3M"],
  ])("%s", (_, modes, bytes) => {
    expect(click(modes, { row: 3, col: 5 })).toBe(bytes);
  });

  test("other buttons, and the wheel, which is not released", () => {
    expect(click("\x1b[?1000h\x1b[?1006h", { row: 1, col: 1, button: "right" })).toBe("\x1b[<2;1;1M\x1b[<2;1;1m");
    expect(click("\x1b[?1000h\x1b[?1006h", { row: 1, col: 1, button: "wheeldown" })).toBe("\x1b[<65;1;1M");
  });
});

describe("a label is clicked in its middle", () => {
  const MOUSE = "\x1b[?1000h\x1b[?1006h";

  test("after wide characters, too", () => {
    expect(click(`${MOUSE}\r\n  [ Save ]`, { text: "Save" })).toBe("\x1b[<0;6;2M\x1b[<0;6;2m");
    expect(click(`${MOUSE}日本 Quit`, { text: "Quit" })).toBe("\x1b[<0;7;1M\x1b[<0;7;1m");
  });

  test("refused when it is not there, cannot be seen, or is there twice", () => {
    expect(() => click(`${MOUSE}File Edit`, { text: "Quit" })).toThrow('"Quit" is not on the screen');
    expect(() => click(`${MOUSE}\x1b[8mQuit`, { text: "Quit" })).toThrow('"Quit" is not on the screen');
    expect(() => click(`${MOUSE}OK\r\n   OK`, { text: "OK" })).toThrow(
      '"OK" is on the screen 2 times: row 1 col 1, row 2 col 4. Click by row and col',
    );
  });
});

describe("refused, with the reason", () => {
  test.each([
    ["nobody listens", "", { row: 1, col: 1 }, "does not listen to the mouse"],
    ["it has stopped listening", "\x1b[?1000h\x1b[?1000l", { row: 1, col: 1 }, "does not listen to the mouse"],
    ["outside", "\x1b[?1000h", { row: 11, col: 1 }, "There is no row 11, column 1: the screen has 10 rows and 120 columns"],
    ["beyond the old form", "\x1b[?1000h", { row: 1, col: 96 }, "ends at row and column 95"],
    ["the wheel for X10", "\x1b[?9h", { row: 1, col: 1, button: "wheelup" }, "not to the wheel"],
    ["pixels", "\x1b[?1000h\x1b[?1016h", { row: 1, col: 1 }, "SGR_PIXELS"],
  ] as const)("%s", (_, modes, at, reason) => {
    expect(() => click(modes, at)).toThrow(reason);
  });
});

/** A1 in docs/threats.md: text that was drawn, and may have gone before a person could see it. */
import { describe, expect, test } from "vitest";
import { LineSearch } from "../../../electron/screens/worker/line-search.ts";
import { RenderedText } from "../../../electron/screens/worker/rendered-text.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { finished } from "../../../electron/screens/worker/steps.ts";
import { TextReading } from "../../../electron/screens/worker/text-reading.ts";
import type { RenderedPiece } from "../../../electron/screens/screen-types.ts";
import { hiddenTextNote } from "../../../shared/read-results.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 40, rows: 6 };
const PAYLOAD = "IGNORE PREVIOUS";
const LINES = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\r\n`).join("");

function read(...pieces: readonly string[]): RenderedPiece[] {
  using reading = new TextReading(SIZE, { prelude: "", before: "" });
  return pieces.map((output, index) => finished(index < pieces.length - 1 ? reading.next(output) : reading.finish(output)));
}

function notesOf(...pieces: readonly string[]): (string | undefined)[] {
  return read(...pieces).map(({ hiddenText }) => hiddenTextNote(hiddenText, "line"));
}

function search(output: string, pattern: string, context = 0) {
  const found = new LineSearch({ pattern, context, limit: 100, from: 1 });
  const options = { take: (text: string) => found.take(text), onlyVisible: true, onHidden: found.noteHidden.bind(found) };
  using rendered = new RenderedText(SIZE, options);
  rendered.output(output);
  rendered.finish();
  return found.result(true);
}

describe("A1: output read as text says what was erased", () => {
  test.each([
    ["the display erased", `ok\r\n${PAYLOAD}\r\n\x1b[H\x1b[2Jend`, "hidden: erased lines 1-2"],
    ["from the first cell on", `${PAYLOAD}\r\n\x1b[H\x1b[Jend`, "hidden: erased line 1"],
    ["a reset", `${PAYLOAD}\r\n\x1bcend`, "hidden: erased line 1"],
    ["the scrollback erased", `${LINES}\x1b[3Jend`, "hidden: erased lines 1-5"],
    ["all of it", `${LINES}\x1b[H\x1b[2J\x1b[3Jend`, "hidden: erased lines 6-10, erased lines 1-5"],
    ["a reset of a full screen", `${LINES}\x1bcend`, "hidden: erased lines 1-10"],
    ["nothing erased", LINES, undefined],
    ["a screen erased that was blank", "\x1b[2J\x1b[Hok", undefined],
    ["in the alternate screen", `ok\r\n\x1b[?1049h${PAYLOAD}\x1b[2J\x1b[3J\x1b[?1049lok`, undefined],
  ])("%s", (_, output, note) => {
    expect(notesOf(output)).toEqual([note]);
  });

  test("the text itself is there", () => {
    expect(read(`${PAYLOAD}\r\n\x1b[H\x1b[2Jend`)).toEqual([
      { text: `${PAYLOAD}\nend`, hiddenText: [{ kind: "erased", row: 1, col: 1 }] },
    ]);
  });

  test("of an earlier piece it is said once", () => {
    // A piece ends where rows are gathered: at multiples of 4096 characters.
    const first = LINES.repeat(50).padEnd(4096, ".").slice(0, 4096);
    expect(notesOf(first, "\x1b[3J\r\n\x1b[2J")[1]).toMatch(/^hidden: erased earlier lines, erased lines 2-\d+$/);
  });

  test("of a search, for the lines that are shown", () => {
    const output = `${`${PAYLOAD}\r\n`.repeat(2)}\x1b[H\x1b[2J${PAYLOAD} 3\r\nother\r\n`;
    expect(search(output, "IGNORE")).toMatchObject({
      lines: [
        [1, PAYLOAD, true],
        [2, PAYLOAD, true],
        [3, `${PAYLOAD} 3`, true],
      ],
      hiddenText: [
        { kind: "erased", row: 1 },
        { kind: "erased", row: 2 },
      ],
    });
    expect(search(output, "other").hiddenText).toBeUndefined();
    expect(search(output, "3", 1).hiddenText).toEqual([{ kind: "erased", row: 2, col: 1 }]);
  });

  test("a thousand erased lines do not keep it from being said", () => {
    const noise = "x\r\nx\r\nx\r\n\x1b[H\x1b[2J".repeat(1500);
    expect(search(`${noise}\x1b[8mhidden\x1b[0m ${PAYLOAD}\r\n`, "IGNORE").hiddenText).toMatchObject([{ kind: "concealed" }]);
    expect(search(`${PAYLOAD}\r\n${noise}\x1b[3J`, "IGNORE").hiddenText).toMatchObject([{ kind: "erased", row: 1 }]);
  });
});

describe("A1: what is drawn in a synchronized update that has not ended is said to be", () => {
  const UNFINISHED = { kind: "unfinished", row: 1, rows: SIZE.rows, col: 1 };
  const OUTPUT = `ok\r\n\x1b[?2026h${PAYLOAD}`;

  test("on the screen, and no longer when it ends", () => {
    using screen = new Screen(SIZE);
    screen.write(OUTPUT);
    expect(screen.text(10)).toMatchObject({ text: `ok\n${PAYLOAD}`, hiddenText: [UNFINISHED] });
    expect(screen.text(1)).toMatchObject({ text: PAYLOAD, hiddenText: [UNFINISHED] });
    screen.write("\x1b[?2026l");
    expect(screen.text(10).hiddenText).toBeUndefined();
  });

  test("among rows that have changed, as long as some have", () => {
    using screen = new Screen(SIZE);
    screen.write(OUTPUT);
    expect(screen.changes("a").hiddenText).toEqual([UNFINISHED]);
    expect(screen.changes("a").hiddenText).toBeUndefined();
    screen.write(".");
    expect(screen.changes("a").hiddenText).toEqual([UNFINISHED]);
  });

  test("in what a wait brings, and in what is new since an offset", () => {
    using screen = new Screen(SIZE);
    screen.text(1);
    const { offset } = screen;
    for (const [wait, asSeen] of [
      [1, false],
      [2, true],
    ] as const) {
      screen.waits.start(wait, { typed: "x", reader: "a", asSeen });
      screen.write(OUTPUT);
      expect(screen.waits.end(wait, { limit: lastLines(10), reader: "a" }).hiddenText).toMatchObject([{ kind: "unfinished" }]);
    }
    expect(screen.since(offset, { lines: 10, bytes: 1000 })?.hiddenText).toMatchObject([{ kind: "unfinished" }]);
  });

  test("in output that is read as text, from the line that was at the top when it began", () => {
    expect(notesOf(OUTPUT)).toEqual(["hidden: unfinished lines 1-2"]);
    expect(notesOf(`${LINES}\x1b[?2026h\x1b[H${PAYLOAD}`)).toEqual(["hidden: unfinished line 6"]);
    expect(search(`one\r\ntwo\r\n\x1b[?2026h\x1b[H${PAYLOAD}`, "IGNORE").hiddenText).toMatchObject([
      { kind: "unfinished", row: 1 },
    ]);
    expect(notesOf(`${OUTPUT}\r\n${LINES.repeat(1000)}\x1b[?2026l`)).toEqual([undefined]);
    expect(search(`ok\r\n\x1b[?2026h${LINES}`, "line 1$").hiddenText).toMatchObject([{ kind: "unfinished", row: 2 }]);
    const [note] = notesOf(`${LINES.repeat(1000)}\x1b[?2026h${LINES.repeat(1000)}`);
    expect(note).toMatch(/^hidden: unfinished lines \d+-20000$/);
  });
});

describe("A1: text in colors that the program has redefined, in output that is read as text", () => {
  const HIDE = "\x1b]11;#e9edf3\x07";
  const SHOW = "\x1b]111\x07";

  test("is left out and named, also in a search", () => {
    expect(read(`${HIDE}${PAYLOAD}`)).toEqual([
      { text: " ".repeat(PAYLOAD.length), hiddenText: [{ kind: "low-contrast", row: 1, col: 1 }] },
    ]);
    expect(search(`${HIDE}${LINES}`, "line").lines).toEqual([]);
    expect(notesOf(`${HIDE}${LINES}${SHOW}`)).toEqual([undefined]);
  });

  test("is left out where the reading begins in the middle of the output", () => {
    using screen = new Screen(SIZE);
    screen.write(`${HIDE}${LINES.repeat(2000)}`);
    const { offset, prelude } = screen.checkpoint(screen.offset);
    expect(offset).toBeGreaterThan(0);
    using reading = new TextReading(SIZE, { prelude, before: "" });
    expect(finished(reading.finish(`\r\n${PAYLOAD}`))).toMatchObject({ hiddenText: [{ kind: "low-contrast" }] });
  });
});

/** `session/read` with `strip`: pieces of any size together are the text of all the output. */
import { expect, test } from "vitest";
import { join } from "node:path";
import { OpenReadings } from "../../../electron/screens/worker/open-readings.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { finished } from "../../../electron/screens/worker/steps.ts";
import { TextReading } from "../../../electron/screens/worker/text-reading.ts";
import type { RenderedPiece } from "../../../electron/screens/screen-types.ts";
import type { HiddenText } from "../../../shared/protocol.ts";
import { readCast } from "../../support/cast.ts";
import { buffersInUse, memoryInUse } from "../../support/memory.ts";
import { Random, rounds } from "../../support/random.ts";
import { randomStream } from "../../support/terminal-streams.ts";

const SIZE = { cols: 80, rows: 24 };
const FROM_THE_START = { prelude: "", before: "" };
/** Carriage returns, as progress bars print them: one line, in the end. */
const PROGRESS = `head\r\n${Array.from({ length: 3000 }, (_, i) => `\rprogress ${i + 1}`).join("")}\rFINISHED       \r\nend\r\n`;

function atOnce(output: string, size = SIZE): RenderedPiece {
  using reading = new TextReading(size, FROM_THE_START);
  return finished(reading.finish(output));
}

/** The same in pieces, with the rows of hidden text counted from the beginning of the whole text. */
function inPieces(pieces: readonly string[], size = SIZE) {
  using reading = new TextReading(size, FROM_THE_START);
  let text = "";
  const hidden: HiddenText[] = [];
  pieces.forEach((output, index) => {
    const piece = finished(index < pieces.length - 1 ? reading.next(output) : reading.finish(output));
    const linesBefore = text.split("\n").length - 1;
    hidden.push(...(piece.hiddenText ?? []).map((place) => ({ ...place, row: place.row + linesBefore })));
    text += piece.text;
  });
  return { text, hidden };
}

/** What is erased later may be told with a later piece. */
function isInPlace({ kind }: HiddenText): boolean {
  return kind !== "erased" && kind !== "unfinished";
}

test("a progress bar is one line, wherever the pieces end", () => {
  expect(atOnce(PROGRESS).text).toBe("head\nFINISHED\nend\n");
  const random = new Random(1);
  for (const [low, high] of [
    [1, 20],
    [1000, 9000],
    [4096, 4096],
  ] as const) {
    expect(inPieces(random.chunks(PROGRESS, low, high)).text).toBe("head\nFINISHED\nend\n");
  }
});

test.each(["htop.cast", "vim.cast"])("recording %s in pieces of any size", (name) => {
  const events = readCast(join(import.meta.dirname, "../../fixtures", name));
  const painted = events.map((event) => (event.kind === "output" ? event.text : "")).join("");
  // The recordings stay on the alternate screen, which leaves no text. So they paint on the normal one, among lines.
  const output = `before\r\n${painted}\r\n${PROGRESS}`.repeat(2).replaceAll("\x1b[?1049h", "");
  const whole = atOnce(output).text;
  expect(whole).not.toBe("");
  const random = new Random(2);
  for (const most of [50, 4096, 20_000]) expect(inPieces(random.chunks(output, 1, most)).text).toBe(whole);
});

test("random streams in pieces of any size", () => {
  const random = new Random(3);
  const size = { cols: 30, rows: 6 };
  const different: string[] = [];
  for (let round = 0; round < rounds(300); round++) {
    const output = randomStream(random, random.int(100, 1500), { ...size, malformed: random.chance(0.3) });
    const { text, hiddenText = [] } = atOnce(output, size);
    const inPlace = hiddenText.filter(isInPlace);
    const pieces = inPieces(random.chunks(output, 1, random.pick([10, 500, 5000])), size);
    const hidden = pieces.hidden.filter(isInPlace).slice(0, inPlace.length);
    const hasHidden = JSON.stringify(hidden) === JSON.stringify(inPlace);
    if (pieces.text !== text || !hasHidden) different.push(JSON.stringify(output).slice(0, 200));
  }
  expect(different).toEqual([]);
});

/** Open readings, each piece at once. */
function readingsAtOnce() {
  const readings = new OpenReadings();
  return {
    begin: (...of: Parameters<OpenReadings["begin"]>) => finished(readings.begin(...of)),
    goOn: (...of: Parameters<OpenReadings["goOn"]>) => {
      const steps = readings.goOn(...of);
      return steps && finished(steps);
    },
    drop: readings.drop.bind(readings),
  };
}

test("costly output is read in many steps", () => {
  using reading = new TextReading({ cols: 200, rows: 50 }, { prelude: "", before: "x\x1bc".repeat(500) });
  const steps = [...reading.finish("x\x1bc".repeat(500))];
  expect(steps.length).toBeGreaterThan(30);
});

test("each reader goes on where its own piece has ended", () => {
  using screen = new Screen(SIZE);
  const readings = readingsAtOnce();
  const [first, rest] = [PROGRESS.slice(0, 20_000), PROGRESS.slice(20_000)];
  const next = { reader: "a", offset: first.length };
  const piece = readings.begin(screen, { ...FROM_THE_START, text: first, next });
  expect(readings.goOn(screen, { at: { ...next, reader: "b" }, text: rest })).toBeUndefined();
  expect(readings.goOn(screen, { at: { ...next, offset: 7 }, text: rest })).toBeUndefined();
  const last = readings.goOn(screen, { at: next, text: rest });
  expect(piece.text + (last?.text ?? "")).toBe("head\nFINISHED\nend\n");
  // It has come to its end.
  expect(readings.goOn(screen, { at: next, text: rest })).toBeUndefined();
});

test("the number of open readings is bounded, and a closed screen has none", () => {
  using screen = new Screen(SIZE);
  const readings = readingsAtOnce();
  const places = Array.from({ length: 9 }, (_, index) => ({ reader: `r${index}`, offset: 1 }));
  for (const next of places) readings.begin(screen, { ...FROM_THE_START, text: "x", next });
  const found = places.slice(0, 2).map((at) => readings.goOn(screen, { at, text: "y" })?.text);
  expect(found).toEqual([undefined, "xy"]);
  readings.drop(screen);
  expect(readings.goOn(screen, { at: { reader: "r5", offset: 1 }, text: "y" })).toBeUndefined();
});

test("readings that are kept take little memory", () => {
  const size = { cols: 500, rows: 50 };
  using screen = new Screen(size);
  const readings = readingsAtOnce();
  const text = `${"word ".repeat(30)}\r\n`.repeat(5000);
  const before = buffersInUse();
  for (let n = 0; n < 8; n++) readings.begin(screen, { ...FROM_THE_START, text, next: { reader: `r${n}`, offset: text.length } });
  // The cells of the scrollbacks, 6000 bytes a row, would come to 196 MB.
  expect(buffersInUse() - before).toBeLessThan(120 * 1024 * 1024);
  readings.drop(screen);
});

test("a reading that is kept holds no links", () => {
  using screen = new Screen(SIZE);
  const readings = readingsAtOnce();
  const begin = (n: number): RenderedPiece => {
    const link = (at: number): string => `\x1b]8;id=${at};https://${"x".repeat(100)}/${at}\x1b\\l\x1b]8;;\x1b\\`;
    const text = Array.from({ length: 5000 }, (_, at) => link(at)).join("");
    return readings.begin(screen, { ...FROM_THE_START, text, next: { reader: `r${n}`, offset: text.length } });
  };
  begin(0);
  const before = memoryInUse();
  for (let n = 1; n < 8; n++) begin(n);
  // 35 000 links took 15 MB.
  expect(memoryInUse() - before).toBeLessThan(3 * 1024 * 1024);
  readings.drop(screen);
});

test("a reading that is kept holds neither the output it was given nor the text it returned", () => {
  using screen = new Screen(SIZE);
  const readings = readingsAtOnce();
  // Each piece of output is a string of its own, as it comes from the host: a character and REP, which fill a row, and returns.
  const begin = (n: number): void => {
    const text = `${n}${"x\x1b[80b".repeat(10_000)}${"\r".repeat(900_000)}`;
    readings.begin(screen, { ...FROM_THE_START, text, next: { reader: `r${n}`, offset: text.length } });
  };
  begin(0);
  const before = memoryInUse();
  for (let n = 1; n < 8; n++) begin(n);
  // The outputs are 6.8 MB and the texts 5.7 MB. The emulators, which keep 1000 rows each, take 6 MB.
  expect(memoryInUse() - before).toBeLessThan(9 * 1024 * 1024);
  readings.drop(screen);
});

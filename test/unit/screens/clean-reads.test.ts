/** A2 in docs/threats.md: whatever a program prints, what an agent reads of it is clean text. */
import { expect, test } from "vitest";
import { asOutput } from "../../../electron/mcp/notices.ts";
import { LineSearch } from "../../../electron/screens/worker/line-search.ts";
import { RenderedText } from "../../../electron/screens/worker/rendered-text.ts";
import { finished } from "../../../electron/screens/worker/steps.ts";
import { TextReading } from "../../../electron/screens/worker/text-reading.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { oneLine, visibleCharacters } from "../../../shared/visible-unicode.ts";
import { Random, rounds } from "../../support/random.ts";
import { randomStream } from "../../support/terminal-streams.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 30, rows: 6 };
const STREAMS = rounds(10_000);
const UNCLEAN = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Bytes that no stream of a terminal should have, among what a terminal knows. */
const NASTY = [
  "\ud83d",
  "\ude00",
  "\ud83d\ude00",
  "\u0085",
  "\x7f",
  "\x8d",
  "\u2028",
  "\ufeff",
  "\u{e0041}",
  "\u202e",
  "\x0b",
  "\x0c",
  "\x00",
];

function nasty(random: Random): string {
  const stream = randomStream(random, random.int(1, 15), { ...SIZE, malformed: true });
  const at = random.int(0, stream.length);
  return stream.slice(0, at) + random.pick(NASTY) + stream.slice(at) + random.pick(NASTY);
}

function unclean(text: string): boolean {
  return UNCLEAN.test(text) || /\p{Cs}/u.test(text);
}

test(`A2: ${STREAMS} random streams, read in every way`, () => {
  const random = new Random(2);
  const dirty: string[] = [];
  for (let round = 0; round < STREAMS; round++) {
    const stream = nasty(random);
    const cut = random.int(0, stream.length);
    const texts: string[] = [];
    {
      using screen = new Screen(SIZE);
      screen.waits.start(1, { pattern: ".+", typed: "x", reader: "a" });
      screen.write(stream.slice(0, cut));
      const { offset } = screen;
      texts.push(screen.text(random.int(1, 20), random.int(1, 100)).text);
      const found = screen.write(stream.slice(cut));
      texts.push(...found.map(({ match }) => match), screen.waits.end(1, { limit: lastLines(5), reader: "a" }).text);
      texts.push(screen.since(offset, { lines: 100, bytes: 1000 })?.text ?? "");
      texts.push(...screen.changes("a").rows.map(([, text]) => text));
      const { title, lastLine } = screen.state();
      texts.push(title, lastLine);
    }
    // The other ways take longer, and share all that matters.
    if (round % 10 === 0) texts.push(...rendered(stream, cut));
    if (texts.some(unclean)) dirty.push(JSON.stringify(stream));
  }
  expect(dirty).toEqual([]);
}, 240_000);

function rendered(stream: string, cut: number): string[] {
  const search = new LineSearch({ pattern: ".", context: 1, limit: 100, from: 1 });
  using all = new RenderedText(SIZE, { take: (text) => search.take(text), onlyVisible: true });
  all.output(stream);
  all.finish();
  using reading = new TextReading(SIZE, { prelude: "", before: stream.slice(0, cut) });
  const part = finished(reading.finish(stream.slice(cut)));
  return [part.text, ...search.result(true).lines.map(([, text]) => text)];
}

test("A2: text that did not come from a screen", () => {
  const random = new Random(3);
  for (let round = 0; round < 2000; round++) {
    const stream = nasty(random);
    for (const text of [visibleCharacters(stream), asOutput(stream), oneLine(stream)]) {
      expect(unclean(text), JSON.stringify(stream)).toBe(false);
    }
    expect(oneLine(stream)).not.toContain("\n");
  }
});

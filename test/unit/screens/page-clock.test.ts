import { describe, expect, test } from "vitest";
import { PageClock } from "../../../electron/screens/worker/page-clock.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";

const NOON = new Date(2026, 0, 31, 12, 59, 58);

/** Where the last news ends after each of these outputs, the first of which opens the page; `undefined` for all of them. */
function newsEnds(now: Date, ...outputs: string[]): (number | undefined)[] {
  using screen = new Screen({ cols: 40, rows: 5 });
  const clock = new PageClock(() => now);
  return outputs.map((output) => {
    screen.write(output);
    return clock.look(screen.terminal, screen.offset);
  });
}

const at = (text: string): string => `\x1b7\x1b[1;4H${text}\x1b8`;
const PAGE = `\x1b[?1049h\x1b[H31T \x1b[3;1Hline 1 of 9\x1b[2;1H${at("12:59:57")}`;

describe("what moves the clock of a full-screen program is no news", () => {
  test("as long as nothing else comes", () => {
    const news = "\x1b[3;6H2\x1b[2;1H";
    const [tick, other] = [at("12:59:58"), at("12:59:59")];
    const end = PAGE.length + tick.length + other.length + news.length;
    expect(newsEnds(NOON, PAGE, tick, other, news, tick)).toEqual([undefined, PAGE.length, PAGE.length, undefined, end]);
  });

  test("also where it comes in pieces: where the cursor has gone to the clock, that is news for as long", () => {
    const pieces = ["\x1b7\x1b[1;11H", "8", "\x1b8"];
    expect(newsEnds(NOON, PAGE, ...pieces)).toEqual([undefined, undefined, undefined, PAGE.length]);
    expect(newsEnds(NOON, PAGE, "\x1b[4;20H", at("12:59:58"))).toEqual([undefined, undefined, PAGE.length + 7]);
  });

  test("in the hours of this place or of Greenwich, with or without its half, and a second or two late", () => {
    const hour = NOON.getUTCHours();
    for (const time of ["12:59:56", "12:59:59", "13:00:00", `${hour}:59:58`, `${hour % 12}:59:58`.padStart(8, "0")])
      expect(newsEnds(NOON, PAGE, at(time)), time).toEqual([undefined, PAGE.length]);
  });

  test("but not another number, as what a program that works counts", () => {
    for (const time of ["00:00:58", "12:59:54", "12:58:58", "12.59.58", "99"])
      expect(newsEnds(NOON, PAGE, at(time)), time).toEqual([undefined, undefined]);
  });

  test("and not where the cursor moves, where other text changes, and outside of such a program", () => {
    expect(newsEnds(NOON, PAGE, `${at("12:59:58")}\x1b[C`)).toEqual([undefined, undefined]);
    expect(newsEnds(NOON, PAGE, at("12:59:58 done"))).toEqual([undefined, undefined]);
    expect(newsEnds(NOON, PAGE.replace("\x1b[?1049h", ""), at("12:59:58"))).toEqual([undefined, undefined]);
  });
});

/** Waits against output that comes in any pieces at any time: what must hold whatever the order. */
import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../support/random.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 60, rows: 10 };
const LAPS = rounds(2000);
const TURNS = 5;

const NOISE = [
  "some output\r\n",
  "\x1b[32mgreen\x1b[0m line\r\n",
  "  10%\r 100%\r\n",
  "字 wide\r\n",
  "\x1b]0;title\x07",
  "a\tb\r\n",
  "\r\n",
];

/** The ways in which programs show what is typed. */
const ECHOES: readonly ((typed: string, prompt: string) => string)[] = [
  (typed) => `${typed}\r\n`,
  (typed, prompt) => `${[...typed].map((_, index) => `\r\x1b[K${prompt}${typed.slice(0, index + 1)}`).join("")}\r\n`,
  (typed) => `${[...typed].map((key) => `\x1b[1m${key}\x1b[0m`).join("")}\r\n`,
  (typed, prompt) => `\r\x1b[J${prompt}\x1b[33m${typed}\x1b[0m\r\n`,
];

type Turn = { readonly typed: string; readonly before: readonly string[]; readonly answer: readonly string[] };

/** What a program shows for one line: `before` holds no answer, `answer` holds one, in pieces. */
function turnOf(random: Random, prompt: string): Turn {
  const noise = (): string => Array.from({ length: random.int(0, 3) }, () => random.pick(NOISE)).join("");
  const typed = random.pick(["echo DONE", "print('DONE')", "say DONE twice, DONE", "DONE"]);
  const echo = random.pick(ECHOES)(typed, prompt);
  const ends = ["\r\n", "\r\x1b[K", " at last\r\n", "\rxxxx\r\n", "\x1b[H\x1b[2J"];
  return {
    typed: `${typed}\r`,
    before: random.chunks(echo + noise(), 1, 12),
    answer: random.chunks(`DONE${random.pick(ends)}${noise()}${prompt}`, 1, 12),
  };
}

test(`${LAPS * TURNS} interleavings: the answer is never missed, the echo and old answers never taken for it`, () => {
  for (let seed = 1; seed <= LAPS; seed++) {
    const random = new Random(seed);
    const prompt = random.pick(["$ ", ">>> ", "(gdb) ", "user@host:~$ "]);
    using screen = new Screen(SIZE);
    screen.write(random.chance(0.5) ? `DONE\r\n${prompt}` : prompt);
    for (let turn = 1; turn <= TURNS; turn++) {
      const { typed, before, answer } = turnOf(random, prompt);
      const at = `seed ${seed} turn ${turn} ${JSON.stringify({ typed, before, answer })}`;
      // Either the call that types waits, or a later call does, at any time.
      const late = random.chance(0.3) ? random.int(0, before.length + answer.length) : undefined;
      const options = { reader: "me", pattern: "DONE" };
      let found: string | undefined;
      if (late === undefined) screen.waits.start(turn, { ...options, typed });
      else screen.noteInput(typed);
      for (const [index, chunk] of [...before, ...answer].entries()) {
        if (late === index) found ??= screen.waits.start(turn, options);
        // What passed before the call began may have been erased since: a call that comes late sees the screen as it is.
        const [match] = screen.write(chunk);
        found ??= match?.match;
        if (index < before.length) expect(found, `${at}: matched the echo`).toBeUndefined();
      }
      if (late === before.length + answer.length) found ??= screen.waits.start(turn, options);
      const { text } = screen.waits.end(turn, { reader: "me", limit: lastLines(100) });
      const isErased = late !== undefined && /\x1b|DONE\rx/.test(answer.join(""));
      if (!isErased) expect(found, `${at}: missed`).toBe("DONE");
      const line = typed.trim();
      if (line !== "DONE") expect(text, at).not.toContain(line);
    }
  }
}, 120_000);

test("a reader hears the same whatever other readers do", () => {
  for (let seed = 1; seed <= rounds(300); seed++) {
    const random = new Random(seed);
    using alone = new Screen(SIZE);
    using shared = new Screen(SIZE);
    let wait = 0;
    for (let step = 0; step < 30; step++) {
      const text = random.pick([...NOISE, "$ ", "words "]);
      for (const screen of [alone, shared]) screen.write(text);
      if (random.chance(0.2)) for (const screen of [alone, shared]) screen.noteInput("x\r");
      for (const reader of ["b", "c", "d"]) {
        if (!random.chance(0.3)) continue;
        shared.waits.start(++wait, { reader, pattern: "words" });
        shared.waits.end(wait, { reader, limit: lastLines(5) });
      }
      if (!random.chance(0.3)) continue;
      wait++;
      const options = { reader: "a", pattern: random.pick(["words", "never"]) };
      expect(shared.waits.start(wait, options), `seed ${seed} step ${step}`).toBe(alone.waits.start(wait, options));
      expect(shared.waits.end(wait, { reader: "a", limit: lastLines(50) }), `seed ${seed} step ${step}`).toEqual(
        alone.waits.end(wait, { reader: "a", limit: lastLines(50) }),
      );
    }
  }
}, 60_000);

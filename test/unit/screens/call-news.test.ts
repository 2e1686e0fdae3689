/** What a call of several steps tells, as a person would have seen it. */
import { describe, expect, test, vi } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { allLines } from "../../../electron/screens/worker/screen-text.ts";
import { Random, rounds } from "../../support/random.ts";
import { lastLines } from "../../support/text-limit.ts";
import { internalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { type LinesLimit, linesWithin } from "../../../shared/lines-within.ts";

const SIZE = { cols: 40, rows: 8 };

type Step = {
  /** Absent for a step that only waits. */
  readonly typed?: string;
  readonly output: string;
  /** The pattern that ends the step; what comes after it belongs to the next one. */
  readonly pattern?: string;
  /** The program is known not to echo what is typed. */
  readonly silent?: string;
};

/** Takes the steps at what `before` shows; answers with what the call tells. */
function told(before: string, steps: readonly Step[], screen: Screen = new Screen(SIZE)): string {
  screen.write(before);
  for (const [index, { typed, output, pattern, silent }] of steps.entries()) {
    screen.waits.start(index + 1, {
      reader: "me",
      goesOn: index < steps.length - 1,
      ...(index === 0 ? { asSeen: true } : { follows: index }),
      ...(typed !== undefined && { typed }),
      ...(pattern !== undefined && { pattern }),
    });
    if (silent !== undefined) screen.handleSilence(silent);
    screen.write(output);
  }
  const { text } = screen.waits.end(steps.length, { reader: "me", limit: lastLines(10_000) });
  expect(screen.terminal.markers, "markers left behind").toHaveLength(0);
  screen[Symbol.dispose]();
  return text;
}

describe("each result stands below what was typed for it", () => {
  test("prompts, silent steps and repeated prompts are there once each", () => {
    expect(
      told("$ ", [
        { typed: "one\r", output: "one\r\nfirst\r\n$ " },
        { typed: "x=1\r", output: "x=1\r\n$ " },
        { typed: "\r", output: "\r\n$ " },
        { typed: "two\r", output: "two\r\nsecond\r\n? " },
        { typed: "three\r", output: "three\r\nthird\r\n$ " },
      ]),
    ).toBe("$ one\nfirst\n$ x=1\n$\n$ two\nsecond\n? three\nthird\n$");
  });

  test("input that no step waits for, and several lines at once", () => {
    expect(
      told(">>> ", [
        { typed: "def f():\r", output: "" },
        { typed: "  return 1\r\r", output: "def f():\r\n...   return 1\r\n... \r\n>>> " },
        { typed: "f()\r", output: "f()\r\n1\r\n>>> " },
      ]),
    ).toBe(">>> def f():\n...   return 1\n...\n>>> f()\n1\n>>>");
  });

  test("what the program opens with comes first", () => {
    expect(told("", [{ output: "Python 3\r\n>>> " }, { typed: "1\r", output: "1\r\n1\r\n>>> " }])).toBe(
      "Python 3\n>>> 1\n1\n>>>",
    );
  });

  test("a prompt that was told before comes back after what was typed at it", () => {
    /** A call after a hand-back: it begins where the reader's last wait ended, at a prompt, and nothing has come since. */
    const afterPrompt = (typed: string, output: string): string => {
      using screen = new Screen(SIZE);
      screen.waits.start(1, { reader: "me", typed: "" });
      screen.write("$ ");
      screen.waits.end(1, { reader: "me", limit: lastLines(100) });
      screen.waits.start(2, { reader: "me", own: true, asSeen: true });
      screen.waits.start(3, { reader: "me", follows: 2, typed });
      screen.write(output);
      return screen.waits.end(3, { reader: "me", limit: lastLines(100) }).text;
    };
    expect(afterPrompt("one\r", "one\r\nfirst\r\n$ ")).toBe("$ one\nfirst\n$");
    // A program writes a line over its prompt, and the prompt below that: it has only moved.
    expect(afterPrompt("x", "\r\x1b[Kjob done\r\n$ x")).toBe("job done\n$ x");
  });

  test("what scrolled a line away that nobody typed in is not told again", () => {
    expect(told("loading", [{ output: " done\r\n$ " }, { typed: "ls\r", output: "ls\r\nfile\r\n$ " }])).toBe(
      "loading done\n$ ls\nfile\n$",
    );
  });
});

describe("what was typed and does not show", () => {
  const login = { typed: "login\r", output: "login\r\nPassword: " };

  test.each([
    ["Enter moves on", "\r\nwelcome\r\n$ ", "Password: ••••\nwelcome\n$"],
    ["the answer follows in the same line", "welcome\r\n$ ", "Password: ••••\nwelcome\n$"],
    ["stars stand for it", "*******\r\nwelcome\r\n$ ", "Password: ••••\n*******\nwelcome\n$"],
  ])("is a mask: %s", (_, output, expected) => {
    expect(told("$ ", [login, { typed: "hunter2\r", output, silent: "hunter2" }])).toBe(`$ login\n${expected}`);
  });

  test("… also where only the screen tells, and where it was typed in two steps", () => {
    expect(told("$ ", [login, { typed: "hunter2\r", output: "\r\nwelcome\r\n$ " }])).toBe("$ login\nPassword: ••••\nwelcome\n$");
    const apart = [login, { typed: "hunter2", output: "" }, { typed: "\r", output: "\r\nwelcome\r\n$ " }];
    expect(told("$ ", apart)).toBe("$ login\nPassword: ••••\nwelcome\n$");
  });

  test("what may still come is not masked", () => {
    expect(
      told("$ ", [
        { typed: "ls\r", output: "ls\r\nfile\r\n$ " },
        { typed: "sleep", output: "" },
      ]),
    ).toBe("$ ls\nfile\n$");
  });

  test("the program's answer is no echo", () => {
    expect(
      told("? ", [
        { typed: "secret\r", output: "\r\nsecret\r\n? ", silent: "secret" },
        { typed: "\r", output: "\r\n? " },
      ]),
    ).toBe("? ••••\nsecret\n?\n?");
  });
});

describe("full-screen programs", () => {
  const vim = "\x1b[?1049h\x1b[2J\x1b[Hpick a\r\npick b\r\n\r\n# comment\r\n~\x1b[8;1Htodo\x1b[H";

  test("the first look gives the screen, then changes say where they are, and what is below is not lost", () => {
    const steps = [
      { typed: "git rebase -i\r", output: `git rebase -i\r\nhint: x\r\n${vim}` },
      { typed: "dd", output: "\x1b[1;7r\x1b[M\x1b[r\x1b[8;1H1 line less\x1b[K\x1b[H" },
      { typed: ":wq\r", output: "\x1b[8;1H:wq\x1b[K\x1b[?1049l[detached HEAD]\r\nSuccessfully rebased\r\n$ " },
      { typed: "git status\r", output: "git status\r\nclean\r\n$ " },
    ];
    expect(told("$ ", steps)).toBe(
      "$ git rebase -i\nhint: x\npick a\npick b\n\n# comment\n~\n\n\ntodo\n••••\n8: 1 line less\n••••\n" +
        "[detached HEAD]\nSuccessfully rebased\n$ git status\nclean\n$",
    );
  });

  test("a visit to the normal screen in the middle is told", () => {
    const steps = [
      { typed: "vim\r", output: `vim\r\n${vim}` },
      { typed: ":!ls\r", output: "\x1b[?1049l\r\nfile\r\nPress ENTER" },
      { typed: "\r", output: "\x1b[?1049h\x1b[2J\x1b[Hpick a\r\npick b\r\n\r\n# comment\r\n~\x1b[8;1Hback\x1b[H" },
    ];
    expect(told("$ ", steps)).toBe(
      "$ vim\npick a\npick b\n\n# comment\n~\n\n\ntodo\n••••\nfile\nPress ENTER\npick a\npick b\n\n# comment\n~\n\n\nback",
    );
  });

  test("a program that leaves no trace", () => {
    expect(
      told("$ ", [
        { typed: "less\r", output: "less\r\n\x1b[?1049hpage\x1b[?1049l$ " },
        { typed: "ls\r", output: "ls\r\n$ " },
      ]),
    ).toBe("$ less\n$ ls\n$");
  });
});

describe("nothing that a later step does takes away what an earlier one brought about", () => {
  test.each([
    ["clear", "\x1b[H\x1b[2J\x1b[3J"],
    ["reset", "\x1bc"],
    ["a screen cleared line by line", `\x1b[H${"\x1b[2K\n".repeat(8)}\x1b[H`],
    ["a flood", "flood\r\n".repeat(5000)],
  ])("%s", (_, sequence) => {
    const steps = [
      { typed: "one\r", output: "one\r\nfirst\r\n$ " },
      { typed: "gone\r", output: `gone\r\nbefore\r\n${sequence}$ ` },
      { typed: "two\r", output: "two\r\nsecond\r\n$ " },
    ];
    const text = told("old\r\n$ ", steps, new Screen(SIZE, { scrollback: 20 }));
    expect(text.split("\n").slice(0, 2)).toEqual(["$ one", "first"]);
    expect(text.split("\n").slice(-3)).toEqual(["$ two", "second", "$"]);
    expect(text).not.toContain("old");
  });

  test("a step that clears the screen leaves its line", () => {
    expect(
      told("$ ", [
        { typed: "clear\r", output: "clear\r\n\x1b[H\x1b[2J\x1b[3J$ " },
        { typed: "ls\r", output: "ls\r\n$ " },
      ]),
    ).toBe("$ clear\n$ ls\n$");
  });

  describe("a line that is printed again is told again, wherever the one before it has gone", () => {
    const rows = (from: number, to: number): string =>
      Array.from({ length: to - from + 1 }, (_, at) => `${from + at}\r\n`).join("");

    test("out of the scrollback, with the line of the command that erases it", () => {
      const erases = `show; erase\r\n${rows(1, 30)}\x1b[3J$ `;
      const shown = Array.from({ length: 7 }, (_, at) => at + 24).join("\n");
      expect(told("$ ", [{ typed: "show; erase\r", output: erases }])).toBe(`$ show; erase\n${shown}\n$`);
      const hidden = erases.replace("show; erase", "");
      expect(told("$ ", [{ typed: "show; erase\r", output: hidden }])).toBe(`$ ••••\n${shown}\n$`);
    });

    test("out of the scrollback, by a command that clears both after it has scrolled the screen by a row", () => {
      const clears = `clear; show\r\n\x1b[H\x1b[2J\x1b[3J${rows(1, 5)}$ `;
      expect(told(`${rows(1, 5)}$ show\r\n1\r\n$ `, [{ typed: "clear; show\r", output: clears }])).toBe(
        "$ clear; show\n1\n2\n3\n4\n5\n$",
      );
    });

    test("with a reset", () => {
      const resets = `reset; show\r\n\x1bc${rows(1, 3)}$ `;
      expect(told(`$ ${resets}`, [{ typed: "reset; show\r", output: resets }])).toBe("$ reset; show\n1\n2\n3\n$");
    });

    test("out of a scrollback that is full", () => {
      const screen = new Screen(SIZE, { scrollback: 20 });
      const flood = `show\r\n${rows(1, 40)}$ `;
      const text = told(`$ ${flood}`, [{ typed: "show\r", output: flood }], screen);
      expect(text.split("\n").slice(-6)).toEqual(["36", "37", "38", "39", "40", "$"]);
    });
  });

  test("progress as it stood when each step ended", () => {
    const steps = [
      { typed: "get\r", output: "get\r\n10%\r20%" },
      { output: "\r30%", pattern: "30%" },
      { output: "\r40%\r50%\r\ndone\r\n$ ", pattern: "\\$ $" },
    ];
    expect(told("$ ", steps)).toBe("$ get\n20%\n30%\n50%\ndone\n$");
  });

  test("what a pattern has found is told, even if it goes in the same breath", () => {
    const steps = [
      { typed: "up\r", output: "up\r\nREADY\r\n\x1b[H\x1b[2Jafter\r\n$ ", pattern: "READY" },
      { typed: "ls\r", output: "ls\r\n$ " },
    ];
    expect(told("$ ", steps)).toBe("$ up\nREADY\nafter\n$ ls\n$");
  });

  test("a menu is told with its entries, and each choice once", () => {
    const draw = (at: number): string =>
      ["a", "b", "c"].map((entry, index) => `\r\n${index === at ? ">" : " "} ${entry}`).join("");
    const steps = [
      { typed: "pick\r", output: `pick\r\n? Which${draw(0)}\x1b[3A\x1b[8G` },
      { typed: "", output: `${draw(1)}\x1b[3A\x1b[8G` },
      { typed: "\r", output: "\x1b[J\r\x1b[K? Which b\r\n$ " },
    ];
    expect(told("$ ", steps)).toBe("$ pick\n? Which\n> a\n  b\n  c\n  a\n> b\n? Which b\n$");
  });
});

/** What programs print, with something in each line that no other line has. */
class Output {
  #next = 1;
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  token(): string {
    return `<${this.#next++}>`;
  }

  piece(): string {
    const random = this.#random;
    const lines = (count: number): string => Array.from({ length: count }, () => `line ${this.token()}\r\n`).join("");
    const pieces: (() => string)[] = [
      () => lines(random.int(1, 4)),
      () => lines(random.int(5, 80)),
      () => `${lines(1)}\x1b[H\x1b[2J\x1b[3J`,
      () => `${lines(2)}\x1b[H\x1b[2J`,
      () => `\x1b[H\x1b[J${lines(1)}`,
      () => `${lines(1)}\x1bc`,
      () => Array.from({ length: random.int(1, 5) }, () => `\r\x1b[Kprogress ${this.token()}`).join(""),
      () => `\r\x1b[2A\x1b[K${lines(1)}\x1b[K${lines(1)}`,
      () => `${lines(2)}\x1b[A\x1b[L${lines(1)}\r\n`,
      () => `a long line ${this.token()} that wraps at the margin, ${this.token()} and goes on\r\n`,
      () => `\x1b[?1049h\x1b[2J\x1b[H${lines(3)}`,
      () => `\x1b[?1049h\x1b[2J\x1b[H${lines(random.int(1, 12))}\x1b[?1049l`,
      () => `\x1b[5;1Hstatus ${this.token()}`,
      () => `\x1b[?1049l${lines(1)}`,
      () => `half ${this.token()}`,
      () => "\r\n",
      () => `\x1b7\x1b[1;1Htop ${this.token()}\x1b[K\x1b8`,
      () => `? menu ${this.token()}\r\n  ${this.token()}\r\n  ${this.token()}\x1b[2A\r`,
    ];
    return random.pick(pieces)();
  }
}

/** The lines of the normal buffer, viewport and scrollback. */
function normalLines({ terminal }: Screen): string[] {
  const { normal } = terminal.buffer;
  return allLines({ ...terminal, buffer: { active: normal } } as typeof terminal).filter((line) => line !== "");
}

const LAPS = rounds(1500);

test(`${LAPS} sequences of steps: what stood there at a step's end and not at its beginning is told once`, () => {
  for (let seed = 1; seed <= LAPS; seed++) {
    const random = new Random(seed);
    const output = new Output(random);
    using screen = new Screen(SIZE, { scrollback: 40 });
    /** The same program on a screen that nobody waits on, to see what stands there in the middle of a piece. */
    using shadow = new Screen(SIZE, { scrollback: 40 });
    const begin = `before ${output.token()}\r\n$ `;
    for (const each of [screen, shadow]) each.write(begin);
    const moments: string[][] = [normalLines(shadow)];
    const count = random.int(2, 6);
    let wasFound = false;
    const log: unknown[] = [];
    for (let step = 1; step <= count; step++) {
      const isTyped = step === 1 || random.chance(0.7);
      const typed = random.pick([`cmd ${output.token()}\r`, "\r", `hidden${step}\r`]);
      const mark = !isTyped || random.chance(0.3) ? `MARK${step}` : undefined;
      if (step > 1 && (isTyped || !wasFound)) moments.push(normalLines(shadow));
      const found = screen.waits.start(step, {
        reader: "me",
        goesOn: step < count,
        ...(step === 1 ? { asSeen: true } : { follows: step - 1 }),
        ...(isTyped && { typed }),
        ...(mark !== undefined && { pattern: mark }),
      });
      expect(found).toBeUndefined();
      const echo = isTyped && !typed.startsWith("hidden") ? typed.replace("\r", "\r\n") : "\r\n";
      const pieces = Array.from({ length: random.int(0, 4) }, () => output.piece());
      const first = `${echo}${pieces.slice(0, 2).join("")}${mark === undefined ? "" : `found ${mark}`}`;
      const rest = `${pieces.slice(2).join("")}${random.chance(0.8) ? "$ " : ""}`;
      shadow.write(first);
      if (mark !== undefined && step < count) moments.push(normalLines(shadow));
      wasFound = mark !== undefined;
      shadow.write(rest);
      for (const chunk of random.chance(0.5) ? [first + rest] : random.chunks(first + rest, 1, 40)) screen.write(chunk);
      log.push({ ...(isTyped && { typed }), mark, first, rest });
    }
    moments.push(normalLines(shadow));
    const { text } = screen.waits.end(count, { reader: "me", limit: lastLines(10_000) });
    const at = `seed ${seed}\n${log.map((entry) => JSON.stringify(entry)).join("\n")}\n--\n${text}`;
    const lines = text.split("\n");
    /** How often each token is new. */
    const news = new Map<string, number>();
    for (const [index, now] of moments.entries()) {
      const before = new Set(moments[index - 1]);
      const tokens = new Set<string>();
      for (const line of index === 0 ? [] : now.filter((one) => !before.has(one))) {
        if (!line.includes("<")) continue;
        expect(
          lines.some((one) => one.includes(line)),
          `missing: ${line}\n${at}`,
        ).toBe(true);
        for (const token of line.match(/<\d+>/g) ?? []) tokens.add(token);
      }
      for (const token of tokens) news.set(token, (news.get(token) ?? 0) + 1);
    }
    // A prompt is told again where a mask is put at it.
    const unmasked = lines.filter((line) => !line.includes("••••"));
    for (const [token, times] of news) {
      expect(unmasked.filter((line) => line.includes(token)).length, `more than once: ${token}\n${at}`).toBeLessThanOrEqual(
        times,
      );
    }
    expect(text, at).not.toContain("hidden");
    expect(text, at).not.toContain("before");
  }
}, 240_000);

describe("who asks for the last lines is told those of all, and how many are before them", () => {
  type Flood = { readonly before?: string; readonly typed?: string | undefined; readonly output: readonly string[] };
  type Options = { readonly seed?: number; readonly asSeen: boolean; readonly scrollback?: number };

  /** What the end of a wait tells of a flood, as far as the limit goes. */
  function news({ before = "before\r\n$ ", typed, output }: Flood, limit: LinesLimit, { asSeen, scrollback = 4000 }: Options) {
    using screen = new Screen(SIZE, { scrollback });
    screen.write(before);
    screen.waits.start(1, { reader: "me", ...(asSeen && { asSeen }), ...(typed !== undefined && { typed }) });
    for (const piece of output) screen.write(piece);
    const { text, omittedLines } = screen.waits.end(1, { reader: "me", limit });
    return { text, omittedLines };
  }

  /** What is told within the limit is the end of all lines; returns how many are before that. */
  function expectEnd(flood: Flood, limits: readonly LinesLimit[], options: Options): number {
    const all = news(flood, lastLines(10_000), options);
    const lines = all.text === "" ? [] : all.text.split("\n");
    let left = 0;
    for (const limit of limits) {
      const { texts, whole } = linesWithin(lines, limit);
      left += lines.length - whole;
      const wanted = { text: texts.join("\n"), omittedLines: all.omittedLines + lines.length - whole };
      expect(news(flood, limit, options), JSON.stringify({ ...options, limit })).toEqual(wanted);
    }
    return left;
  }

  const long = (length: number): string => Array.from({ length }, (_, at) => String.fromCodePoint(97 + (at % 26))).join("");
  const rows = (count: number): string => Array.from({ length: count }, (_, at) => `out ${at}\r\n`).join("");
  const entered = Array.from({ length: 600 }, (_, at) => `a${at % 10}`);

  test.each<[string, Flood]>([
    ["an echo that comes late", { typed: "needle\r", output: [rows(1000), "needle\r\n", rows(1000), "needle\r\nend\r\n$ "] }],
    ["no echo", { typed: "secret\r", output: ["\r\n", rows(3000), "secret\r\nend\r\n$ "] }],
    [
      "lines typed ahead, echoed by the terminal and by the shell",
      { typed: "make\rls\r", output: ["make\r\n", rows(1000), "ls\r\n", rows(2000), "$ ls\r\nfile\r\n$ "] },
    ],
    ["the same words again", { typed: "make\rls\r", output: ["make\r\n", rows(1000), "$ ls\r\n", rows(2000), "ls\r\n$ "] }],
    [
      "a flood that is longer than the scrollback",
      { typed: "make\rls\r", output: ["make\r\n", rows(4500), "$ ls\r\n", rows(3000), "$ ls\r\nfile\r\n$ "] },
    ],
    [
      "many lines typed",
      { typed: `${entered.join("\r")}\r`, output: [entered.join("\r\n$ "), "\r\n", rows(3000), "a1\r\na2\r\na3\r\n$ "] },
    ],
    [
      "an old line that is erased, and printed again",
      {
        before: "above1\r\nabove2\r\n$ ",
        typed: "x\r",
        output: ["x\r\n\x1b[3A\x1b[2K\x1b[3B", rows(1500), "above1\r\n", rows(1500), "above1\r\n$ "],
      },
    ],
    ["blank lines at the end", { typed: "x\r", output: ["x\r\n", rows(3000), "\r\n".repeat(300), "$ "] }],
    ["a line over all rows", { typed: "x\r", output: ["x\r\n", long(200_000)] }],
    ["a line over all rows, and others", { typed: "x\r", output: ["x\r\n", rows(100), long(130_000), "\r\n$ "] }],
    ["a line over all rows that ends in blanks", { typed: "x\r", output: ["x\r\n", long(90_000), " ".repeat(60_000)] }],
    [
      "a line over all rows whose end is concealed",
      { typed: "x\r", output: ["x\r\n", long(90_000), `\x1b[8m${long(60_000)}\x1b[m`] },
    ],
    [
      "lines that end in many blanks",
      { typed: "x\r", output: ["x\r\n", rows(1000), `word${" ".repeat(20_000)}\r\n`.repeat(18), "$ "] },
    ],
    ["the line of the prompt over all rows", { typed: "x\r", output: ["x", long(130_000)] }],
    ["a line over all rows that begins before", { before: long(20_000), typed: "x\r", output: ["x", long(130_000), "\r\n$ "] }],
    ["many long lines", { typed: "x\r", output: ["x\r\n", `${long(10_000)}\r\n`.repeat(20), "$ "] }],
    ["the prompt in between", { typed: "", output: [rows(1500), "$ x\r\n", rows(1500), "$ "] }],
  ])("%s", (_, flood) => {
    const limits = [Number.MAX_SAFE_INTEGER, 32 * 1024, 100].map((bytes) => ({ lines: 20, bytes }));
    for (const asSeen of [false, true]) expectEnd(flood, limits, { asSeen });
  });

  test("whatever is printed", () => {
    let unread = 0;
    for (let seed = 1; seed <= rounds(200); seed++) {
      const random = new Random(seed);
      const output = new Output(random);
      const typed = random.chance(0.7) ? `cmd ${output.token()}\r` : undefined;
      const flood = (): string => Array.from({ length: random.int(700, 1500) }, () => `line ${output.token()}`).join("\r\n");
      const longLine = (): string => long(random.int(10, 150_000)) + " ".repeat(random.pick([0, 0, 1000, 100_000]));
      const pieces = Array.from({ length: random.int(1, 6) }, () =>
        random.chance(0.5) ? flood() : random.chance(0.2) ? longLine() : output.piece(),
      );
      const limit = { lines: random.pick([0, 1, 30, 300]), bytes: random.pick([100, 10_000, Number.MAX_SAFE_INTEGER]) };
      const options = { seed, asSeen: random.chance(0.5), scrollback: random.pick([1500, 5000]) };
      unread += expectEnd({ typed, output: [typed?.replace("\r", "\r\n") ?? "", ...pieces] }, [limit], options);
    }
    expect(unread).toBeGreaterThan(0);
  });
});

test.each([false, true])("of a line over all rows, little more is read than an answer has room for (as seen: %s)", (asSeen) => {
  using screen = new Screen(SIZE);
  screen.write("$ ");
  screen.waits.start(1, { reader: "me", typed: "x\r", asSeen });
  screen.write(`x\r\n${"word ".repeat(100_000)}\r\n$ `);
  screen.scrollback.pack();
  const rows = vi.spyOn(internalsOf(screen.terminal).buffers.normal.lines, "get");
  const { text } = screen.waits.end(1, { reader: "me", limit: { lines: 100, bytes: 10_000 } });
  expect(text.length).toBeGreaterThan(8000);
  expect(new Set(rows.mock.calls.map(([row]) => row)).size).toBeLessThan(3000);
});

test.each([
  ["many lines", "output\r\n".repeat(8000)],
  ["a line over thousands of rows", "word ".repeat(50_000)],
  ["a line over thousands of rows that ends in blanks", `${"word".repeat(50_000)}${" ".repeat(50_000)}`],
])("of %s since an offset, little more is read than an answer has room for", (_, output) => {
  using screen = new Screen(SIZE);
  screen.write("$ ");
  screen.text(1);
  const { offset } = screen;
  screen.write(`x\r\n${output}\r\nend\r\n$ `);
  screen.scrollback.pack();
  const all = screen.since(offset, lastLines(10_000))?.text.split("\n") ?? [];
  const limit = { lines: 100, bytes: 10_000 };
  const { texts, whole } = linesWithin(all, limit);
  const rows = vi.spyOn(internalsOf(screen.terminal).buffers.normal.lines, "get");
  expect(screen.since(offset, limit)).toEqual({ text: texts.join("\n"), omittedLines: all.length - whole });
  expect(new Set(rows.mock.calls.map(([row]) => row)).size).toBeLessThan(4000);
});

test("a question that is asked again behind a flood is told, though the one before it was told, too", () => {
  const steps = [
    { typed: "pick\r", output: "pick\r\n? Which\r\n> a\r\n  b\x1b[2A\x1b[8G" },
    { typed: "\r", output: `\x1b[J\r\n${"line\r\n".repeat(3000)}? Which` },
  ];
  const text = told("$ ", steps, new Screen(SIZE, { scrollback: 1000 }));
  expect(text.split("\n").slice(-2)).toEqual(["line", "? Which"]);
});

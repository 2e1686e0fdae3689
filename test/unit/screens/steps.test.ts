/**
 * What a call of several steps tells: over random sequences of steps, every line
 * that stands on the normal screen when a step ends, and did not when it began,
 * is in the answer once. Lines are numbered, so no two are alike.
 */
import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../support/random.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 60, rows: 10 };
const SCROLLBACK = 60;
const PROMPT = "\x1b[?2004h$ ";
const ENTERS_ALTERNATE = "\x1b[?1049h\x1b[22;0;0t\x1b[H\x1b[2J";
const LEAVES_ALTERNATE = "\x1b[?1049l\x1b[23;0;0t";

type Step = { readonly typed: string; readonly output: string };

/** Writes steps of a shell and of the programs that run in it. */
class Script {
  readonly #random: Random;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** One command, with what is answered to its questions. Each but the last of its steps ends within the program. */
  command(): Step[] {
    return this.#random.pick([
      () => this.#plain(),
      () => this.#plain(),
      () => this.#screenCleared(),
      () => this.#flood(),
      () => this.#progress(),
      () => this.#progressInSteps(),
      () => this.#repainted(),
      () => this.#asked(),
      () => this.#fullScreen(),
      () => this.#fullScreenAtOnce(),
      () => this.#pager(),
      () => this.#paintedOver(),
      () => this.#scrolledRegion(),
      () => this.#menu(),
      () => this.#nothing(),
    ])();
  }

  #line(): string {
    this.#count++;
    const words = this.#random.chance(0.1)
      ? "long ".repeat(this.#random.int(10, 30))
      : "some words".slice(0, this.#random.int(1, 10));
    return `${this.#count}. ${this.#random.chance(0.2) ? `\x1b[3${1 + (this.#count % 6)}m${words}\x1b[m` : words}`.trimEnd();
  }

  #lines(low: number, high: number): string {
    return Array.from(
      { length: this.#random.int(low, high) },
      () => `${this.#random.chance(0.1) ? "\r\n" : ""}${this.#line()}\r\n`,
    ).join("");
  }

  /** A command line that the shell echoes, and its output. */
  #run(output: string): Step {
    const typed = `run ${++this.#count}`;
    return { typed: `${typed}\r`, output: `${typed}\r\n\x1b[?2004l\r${output}` };
  }

  #plain(): Step[] {
    return [this.#run(`${this.#lines(0, 8)}${PROMPT}`)];
  }

  #nothing(): Step[] {
    return [{ typed: "\r", output: `\r\n\x1b[?2004l\r${PROMPT}` }];
  }

  #screenCleared(): Step[] {
    const clear = this.#random.pick(["\x1b[H\x1b[2J\x1b[3J", "\x1b[H\x1b[2J", "\x1bc", "\x1b[H\x1b[J"]);
    return [this.#run(`${this.#lines(0, 15)}${clear}${this.#lines(0, 12)}${PROMPT}`)];
  }

  #flood(): Step[] {
    return [this.#run(`${this.#lines(20, 150)}${PROMPT}`)];
  }

  #progress(): Step[] {
    const states = Array.from({ length: this.#random.int(1, 6) }, () => `\r${this.#line().slice(0, 50)}\x1b[K`);
    return [this.#run(`${this.#lines(0, 2)}${states.join("")}\r\n${this.#lines(0, 2)}${PROMPT}`)];
  }

  /** Each step ends while the line is being drawn. */
  #progressInSteps(): Step[] {
    const state = (): string => `\r${this.#line().slice(0, 50)}\x1b[K`;
    return [
      this.#run(this.#lines(0, 3) + state()),
      { typed: "", output: state() },
      { typed: "", output: `${state()}\r\n${PROMPT}` },
    ];
  }

  /** Several lines that are drawn again and again, as npm and docker do. */
  #repainted(): Step[] {
    const height = this.#random.int(2, 5);
    const frame = (): string => Array.from({ length: height }, () => `${this.#line().slice(0, 50)}\x1b[K\r\n`).join("");
    const frames = Array.from({ length: this.#random.int(1, 4) }, frame);
    return [this.#run(`${this.#lines(0, 3)}${frames.join(`\x1b[${height}A`)}${PROMPT}`)];
  }

  #asked(): Step[] {
    const question = (): string => `${++this.#count}. name? `;
    const answer = `name ${++this.#count}`;
    const isSecret = this.#random.chance(0.3);
    return [
      this.#run(this.#lines(0, 3) + question()),
      { typed: `${answer}\r`, output: `${isSecret ? "" : answer}\r\n${this.#lines(0, 3)}${PROMPT}` },
    ];
  }

  #fullScreen(): Step[] {
    const row = (y: number): string => `\x1b[${y};1Hrow ${y} ${++this.#count}\x1b[K`;
    return [
      this.#run(`${this.#lines(0, 2)}${ENTERS_ALTERNATE}${row(1)}${row(2)}${row(9)}`),
      { typed: "x", output: row(this.#random.int(1, 9)) },
      { typed: "q", output: `${LEAVES_ALTERNATE}${this.#lines(0, 4)}${PROMPT}` },
    ];
  }

  #fullScreenAtOnce(): Step[] {
    return [this.#run(`${ENTERS_ALTERNATE}gone ${++this.#count}${LEAVES_ALTERNATE}${this.#lines(0, 4)}${PROMPT}`)];
  }

  /** A program that draws from the top of the normal screen on, again and again, and clears what is below. */
  #paintedOver(): Step[] {
    const frame = (): string =>
      `\x1b[H${Array.from({ length: this.#random.int(1, 7) }, () => `${this.#line().slice(0, 50)}\x1b[K\r\n`).join("")}\x1b[J`;
    return [
      this.#run(frame()),
      ...(this.#random.chance(0.5) ? [{ typed: "n", output: frame() + frame() }] : []),
      { typed: "q", output: PROMPT },
    ];
  }

  /** Lines that scroll in a part of the screen only, as apt draws them above its progress bar. */
  #scrolledRegion(): Step[] {
    const bar = `${++this.#count}. bar`;
    const rest = `\x1b7\x1b[1;9r\x1b8\x1b[1A\x1b7\x1b[10;1H${bar}\x1b[K\x1b8`;
    return [this.#run(`\r\n${rest}${this.#lines(1, 20)}\x1b7\x1b[1;10r\x1b[10;1H\x1b[K\x1b8${PROMPT}`)];
  }

  /** Entries below the cursor, which disappear when one is chosen. */
  #menu(): Step[] {
    const entries = Array.from({ length: 3 }, () => `\r\n${++this.#count}. entry`).join("");
    const question = `${++this.#count}. which? `;
    return [
      this.#run(`${this.#lines(0, 3)}${question}${entries}\x1b[3A\x1b[${question.length + 1}G`),
      { typed: "\r", output: `\r\x1b[J${question}this\r\n${this.#lines(0, 2)}${PROMPT}` },
    ];
  }

  /** A pager on the normal screen, which writes over its own prompt. */
  #pager(): Step[] {
    return [
      this.#run(`${this.#lines(9, 9)}:\x1b[K`),
      { typed: " ", output: `\r\x1b[K${this.#lines(3, 9)}:\x1b[K` },
      { typed: "q", output: `\r\x1b[K${PROMPT}` },
    ];
  }
}

/** The lines of the normal screen and its scrollback, and the last one, which may go on. Undefined while another screen shows. */
function linesOf(screen: Screen): { lines: string[]; last: string } | undefined {
  if (screen.terminal.buffer.active.type === "alternate") return undefined;
  const lines = screen.text(Number.POSITIVE_INFINITY).text.split("\n");
  return { lines, last: lines.at(-1) ?? "" };
}

test.each([1, 2, 3, 4])("every line that stands there when a step ends is told once (seed %i)", (seed) => {
  const random = new Random(seed);
  for (let round = 0; round < rounds(100); round++) {
    using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
    const script = new Script(random);
    screen.write(PROMPT);
    let wait = 0;
    const history: unknown[] = [];
    for (let call = 0; call < 3; call++) {
      const steps = Array.from({ length: random.int(1, 3) }, () => script.command()).flat();
      const hasPattern = random.chance(0.5);
      let before = linesOf(screen);
      const known = new Set(before?.lines);
      const expected: { line: string; isOpen: boolean }[] = [];
      for (const [index, { typed, output }] of steps.entries()) {
        const goesOn = index < steps.length - 1;
        screen.waits.start(++wait, {
          reader: "me",
          ...(typed === "" ? {} : { typed }),
          ...(index === 0 ? { asSeen: true } : { follows: wait - 1 }),
          ...(hasPattern && output.endsWith(PROMPT) && { pattern: "\\$ $" }),
          goesOn,
        });
        for (const chunk of random.chance(0.5) ? [output] : random.chunks(output, 1, 40))
          screen.write(chunk.slice(screen.takeUnseen(chunk).length));
        const after = linesOf(screen);
        const there = new Set(before?.lines);
        for (const line of after?.lines ?? []) {
          if (/\d/.test(line) && !there.has(line)) expected.push({ line, isOpen: line === after?.last });
        }
        before = after ?? before;
      }
      const { text } = screen.waits.end(wait, { reader: "me", limit: lastLines(10_000) });
      history.push(steps, text.split("\n"));
      const told = text.split("\n");
      for (const { line, isOpen } of expected) {
        const found = told.filter((one) => one === line || (isOpen && one.startsWith(line)));
        expect(
          found,
          `${JSON.stringify(line)} of round ${round}, call ${call}: ${JSON.stringify(history, null, 1)}`,
        ).toHaveLength(1);
      }
      for (const line of known) {
        if (/\d/.test(line)) expect(told, `${line} was there before: ${JSON.stringify(history, null, 1)}`).not.toContain(line);
      }
    }
  }
});

/** A command of a shell, whose lines other commands print as well, and what a call tells of it. */
type Command = { readonly step: Step; readonly told: readonly string[] };

function commandOfAlikeLines(random: Random, options = { clears: true }): Command {
  const most = SIZE.rows - 2;
  const lines = Array.from({ length: random.int(0, random.pick([2, most, 40])) }, (_, at) => `${at % 12}. alike`);
  const printed = lines.map((line) => `${line}\r\n`).join("");
  const run = (typed: string, output: string): Step => ({
    typed: `${typed}\r`,
    output: `${typed}\r\n\x1b[?2004l\r${output}${PROMPT}`,
  });
  const clears = !options.clears
    ? ""
    : random.pick(["", "", "\x1b[H\x1b[2J\x1b[3J", "\x1b[H\x1b[J", "\x1bc", "\x1b[3J\x1b[H\x1b[2J"]);
  if (clears !== "") return { step: run("clear", clears + printed), told: ["$ clear", ...lines] };
  const visited = random.chance(0.2) ? `${ENTERS_ALTERNATE}vi${LEAVES_ALTERNATE}` : "";
  return { step: run("run", visited + printed), told: ["$ run", ...lines] };
}

test.each([1, 2, 3, 4])(
  "lines that are alike are told as often as they were printed, in their order, and so are those between two calls (seed %i)",
  (seed) => {
    const random = new Random(seed);
    for (let round = 0; round < rounds(100); round++) {
      // The longest of these calls fits, with what came before it; what was printed earlier need not.
      using screen = new Screen(SIZE, { scrollback: 4 * 50 });
      screen.write(PROMPT);
      let wait = 0;
      const print = ({ output }: Step): void => {
        for (const chunk of random.chunks(output, 1, 400)) screen.write(chunk.slice(screen.takeUnseen(chunk).length));
      };
      for (let call = 0; call < 6; call++) {
        // Before the first answer there is nothing to go on from.
        const others = call > 0 && random.chance(0.4) ? commandOfAlikeLines(random, { clears: false }) : undefined;
        if (others) {
          screen.noteInput(others.step.typed);
          print(others.step);
        }
        const isLookedAt = others !== undefined && random.chance(0.3);
        if (isLookedAt) screen.handleLook("me");
        const unread = others && !isLookedAt ? others.told : [];
        const commands = Array.from({ length: random.int(unread.length > 0 ? 1 : 2, 3) }, () => commandOfAlikeLines(random));
        for (const [index, { step }] of commands.entries()) {
          const order = index > 0 ? { follows: wait } : commands.length > 1 ? { asSeen: true } : {};
          screen.waits.start(++wait, { reader: "me", typed: step.typed, ...order, goesOn: index < commands.length - 1 });
          print(step);
        }
        const { text } = screen.waits.end(wait, { reader: "me", limit: lastLines(10_000) });
        const expected = [...unread, ...commands.flatMap(({ told }) => told), "$"];
        expect(text.split("\n"), `round ${round}, call ${call}`).toEqual(expected);
      }
    }
  },
);

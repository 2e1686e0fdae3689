import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../support/random.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 40, rows: 8 };

/** Types `typed` at what `before` shows, then writes the chunks; answers with the first match and the news. */
function wait(options: {
  before?: string;
  typed?: string;
  pattern?: string;
  chunks: readonly string[];
  size?: { cols: number; rows: number };
}): { match: string | undefined; text: string } {
  using screen = new Screen(options.size ?? SIZE);
  screen.write(options.before ?? "");
  screen.waits.start(1, {
    reader: "me",
    typed: options.typed ?? "",
    ...(options.pattern !== undefined && { pattern: options.pattern }),
  });
  let match: string | undefined;
  for (const chunk of options.chunks) {
    const [found] = screen.write(chunk);
    match ??= found?.match;
  }
  return { match, text: screen.waits.end(1, { reader: "me", limit: lastLines(200) }).text };
}

/** The same stream in a few ways: at once, one by one, and cut at random. */
function cuts(stream: string, seed = 1): string[][] {
  const random = new Random(seed);
  return [[stream], [...stream], random.chunks(stream, 1, 3), random.chunks(stream, 1, 20)];
}

test.each(cuts("top\r\n\x1b[H\x1b[2Jtop - 12:00 up 1 day\r\nTasks: 1\r\n"))(
  "what begins like the echo, after the screen was cleared, is output",
  (...chunks) => {
    const news = wait({ before: "$ ", typed: "top\r", pattern: "^top - .*day", chunks });
    expect(news).toEqual({ match: "top - 12:00 up 1 day", text: "top - 12:00 up 1 day\nTasks: 1" });
  },
);

describe("what stood to the right of the cursor, as a right prompt does, is not news", () => {
  const right = "~ [12:00]";
  const prompt = `vm % \x1b7\x1b[${SIZE.cols - right.length}G${right}\x1b8`;
  const shown = `vm % ${" ".repeat(SIZE.cols - right.length - 6)}${right}`;

  test.each(cuts(`echo hi\r\nhi\r\n${prompt}`))("when a command is typed before it", (...chunks) => {
    expect(wait({ before: prompt, typed: "echo hi\r", chunks }).text).toBe(`hi\n${shown}`);
  });

  test.each([
    ["when nothing comes", [""], ""],
    ["when the line is drawn again", [`\r\x1b[2K${prompt}`], ""],
    ["when something is printed before it", ["note"], "note"],
    ["when something is printed before it and below", ["note \r\nmore"], "note\nmore"],
    ["unless it changes", [`\x1b7\x1b[${SIZE.cols - 6}G12:01\x1b8`], `${shown.slice(5, -6)}12:01]`],
    ["unless something follows it", [`\x1b[${SIZE.cols}G!`], `${shown.slice(5)}!`],
    ["unless it has been erased with the screen and is drawn again", [`\x1b[H\x1b[2J${prompt}`], shown],
  ])("%s", (_, chunks, text) => {
    expect(wait({ before: prompt, chunks }).text).toBe(text);
  });

  test("and no pattern finds it", () => {
    expect(wait({ before: prompt, typed: "ls\r", pattern: "12:00", chunks: ["ls\r\n"] }).match).toBeUndefined();
    expect(wait({ before: prompt, pattern: "e $", chunks: ["note "] }).match).toBe("e ");
  });

  test("nor is the rest of a line in which the cursor was moved back", () => {
    const before = "vm % echo one two\x1b[8D";
    expect(wait({ before, typed: "\r", chunks: ["\r\none two\r\nvm % "] }).text).toBe("one two\nvm %");
  });
});

describe("a pattern in a line that is longer than is looked at", () => {
  const row = `foo${"x".repeat(SIZE.cols - 3)}`;
  const long = [...Array.from({ length: 30 }, () => row.repeat(50)), "and the end\r\n"];

  test.each([
    ["does not begin in the middle of it", "^foo[^]*end", undefined],
    ["is found in it", "foox*and the end", `${row}and the end`],
    ["is found after it", "end\\nfoo", "end\nfoo"],
    ["begins at the line after it", "^foo done$", "foo done"],
  ])("%s", (_, pattern, match) => {
    expect(wait({ chunks: ["\r\n", ` ${row.slice(1)}`, ...long, "foo done\r\n"], pattern }).match).toBe(match);
  });

  test("does not begin in the middle of it with a character of two code units", () => {
    const row = "🟩".repeat(SIZE.cols / 2);
    const chunks = Array.from({ length: 30 }, () => row.repeat(50));
    expect(wait({ chunks: ["\r\n", ...chunks, "end\r\n"], pattern: "^🟩+end" }).match).toBeUndefined();
  });
});

test("a line that wraps into hundreds of rows is found as a whole", () => {
  const line = `{${"x".repeat(900 * SIZE.cols)}}`;
  const chunks = Array.from({ length: Math.ceil(line.length / 4096) }, (_, at) => line.slice(at * 4096, (at + 1) * 4096));
  expect(wait({ before: "$ ", typed: "curl\r", pattern: "^\\{.*\\}$", chunks: ["curl\r\n", ...chunks, "\r\n$ "] }).match).toBe(
    line,
  );
});

describe("in the middle of a line that is longer than is looked at", () => {
  const before = "x".repeat(1500 * SIZE.cols + 7);

  test.each([
    ["what comes in it is news", "", ["and ", "more"], "and more"],
    ["what is typed is not", "typed\r", ["typed\r\n", "answer\r\n$ "], "answer\n$"],
    ["what comes below it is news", "", ["end\r\n", "next\r\n"], "end\nnext"],
  ])("%s", (_, typed, chunks, text) => {
    expect(wait({ before, typed, chunks }).text).toBe(text);
  });

  test("the cursor has not left it until it goes to another line", () => {
    using screen = new Screen(SIZE);
    screen.write(before);
    screen.waits.start(1, { reader: "me", typed: "y\r", evidence: true });
    screen.write("and more".repeat(50));
    expect(screen.waits.evidence()).toMatchObject([{ evidence: { left: false } }]);
    screen.write("\r\n");
    expect(screen.waits.evidence()).toMatchObject([{ evidence: { left: true } }]);
  });
});

describe("a prompt", () => {
  test.each([
    ["python", ">>> ", ">>> $", "1+1\r", "1+1\r\n2\r\n>>> "],
    ["python, without the space", ">>> ", ">>>$", "1+1\r", "1+1\r\n2\r\n>>> "],
    ["a shell", "user@host:~$ ", "\\$ $", "ls\r", "ls\r\na b\r\nuser@host:~$ "],
    ["gdb", "(gdb) ", "\\(gdb\\) $", "bt\r", "bt\r\n#0 main\r\n(gdb) "],
    ["a question", "", "\\[Y/n\\] $", "", "Continue? [Y/n] "],
    ["colored, cleared to the end of the line", "> ", "> $", "x\r", "x\r\n\x1b[32m>\x1b[0m \x1b[K"],
  ])("%s: is seen with the blank before the cursor", (_, before, pattern, typed, output) => {
    for (const chunks of cuts(output))
      expect(wait({ before, typed, pattern, chunks }).match, JSON.stringify(chunks)).toBeDefined();
  });

  test("the old one is not news", () => {
    expect(
      wait({ before: ">>> ", typed: "sleep\r", pattern: ">>> $", chunks: ["sleep\r\n", "working\r\n"] }).match,
    ).toBeUndefined();
  });

  test("is found where `clear` has put it, though it looks like the one before", () => {
    const before = "$ \r\n$ \r\n$ ";
    for (const chunks of cuts("clear\r\n\x1b[H\x1b[2J\x1b[3J$ ")) {
      expect(wait({ before, typed: "clear\r", pattern: "\\$ $", chunks })).toEqual({ match: "$ ", text: "$" });
    }
  });

  test("is found after `reset`", () => {
    for (const chunks of cuts("reset\r\n\x1bc$ ")) {
      expect(wait({ before: "one\r\n$ ", typed: "reset\r", pattern: "^\\$ $", chunks }).match).toBe("$ ");
    }
  });

  test("is found when a full-screen program has gone", () => {
    using screen = new Screen(SIZE);
    screen.write("old\r\n$ vim\r\n\x1b[?1049h\x1b[2J\x1b[H~\r\n~\r\n:");
    screen.waits.start(1, { reader: "me", typed: ":q\r", pattern: "\\$ $" });
    expect(screen.write(":q\r\n\x1b[2J")).toEqual([]);
    expect(screen.write("\x1b[?1049l")).toEqual([]);
    expect(screen.write("2 lines\r\n$ ")).toEqual([{ wait: 1, match: "$ " }]);
    expect(screen.waits.end(1, { reader: "me", limit: lastLines(10) }).text).toBe("2 lines\n$");
  });
});

/** Longer than the terminal is wide, with the word at its beginning, behind the wrap and near its end. */
const LONG = "true DONE and some more words and then DONE or DONE x";
const LONGER = `${LONG} with many more words after it, DONE x`;

/** A line as zsh draws it where it comes to the margin, behind these characters of it. */
function wrappedByZsh(line: string, ...margins: number[]): string {
  const ends = [...margins, line.length];
  const rows = ends.map((end, row) => line.slice(ends[row - 1] ?? 0, end));
  return rows.map((row, index) => (index === 0 ? row : ` \r\x1b[K${row.slice(0, 1)}\r${row}`)).join("");
}

describe("the echo of what was typed", () => {
  /** [what, before, typed, output, news]: the pattern is DONE, which is typed, and DONE-42, which is printed. */
  const ECHOES = [
    ["a plain terminal", "", "echo DONE\r", "echo DONE\r\n"],
    ["after a prompt", "$ ", "echo DONE\r", "echo DONE\r\n"],
    ["typed before the prompt came", "", "echo DONE\r", "$ echo DONE\r\n"],
    [
      "redrawn with every key",
      "$ ",
      "echo DONE\r",
      "e\b\x1b[Kec\b\b\x1b[Kech\b\b\b\x1b[Kecho DONE\r\x1b[2C\x1b[32mecho\x1b[0m DONE\x1b[K\r\n",
    ],
    [
      "redrawn with the prompt",
      ">>> ",
      "print('DONE')\r",
      "\r\x1b[J>>> print(\r\x1b[J>>> print(\x1b[33m'DONE'\x1b[0m)\r\x1b[J>>> print('DONE')\r\n",
    ],
    [
      "drawn with the cursor hidden, as by prompt_toolkit",
      "In [1]: ",
      "'DONE'\r",
      "\x1b[?25l\x1b[?7l\r\x1b[8C\x1b[0;33m'DONE'\x1b[0m\x1b[K\x1b[?7h\x1b[?25h\r\r\n",
    ],
    ["wrapped at the margin", `${"p".repeat(30)}$ `, "echo 0123456789 DONE\r", "echo 012 \r3456789 DONE\r\n".replace(" \r", "")],
    ["several lines at once", ">>> ", "def f():\r  return 'DONE'\r\r", "def f():\r\n...   return 'DONE'\r\n... \r\n"],
    [
      "several lines, echoed by the terminal first",
      "",
      "sleep 1\recho DONE\r",
      "sleep 1\r\necho DONE\r\n$ sleep 1\r\n$ echo DONE\r\n",
    ],
    ["a beginning of it", "$ ", "echo DONE && DONE\r", "echo DONE"],
    ["wrapped by the shell, as zsh does", "vm# ", `${LONG}\r`, `${wrappedByZsh(LONG, 36)}\r\r\n`],
    ["wrapped by the shell twice", "vm# ", `${LONGER}\r`, `${wrappedByZsh(LONGER, 36, 76)}\r\r\n`],
    ["broken by the program", "$ ", `${LONG}\r`, `${LONG.slice(0, 38)}\r\n${LONG.slice(38)}\r\n`],
    [
      "typed ahead, echoed by the terminal first and then by the shell",
      "",
      "sleep 1; : DONE DONE x\r",
      "sleep 1; : DONE DONE x\r\n$ sleep 1; : DONE DONE x\r\n",
    ],
    ["typed ahead, and wrapped by the shell", "", `${LONG}\r`, `${LONG}\r\nvm# ${wrappedByZsh(LONG, 36)}\r\r\n`],
  ] as const;

  test.each(ECHOES)("%s: does not match", (_, before, typed, output) => {
    for (const chunks of cuts(output)) {
      expect(wait({ before, typed, pattern: "DONE", chunks }).match, JSON.stringify(chunks)).toBeUndefined();
    }
  });

  const whole = ECHOES.filter(([, , , output]) => output.endsWith("\n"));
  test.each(whole)("%s: what the program says after it does", (_, before, typed, output) => {
    for (const chunks of cuts(`${output}DONE\r\n`)) {
      const { match, text } = wait({ before, typed, pattern: "DONE", chunks });
      expect(match, JSON.stringify(chunks)).toBe("DONE");
      expect(text.split("\n").at(-1)).toBe("DONE");
    }
  });

  test("a program that prints what was typed is heard", () => {
    for (const chunks of cuts("hello\r\nhello\r\n")) {
      expect(wait({ typed: "hello\r", pattern: "hello", chunks })).toEqual({ match: "hello", text: "hello" });
    }
  });

  test("an answer that ends with what was typed is heard", () => {
    for (const chunks of cuts("42\r\nYou typed: 42\r\n")) {
      expect(wait({ typed: "42\r", pattern: "typed: 42", chunks })).toEqual({ match: "typed: 42", text: "You typed: 42" });
    }
  });

  test.each([
    ["the program's answer", "got:303", "got:303"],
    ["the same as what was typed", "303", "303"],
    ["what a shell echoed", "$ 303", "$"],
  ])("that has scrolled away in a flood: %s", (_, line, news) => {
    const flood = "yes\r\n".repeat(11_000);
    const { match, text } = wait({ typed: "303\r", pattern: "303$", chunks: [`303\r\n${flood}`, `${line}\r\n`] });
    expect([match, text.split("\n").at(-1)]).toEqual([news.endsWith("303") ? "303" : undefined, news]);
  });

  test("what is known not to be echoed is an answer, even if it looks the same", () => {
    for (const chunks of cuts("hello\r\n")) {
      using screen = new Screen(SIZE);
      screen.waits.start(1, { reader: "me", typed: "hello\r", pattern: "hello" });
      screen.handleSilence("hello");
      expect(chunks.flatMap((chunk) => screen.write(chunk))).toEqual([{ wait: 1, match: "hello" }]);
      expect(screen.waits.end(1, { reader: "me", limit: lastLines(9) }).text).toBe("hello");
    }
  });

  test("what follows hidden input is known by its echo, though nobody has said that something is hidden", () => {
    for (const chunks of cuts("\r\nwelcome\r\n$ echo DONE\r\n")) {
      const typed = { before: "Word: ", typed: "hunter2\recho DONE\r", pattern: "ec|DO" };
      expect(wait({ ...typed, chunks }).match, JSON.stringify(chunks)).toBeUndefined();
      expect(wait({ ...typed, chunks: [...chunks, "DONE\r\n"] })).toEqual({ match: "DO", text: "welcome\n$\nDONE" });
    }
  });

  test("a line that was typed ahead is no echo of a shorter one behind it", () => {
    for (const chunks of cuts("ls -l\r\n")) {
      expect(wait({ before: "$ ", typed: "ls -l\rls\r", pattern: "[-l]", chunks }).match, JSON.stringify(chunks)).toBeUndefined();
    }
  });

  test("a program that does not echo is heard from its first letter on", () => {
    for (const chunks of cuts("quit\r\n")) expect(wait({ typed: "q", pattern: "quit", chunks }).match).toBe("quit");
  });

  test("text and Enter typed one after the other, before any of it is echoed", () => {
    using screen = new Screen(SIZE);
    screen.write("$ ");
    screen.noteInput("echo DONE");
    screen.waits.start(1, { reader: "me", typed: "\r", pattern: "DONE" });
    expect(screen.write("echo DONE\r\n")).toEqual([]);
    expect(screen.write("DONE\r\n")).toEqual([{ wait: 1, match: "DONE" }]);
  });

  test("keys typed one by one, half of them echoed", () => {
    using screen = new Screen(SIZE);
    screen.write("$ ");
    screen.noteInput("echo DO");
    screen.write("echo ");
    screen.noteInput("NE");
    screen.waits.start(1, { reader: "me", typed: "\r", pattern: "DONE" });
    expect(screen.write("DONE\r\nsome")).toEqual([]);
    expect(screen.write("DONE")).toEqual([{ wait: 1, match: "DONE" }]);
  });
});

describe("what passes by", () => {
  test.each([
    ["cleared", "READY\r\n\x1b[H\x1b[2J"],
    ["erased", "READY\r\x1b[K"],
    ["overwritten", "READY\rsteady"],
    ["backspaced over", "READY\b\b\b\b\bgo   "],
    ["scrolled away", `READY\r\n${"x\r\n".repeat(300)}`],
    ["on an alternate screen that goes", "\x1b[?1049h\x1b[2J\x1b[3;3HREADY\x1b[?1049l"],
    ["colored in between", "RE\x1b[31mAD\x1b[0mY\r\x1b[K"],
    ["cut by the window title", "REA\x1b]0;x\x07DY\r\x1b[K"],
    ["reset", "READY\x1bc"],
  ])("%s in the same breath: is found however it is cut", (_, output) => {
    for (const chunks of cuts(output)) expect(wait({ pattern: "READY", chunks }).match, JSON.stringify(chunks)).toBe("READY");
  });

  test("progress that is overwritten is one line in the result, and each step can be waited for", () => {
    const progress = Array.from({ length: 101 }, (_, percent) => `\r${percent}%`).join("");
    for (const chunks of cuts(progress)) {
      expect(wait({ pattern: "^42%$", chunks })).toEqual({ match: "42%", text: "100%" });
    }
  });

  test("a pattern over several lines is found across chunks", () => {
    for (const chunks of cuts("begin\r\nmiddle\r\nend\r\n\x1b[2J")) {
      expect(wait({ pattern: "begin\\nmiddle\\nend", chunks }).match).toBe("begin\nmiddle\nend");
    }
  });

  test("a line end that is cut in half is one line end", () => {
    expect(wait({ pattern: "begin\\nend", chunks: ["begin\r", "\nend\r\n\x1b[2J"] }).match).toBe("begin\nend");
  });

  test("text that was never together on the screen is not found", () => {
    for (const chunks of cuts("REA\x1b[5;5HDY\r\nx\rREA\rDY")) expect(wait({ pattern: "READY", chunks }).match).toBeUndefined();
  });

  test("never misses a match, whatever the chunks", () => {
    const noise = ["x", "some text ", "\r\n", "\x1b[31m", "\x1b[0m", "\t", "字", "\x1b]0;t\x07", "READ", "\r\x1b[K", "\x1b[2K\r"];
    const ends = ["\r\n", "\r\x1b[K", "\x1b[H\x1b[2J", "\rxxxxxxx", "\x1b[2K\r", "\r\n\x1b[A\x1b[K", " and more"];
    for (let seed = 1; seed <= rounds(400); seed++) {
      const random = new Random(seed);
      const some = (): string => Array.from({ length: random.int(0, 12) }, () => random.pick(noise)).join("");
      const stream = `${some()}\r\nREADY${random.pick(ends)}${some()}`;
      for (const chunks of cuts(stream, seed)) {
        expect(wait({ pattern: "READY", chunks }).match, `seed ${seed} ${JSON.stringify(chunks)}`).toBe("READY");
      }
    }
  });
});

describe("what is new", () => {
  test("wrapped lines are joined, trailing blanks dropped", () => {
    const line = "0123456789".repeat(9);
    expect(wait({ before: "$ ", typed: "cat\r", chunks: [`cat\r\n${line}   \r\nend\r\n$ `] }).text).toBe(`${line}\nend\n$`);
  });

  test("a prompt with wide characters and accents is not cut wrong", () => {
    expect(wait({ before: "🐍 é字> ", typed: "x\r", chunks: ["x\r\nout\r\n🐍 é字> "] }).text).toBe("out\n🐍 é字>");
  });

  test("what scrolled off the end of the scrollback is lost, the rest is there", () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index}`);
    const { text } = wait({ before: "$ ", typed: "seq\r", chunks: [`seq\r\n${lines.join("\r\n")}`] });
    expect(text.split("\n")).toEqual(lines.slice(-200));
  });

  test("the alternate screen: rows that changed, and where they are", () => {
    using screen = new Screen(SIZE);
    screen.write("\x1b[?1049h\x1b[Hfile.c\x1b[8;1HNORMAL");
    screen.waits.start(1, { reader: "me", typed: "i", pattern: "INSERT" });
    expect(screen.write("\x1b[8;1HINSERT\x1b[K\x1b[2;1Hnew line")).toEqual([{ wait: 1, match: "INSERT" }]);
    expect(screen.waits.end(1, { reader: "me", limit: lastLines(10) }).text).toBe("2: new line\n8: INSERT");
  });

  test("the alternate screen: all of it at the first look, then not what was moved or drawn again", () => {
    using screen = new Screen(SIZE);
    screen.write("$ ");
    const todo = "\x1b[?1049h\x1b[2J\x1b[Hpick a\r\npick b\r\n\r\n# one\r\n# two\x1b[8;1Htodo";
    screen.waits.start(1, { reader: "me", typed: "vim\r" });
    screen.write(`vim\r\n${todo}`);
    expect(screen.waits.end(1, { reader: "me", limit: lastLines(10) }).text).toBe("pick a\npick b\n\n# one\n# two\n\n\ntodo");
    screen.waits.start(2, { reader: "me", typed: "dd", pattern: "# two|pick b" });
    expect(screen.write("\x1b[1;7r\x1b[1;1H\x1b[M\x1b[r")).toEqual([]);
    expect(screen.write("\x1b[2J\x1b[Hpick b\r\n\r\n# one\r\n# two\x1b[8;1H1 line less")).toEqual([]);
    expect(screen.waits.end(2, { reader: "me", limit: lastLines(10) }).text).toBe("8: 1 line less");
  });

  test("the alternate screen: a row in which something was typed is told whole, or not at all", () => {
    using screen = new Screen(SIZE);
    screen.write("\x1b[?1049h\x1b[H$ ");
    const type = (wait: number, output: string): string => {
      screen.waits.start(wait, { reader: "me", typed: "echo hi\r" });
      screen.write(output);
      return screen.waits.end(wait, { reader: "me", limit: lastLines(10) }).text;
    };
    expect(type(1, "echo hi\r\nhi\r\n$ ")).toBe("2: hi");
    expect(type(2, "echo hi\r\nhi\r\n$ ")).toBe("4: hi");
    expect(type(3, "\x1b[5;1H[2] $ echo hi\r\nhi\r\n[3] $ ")).toBe("5: [2] $ echo hi\n6: hi\n7: [3] $");
  });

  test("a line that is written anew with what was typed in it is told whole", () => {
    const answered = "\r\x1b[K✔ Name: Bob\r\n? Color ";
    const asked = { before: "? Name: ", typed: "Bob\r", chunks: [`Bob${answered}`] };
    expect(wait(asked).text).toBe("✔ Name: Bob\n? Color");
    expect(wait({ ...asked, pattern: "Bob" }).match).toBeUndefined();
  });

  test("where the cursor of a full-screen program is; the first lines, where they are asked for", () => {
    using screen = new Screen(SIZE);
    screen.waits.start(1, { reader: "me", typed: "" });
    screen.write("one\r\ntwo\r\nthree");
    const first = screen.waits.end(1, { reader: "me", limit: { ...lastLines(2), isFirst: true } });
    expect(first).toMatchObject({ text: "one\ntwo", omittedLines: 0, omittedAtEnd: 1 });
    expect(first.cursor).toBeUndefined();
    expect(screen.text(1, 1000, true)).toMatchObject({ text: "one", omittedLines: 0, omittedAtEnd: 2 });
    const { offset } = screen;
    screen.waits.start(2, { reader: "me", typed: "vim\r" });
    screen.write("\x1b[?1049h\x1b[2J\x1b[Hfile\x1b[3;7H");
    const opened = screen.waits.end(2, { reader: "me", limit: lastLines(9) });
    expect(opened).toMatchObject({ text: "file", cursor: { row: 3, col: 7 } });
    expect(screen.text(100)).toMatchObject({ text: "file", cursor: { row: 3, col: 7 } });
    expect(screen.since(offset, { lines: 9, bytes: 1000 })).toMatchObject({ text: "file", cursor: { row: 3, col: 7 } });
    expect(screen.changes("me").cursor).toEqual({ row: 3, col: 7 });
  });

  test("entries below the cursor that were there before are not new", () => {
    using screen = new Screen(SIZE);
    screen.write("? Which\r\n> a\r\n  b\r\n  c\x1b[3A\x1b[8G");
    screen.waits.start(1, { reader: "me", typed: "", pattern: "c" });
    expect(screen.write("\r\n  a\r\n> b\x1b[2A\x1b[8G")).toEqual([]);
    expect(screen.waits.end(1, { reader: "me", limit: lastLines(10) }).text).toBe("  a\n> b");
  });

  test("patterns have the flag u, and ignore case where they say so", () => {
    expect(wait({ pattern: "^\\p{L}+ done$", chunks: ["straße done\r\n"] }).match).toBe("straße done");
    expect(wait({ pattern: "(?i)^error", chunks: ["ok\r\nERROR: x\r\n"] }).match).toBe("ERROR");
  });

  test("a program that redraws above its input line, as agents do", () => {
    using screen = new Screen(SIZE);
    screen.write("$ agent\r\n╭────╮\r\n│ >  │\r\n╰────╯\r\n");
    screen.waits.start(1, { reader: "me", typed: "hi\r", pattern: "Hello" });
    const redraw = "\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K\x1b[G● Hello\r\n╭────╮\r\n│ >  │\r\n╰────╯\r\n";
    expect(screen.write(redraw)).toEqual([{ wait: 1, match: "Hello" }]);
    expect(screen.waits.end(1, { reader: "me", limit: lastLines(10) }).text).toContain("● Hello");
  });

  test("a resize in the middle is no news", () => {
    using screen = new Screen(SIZE);
    screen.write(`${"long line of text ".repeat(10)}\r\nold\r\n$ `);
    screen.waits.start(1, { reader: "me", typed: "x\r", pattern: "old|text" });
    screen.resize({ cols: 25, rows: 5 });
    expect(screen.write("x\r\nnew\r\n")).toEqual([]);
    screen.resize({ cols: 100, rows: 20 });
    expect(screen.write("newer\r\n")).toEqual([]);
    expect(screen.waits.end(1, { reader: "me", limit: lastLines(10) }).text).toBe("new\nnewer");
  });
});

describe("one reader and another", () => {
  test("the second wait of a reader does not hear old news; another reader does", () => {
    using screen = new Screen(SIZE);
    screen.noteInput("make\r");
    screen.write("make\r\ndone\r\n");
    expect(screen.waits.start(1, { reader: "a", pattern: "done" })).toBe("done");
    expect(screen.waits.end(1, { reader: "a", limit: lastLines(10) }).text).toBe("done");
    expect(screen.waits.start(2, { reader: "a", pattern: "done" })).toBeUndefined();
    expect(screen.waits.start(3, { reader: "b", pattern: "done" })).toBe("done");
    expect(screen.write("really done\r\n")).toEqual([{ wait: 2, match: "done" }]);
    expect(screen.waits.end(2, { reader: "a", limit: lastLines(10) }).text).toBe("really done");
    expect(screen.waits.end(3, { reader: "b", limit: lastLines(10) }).text).toBe("done\nreally done");
  });

  test("a wait after long output searches all of it", () => {
    using screen = new Screen(SIZE);
    screen.noteInput("x\r");
    screen.write(`x\r\nFOUND\r\n${"noise\r\n".repeat(1000)}`);
    expect(screen.waits.start(1, { reader: "a", pattern: "FOUND" })).toBe("FOUND");
  });

  test("an answer lists a bounded number of places of hidden text, earlier ones included", () => {
    using screen = new Screen(SIZE);
    const hiddenText = Array.from({ length: 20 }, (_, index) => ({ kind: "concealed" as const, row: index + 1, col: 1 }));
    screen.waits.start(1, { reader: "a", earlier: { text: "before\n", hiddenText } });
    screen.write("\x1b[8mhidden\x1b[0m\r\n".repeat(5));
    expect(screen.waits.end(1, { reader: "a", limit: lastLines(10) }).hiddenText).toHaveLength(20);
  });

  test("earlier output is left out, and counted, when what came after it has left the scrollback", () => {
    using screen = new Screen(SIZE, { scrollback: 10 });
    screen.waits.start(1, { reader: "a", earlier: { text: "old 1\nold 2\n" } });
    screen.write(Array.from({ length: 100 }, (_, index) => `line ${index}\r\n`).join(""));
    const { text, omittedLines } = screen.waits.end(1, { reader: "a", limit: lastLines(50) });
    expect(text.split("\n")).toEqual(Array.from({ length: 17 }, (_, index) => `line ${index + 83}`));
    // Two of before, and those from 0 to 82.
    expect(omittedLines).toBe(85);
  });

  test("many readers and waits leave nothing behind", () => {
    using screen = new Screen(SIZE);
    for (let index = 0; index < 500; index++) {
      screen.noteInput("x\r");
      screen.waits.start(index, { reader: `reader ${index}`, pattern: "never" });
      screen.write(`x\r\n${index}\r\n`);
      expect(screen.waits.end(index, { reader: `reader ${index}`, limit: lastLines(5) }).text).toBe(String(index));
    }
    expect(screen.terminal.markers).toHaveLength(0);
  });

  test("a row in the middle of a line is not the beginning of one", () => {
    using screen = new Screen(SIZE);
    screen.waits.start(1, { reader: "a", pattern: "^ERROR" });
    const row = "x".repeat(SIZE.cols);
    const found = Array.from({ length: 400 }, (_, n) => screen.write(n % 100 === 50 ? `ERROR${row.slice(5)}` : row));
    expect(found.flat()).toEqual([]);
    expect(screen.write("\r\nERROR")).toEqual([{ wait: 1, match: "ERROR" }]);
  });

  test("an invalid pattern is refused, and the screen goes on", () => {
    using screen = new Screen(SIZE);
    expect(() => screen.waits.start(1, { reader: "a", pattern: "(" })).toThrow(SyntaxError);
    expect(screen.write("ok")).toEqual([]);
  });
});

describe("the pattern that stops steps", () => {
  function stopped(stopOn: string, chunks: readonly string[]): string | undefined {
    using screen = new Screen(SIZE);
    screen.waits.start(1, { reader: "me", typed: "make\r", stopOn });
    for (const chunk of chunks) screen.write(chunk);
    return screen.waits.stopped(1);
  }

  const flood = "all is well\r\n".repeat(400);
  test.each([
    ["Error$", "Errors: 0\r\n$ ", undefined],
    ["Error$", `Errors: 0\r\n${flood}$ `, undefined],
    ["Error\\b", "Errors\r\n$ ", undefined],
    ["Error(?!s)", "Errors\r\n$ ", undefined],
    ["Error$", "\x1b[1mError\x1b[ms: 0\r\n$ ", undefined],
    ["Error$", "\x1b[8mError\x1b[0m\r\nErrors: 0\r\n$ ", undefined],
    ["Error$", "foo \r\nError handling: ok\r\n$ ", undefined],
    ["^Error$", "Errors: 1\r\nError\r\x1b[Kok\r\n$ ", "Error"],
    ["Error$", "one Error\r\n$ ", "Error"],
    ["Error$", `one Error\r\n${flood}$ `, "Error"],
    ["Error$", `one Error \r\n${flood}$ `, "Error"],
    ["Error\\nall", `one Error \t\r\n${flood}$ `, "Error"],
    ["Error$", "Error", "Error"],
    ["^Error$", "Error\x1b[H\x1b[2J$ ", "Error"],
    ["^Error.*", "Error 1\r\x1b[Kok\r\n$ ", "Error"],
  ])("%j in output %#, whatever its chunks", (stopOn, output, match) => {
    const half = output.lastIndexOf("Error") + "Error".length;
    for (const chunks of [...cuts(output), [output.slice(0, half), output.slice(half)]])
      expect(stopped(stopOn, chunks)?.slice(0, "Error".length)).toBe(match);
  });
});

test.each([
  ["the echo of what was typed", ["echo Error\r\nError", "s: 0\r\n$ "]],
  ["a bar that is drawn elsewhere", ["echo Error\r\nError", "\x1b7\x1b[8;1Hbar\x1b8", "s: 0\r\n$ "]],
  ["such a bar with what follows", ["echo Error\r\nError", "\x1b7\x1b[8;1Hbar\x1b8s: 0\r\n$ "]],
])("%s tells nothing of a line that is printed in pieces", (_, chunks) => {
  using screen = new Screen(SIZE);
  screen.write("$ ");
  screen.waits.start(1, { reader: "me", typed: "echo Error\r", stopOn: "Error$" });
  for (const chunk of chunks) screen.write(chunk);
  expect(screen.waits.stopped(1)).toBeUndefined();
});

test("a word at the top of the viewport is found by a wait that begins after it, with many rows above it", () => {
  using screen = new Screen({ cols: 20, rows: 6 });
  screen.write("old\r\nold\r\n$ ");
  screen.noteInput("go\r");
  screen.write(`go\r\n${"line\r\n".repeat(200)}${"x".repeat(15)} straddle end\r\na\r\nb\r\nc\r\nd\r\n$ `);
  expect(screen.waits.start(1, { reader: "me", pattern: "straddle" })).toBe("straddle");
});

test("what a prompt hides in its own line is no line that came unread", () => {
  using screen = new Screen(SIZE);
  const prompt = "\x1b[8mx\x1b[0mme$ ";
  screen.write("$ ");
  screen.waits.start(1, { reader: "me", typed: "x\r" });
  screen.write(`x\r\nout\r\n${prompt}`);
  screen.waits.end(1, { reader: "me", limit: lastLines(9) });
  screen.noteInput("\r");
  screen.write(`\r\n${prompt}`);
  screen.waits.start(2, { reader: "me", typed: "ls\r" });
  screen.write(`ls\r\nfile\r\n${prompt}`);
  expect(screen.waits.end(2, { reader: "me", limit: lastLines(9) })).toMatchObject({
    text: "file\n me$",
    hiddenText: { length: 2 },
  });
});

test("lines that came before an input that nobody waited for are told with what came after it", () => {
  using screen = new Screen(SIZE);
  screen.write(">>> ");
  screen.waits.start(1, { reader: "me" });
  screen.waits.end(1, { reader: "me", limit: lastLines(200) });
  for (const [input, output] of [
    ["1+1", "2"],
    ["2+2", "4"],
  ]) {
    screen.noteInput(`${input}\r`);
    screen.write(`${input}\r\n${output}\r\n>>> `);
  }
  screen.waits.start(2, { reader: "me", pattern: "^2$" });
  expect(screen.waits.start(3, { reader: "me", pattern: "^4$" }), "a pattern looks at what came after the last input").toBe("4");
  expect(screen.waits.end(3, { limit: lastLines(200) }).text).toBe(">>> 1+1\n2\n>>> 2+2\n4\n>>>");
  expect(screen.waits.end(2, { reader: "me", limit: lastLines(200) }).text).toBe(">>> 1+1\n2\n>>> 2+2\n4\n>>>");
  screen.waits.start(4, { reader: "me" });
  expect(screen.waits.end(4, { reader: "me", limit: lastLines(200) }).text, "once").toBe("");
});

test("an input that is waited for later, with no line before it, is told without its echo", () => {
  using screen = new Screen(SIZE);
  screen.write(">>> ");
  screen.waits.start(1, { reader: "me" });
  screen.waits.end(1, { reader: "me", limit: lastLines(200) });
  screen.noteInput("1+1\r");
  screen.write("1+1\r\n2\r\n>>> ");
  screen.waits.start(2, { reader: "me" });
  expect(screen.waits.end(2, { reader: "me", limit: lastLines(200) }).text).toBe("2\n>>>");
});

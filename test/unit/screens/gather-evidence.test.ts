import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 40, rows: 8 };

/** What the screen tells of itself after `typed` at `before` brought `output`. */
function evidence(before: string, typed: string, output: string) {
  using screen = new Screen(SIZE);
  screen.write(before);
  screen.waits.start(1, { reader: "me", typed, evidence: true });
  screen.waits.evidence();
  screen.write(output);
  const [told] = screen.waits.evidence();
  return told?.evidence;
}

test("a prompt is learned from the line that is typed at it, however its counter stands", () => {
  expect(evidence(">>> ", "1+1\r", "1+1\r\n2\r\n>>> ")).toMatchObject({ before: "learned", moved: true });
  expect(evidence("In [1]: ", "1+1\r", "1+1\r\nOut[1]: 2\r\n\r\nIn [2]: ")).toMatchObject({ before: "learned" });
  expect(evidence(">>> ", "1+1\r", "1+1\r\n")).toMatchObject({ before: "nothing", moved: true });
  expect(evidence(">>> ", "def f():\r", "def f():\r\n... ")).toMatchObject({ before: "text" });
});

test("a prompt is known where it has changed in part, as in another folder, and in a pane of a multiplexer", () => {
  const known = (prompt: string, next: string) => evidence(prompt, "x\r", `x\r\nout\r\n${next}`)?.known;
  expect(known("$ ", "$ ")).toBe(true);
  expect(known("me@here:~/src$ ", "me@here:/tmp$ ")).toBe(true);
  expect(known("[me@here src]# ", "[me@here tmp]# ")).toBe(true);
  expect(known("~/src # ", "/tmp # ")).toBe(true);
  expect(known("~ # ", "~ (main) # ")).toBe(true);
  expect(known("~ (main) # ", "/tmp [1] # ")).toBe(true);
  expect(known("> ", "[1/3] > ")).toBe(false);
  expect(known("mysql> ", "mysql [test]> ")).toBe(true);
  expect(known("bash-5.2# ", "step $ ")).toBe(false);
  expect(known("bash-5.2# ", "> ")).toBe(false);
  expect(known("app> ", "Working > ")).toBe(false);
  const pane = "\x1b[?1049h\x1b[H";
  expect(known(`${pane}bash-5.2# `, "bash-5.3# ")).toBe(true);
  expect(known(`${pane}bash-5.2# `, "Working > ")).toBe(false);
});

test("a prompt that the line itself has set is no question, whatever it ends with", () => {
  const after = (line: string, prompt: string, before = ">>> ") => {
    using screen = new Screen(SIZE);
    screen.write(before);
    const shown: unknown[] = [];
    for (const typed of [line, "1 + 1", "2 + 2"]) {
      screen.waits.start(1, { reader: "me", typed: `${typed}\r`, evidence: true });
      screen.write(`${typed}\r\nout\r\n${prompt}`);
      const { changed, asksAgain } = screen.waits.evidence()[0]?.evidence ?? {};
      shown.push(changed === true || asksAgain === true);
    }
    return shown;
  };
  expect(after("sys.ps1 = 'db: '", "db: ")).toEqual([false, false, false]);
  expect(after("sys.ps1 = 'db: '", "(ins)db: ")).toEqual([false, false, false]);
  expect(after('.prompt "name? " "more? "', "name? ", "sqlite> ")).toEqual([false, false, false]);
  expect(after("set prompt what: ", "what: ", "(gdb) ")).toEqual([false, false, false]);
  expect(after("\\set PROMPT1 'db? '", "db? ", "postgres=# ")).toEqual([false, false, false]);
  expect(after("PS1='Name: '", "Name: ", "$ ")).toEqual([false, false, false]);
  expect(after("input('Name: ')", "Name: ")[0]).toBe(true);
  expect(after("prompt('Name: ')", "Name: ", "> ")[0]).toBe(true);
  expect(after("read -p 'Name: ' prompt", "Name: ", "$ ")[0]).toBe(true);
  expect(after("sys.ps1 = 'db: '", "Sure? ")[0]).toBe(true);
});

test("a page of a pager is not learned as a prompt, whatever is typed at it", () => {
  const type = "--Type <RET> for more, q to quit, c to continue without paging--";
  for (const page of [type, "--More--(29%)", ":"]) {
    expect(evidence(page, "\r", `\r\nmore text\r\n${page}`)).toMatchObject({ before: "text" });
    expect(evidence(page, "/word\r", `\r\nmore text\r\n${page}`)).toMatchObject({ before: "text" });
  }
  const named = (text: string): string => `\x1b[8;1H\x1b[7m${text}\x1b[m\x1b[K`;
  expect(evidence(named("5%"), "\r", `\r\n${named("6%")}`), "in reverse video").toMatchObject({ before: "text" });
  expect(evidence(named("here $ "), "ls\r", `ls\r\n${named("here $ ")}`)).toMatchObject({ before: "learned" });
  expect(evidence(":", "insert 3\r", "insert 3\r\n:"), "a prompt after all").toMatchObject({ before: "learned" });
});

test("keys that a pager took are no part of the line that is typed after it", () => {
  using screen = new Screen(SIZE);
  screen.write(":");
  screen.noteInput("q");
  screen.write("\r\x1b[K$ ");
  screen.waits.start(1, { reader: "me", typed: "ls\r", evidence: true });
  screen.write("ls\r\nfile\r\n$ ");
  expect(screen.waits.evidence()[0]?.evidence.before).toBe("learned");
});

test("a line typed piece by piece is no prompt", () => {
  using screen = new Screen(SIZE);
  screen.write("$ ");
  for (const key of "ls") {
    screen.noteInput(key);
    screen.write(key);
  }
  screen.waits.start(1, { reader: "me", typed: "\r", evidence: true });
  screen.write("\r\nfile\r\n$ ls");
  expect(screen.waits.evidence()[0]?.evidence.before).toBe("text");
  screen.write("\r\x1b[K$ ");
  expect(screen.waits.evidence()[0]?.evidence.before).toBe("learned");
});

test("a line whose first key alone makes a baseline is learned and echoed like any other", () => {
  using screen = new Screen(SIZE);
  screen.write("$ ");
  screen.noteInput("l");
  screen.write("ls -l");
  screen.addInput("s -l\r");
  screen.write("\r\nfile\r\n$ ");
  screen.waits.start(1, { reader: "me", evidence: true });
  expect(screen.waits.evidence()[0]?.evidence).toMatchObject({ before: "learned", moved: true, left: true });
  expect(screen.waits.end(1, { reader: "me", limit: lastLines(9) }).text).toBe("file\n$");
});

test("before anything has come of it, the cursor has not moved; a cleared screen counts as moved", () => {
  expect(evidence("$ ", "make\r", "make")).toMatchObject({ moved: false });
  expect(evidence("$ ", "clear\r", "clear\r\n\x1b[H\x1b[2J$ ")).toMatchObject({ before: "learned", moved: true });
  expect(evidence("$ ", "q", "q")).toMatchObject({ moved: true });
});

test("a shell that marks its prompts is believed from the mark on", () => {
  const prompt = "\x1b]133;A\x07$ \x1b]133;B\x07";
  expect(evidence(prompt, "ls\r", "ls\r\n\x1b]133;C\x07file\r\n")).toMatchObject({ before: "nothing" });
  expect(evidence(prompt, "ls\r", `ls\r\n\x1b]133;C\x07file\r\n\x1b]133;D;0\x07${prompt}`)).toMatchObject({ before: "marked" });
  // The mark of the prompt that was typed at is old.
  expect(evidence(prompt, "ls\r", "ls\r\nhalf a line")).toMatchObject({ before: "text" });
});

test("text after the cursor is no prompt; a full-screen program is told apart", () => {
  expect(evidence("", "x", "name: [      ]\x1b[7D")).toMatchObject({ before: "nothing" });
  expect(evidence("$ ", "vim\r", "vim\r\n\x1b[?1049h\x1b[2J\x1b[H~\r\n~")).toMatchObject({ alternate: true, moved: true });
});

test("a prompt at the right border does not count as text behind the cursor", () => {
  const behind = (prompt: string, text: string, column = 41 - text.length) =>
    evidence("$ ", "x\r", `x\r\n${prompt}\x1b7\x1b[${column}G${text}\x1b8`);
  expect(behind("~# ", "root@vm")).toMatchObject({ before: "text", drawn: false, line: "~# " });
  expect(behind("$ ", "12:30", 35), "zsh leaves a column free").toMatchObject({ before: "learned", drawn: false });
  expect(behind("Name: ", "optional")).toMatchObject({ before: "nothing", drawn: true });
  expect(behind("> ", "type here", 10), "the hint of a field").toMatchObject({ before: "nothing", drawn: true });
  expect(behind("> ", "x".repeat(38)), "text that the cursor stands on").toMatchObject({ before: "nothing", drawn: true });
  expect(behind("│ > ", "│"), "the border of a field").toMatchObject({ before: "nothing", drawn: true });
  expect(behind("~# ", "root@vm\r\n? for help"), "more below it").toMatchObject({ drawn: true });
  expect(evidence("$ ", "x\r", "\x1b[?1049h\x1b[2J\x1b[H> \x1b7\x1b[38G3/9\x1b8"), "a full-screen program").toMatchObject({
    before: "nothing",
    drawn: true,
  });
});

test("blanks below a prompt are no text, as editors of a line leave them where they make room", () => {
  const below = (text: string) => evidence("In [1]: ", "1+1\r", `1+1\r\n2\r\nIn [2]: \x1b7\r\n\r\n${text}\x1b8`);
  expect(below(" \b")).toMatchObject({ before: "learned", drawn: false });
  expect(below(" x")).toMatchObject({ before: "learned", drawn: true });
  expect(below("\x1b[44m    \x1b[m"), "a bar").toMatchObject({ before: "learned", drawn: true });
});

test("the last line of a pager stands out; text, bars of keys and prompts do not", () => {
  const last = (line: string) => evidence("$ ", "x\r", `x\r\n\x1b[?1049h\x1b[2J\x1b[8;1H${line}`);
  expect(last("\x1b[7mnotes.txt\x1b[m")).toMatchObject({ standsOut: true, line: "notes.txt", lastLine: "notes.txt" });
  expect(last("\x1b[1;44;33m Manual page x\x1b[m")).toMatchObject({ standsOut: true });
  expect(last("notes.txt")).toMatchObject({ standsOut: false });
  expect(last("\x1b[7mnotes.txt\x1b[m /here")).toMatchObject({ standsOut: false });
  expect(last("\x1b[30;46mHelp\x1b[37;40mF10\x1b[30;46mQuit")).toMatchObject({ standsOut: false });
  expect(last("\x1b[7mF1\x1b[32mHelp\x1b[m")).toMatchObject({ standsOut: false });
  expect(last("\x1b[30;41m:\x1b[46m \x1b[m   notes.txt 1:1\x1b[8;2H"), "the line for commands of an editor").toMatchObject({
    standsOut: false,
  });
  expect(last("")).toMatchObject({ standsOut: false });
  expect(last("\x1b[7mnotes.txt  \x1b[2D"), "the line of the cursor in an editor").toMatchObject({ standsOut: false });
  const above = (bar: string) => evidence("$ ", "x\r", `x\x1b[?1049h\x1b[8;1H${bar}\x1b[7;1H\x1b[7mnotes.txt\x1b[m`);
  expect(above("\x1b[30;42m\x1b[2K[0] 0:bash*\x1b[m"), "in a multiplexer").toMatchObject({ standsOut: true });
  expect(above("text")).toMatchObject({ standsOut: false });
  expect(evidence("$ ", "x\r", "x\r\n\x1b[7mtext\x1b[m"), "above the lowest row").toMatchObject({ standsOut: false });
  expect(evidence("$ ", "x\r", "x\r\n\x1b[8;1H\x1b[7m6%\x1b[m"), "without the alternate screen").toMatchObject({
    standsOut: true,
  });
});

test("the last line on the screen may be the one in which the input was typed", () => {
  expect(evidence("Password: ", "x\r", "\r\n")).toMatchObject({ lastLine: "Password:", isLastNew: false });
  expect(evidence("Password: ", "x\r", "\r\nSorry")).toMatchObject({ isLastNew: true });
  expect(evidence("", "x\r", "x\r\nSure?")).toMatchObject({ isLastNew: true });
});

test("a program that has hidden the cursor and drawn nothing has not drawn more than a prompt", () => {
  expect(evidence("", "x", "\x1b[?1049h\x1b[?25l")).toMatchObject({ drawn: false });
  expect(evidence("", "x", "\x1b[?1049h\x1b[?25lMenu")).toMatchObject({ drawn: true });
});

test("text that stands below the cursor's line alone is told from what is drawn in it", () => {
  const above = "\r\n\r\nolder\x1b[A\r$ ";
  expect(evidence("", "x\r", above)).toMatchObject({ drawn: true, drawnBelow: true });
  expect(evidence("", "x\r", `${above}\x1b[?25l`)).toMatchObject({ drawn: true, drawnBelow: false });
  expect(evidence("", "x\r", `${above}here\x1b[4D`)).toMatchObject({ drawn: true, drawnBelow: false });
});

test("a shell awaits more of a command where the cursor is set in below what was entered", () => {
  const [first, second] = ["for i in 1 2", "echo $i"];
  const continued = (before: string, typed: string, output: string) => evidence(before, `${typed}\r`, output)?.continued;
  expect(continued("here# ", first, `${first}\r\n          `)).toBe(true);
  expect(continued("here# ", `${first}\r${second}`, `${first}\r\n          ${second}\r\n          `)).toBe(true);
  expect(continued("          ", second, `${second}\r\n          `)).toBe(true);
  expect(continued("          ", "end", `\r\x1b[K      end\r\n      `), "set out again").toBe(true);
  expect(continued("          ", "", `\r\n          `), "Enter alone").toBe(true);
  expect(continued("here# ", first, `${first}\x1b[35Gright\r\n          `), "a prompt at the right border").toBe(true);
  expect(continued("here# ", "do", `do\x1b[33Gdo now\r\n          `), "the same text in it").toBe(true);
  expect(continued("ghci> ", ":{", ":{\r\nghci| "), "another sign").toBe(true);
  expect(continued("deploy> ", "all", "all\r\ndeploying... ")).toBe(false);
  expect(continued("deploy> ", "all", "all\r\ndeploy... ")).toBe(false);
  expect(continued("here# ", first, `${first} right\r\n          `), "other text behind it").toBe(false);
  expect(continued("here# ", first, `${first}\r\n`)).toBe(false);
  expect(continued("here# ", first, `${first}\r\n    `), "less far").toBe(false);
  expect(continued("here# ", first, `${first}\r\ntext\r\n          `), "a program printed something").toBe(false);
  expect(continued("here# ", first, `${first}\r\n          Loading`)).toBe(false);
  expect(continued("", first, `${first}\r\n    `), "entered at no prompt").toBe(false);
});

/** Whether the note says that what was submitted is unsent, after this output. */
function unsent(output: string, submitted: string, before = ""): boolean {
  using screen = new Screen(SIZE);
  screen.write(before);
  screen.waits.start(1, { reader: "me", typed: `${submitted}\r` });
  screen.write(output);
  // A step that only waits.
  screen.waits.start(2, { reader: "me", follows: 1 });
  screen.waits.start(1, { reader: "me", follows: 2 });
  return screen.waits.end(1, { reader: "me", limit: lastLines(9), submitted }).unsent;
}

test("what is submitted and still stands in the input field is unsent", () => {
  expect(unsent("> hello", "hello")).toBe(true);
  expect(unsent("\x1b[?2004h│ > hello   │\r\n│   ", "hello")).toBe(true);
  expect(unsent("> [Pasted text #1 +12 lines]", "one\ntwo")).toBe(true);
  expect(unsent("> hello\r\nHi!\r\n> ", "hello")).toBe(false);
  expect(unsent("$ sleep 9\r\n", "sleep 9")).toBe(false);
  expect(unsent("", "")).toBe(false);
});

test("what was taken is not unsent where the question that comes next ends with it", () => {
  const question = (hunk: number): string => `(${hunk}/2) Stage this hunk [y,n,q,?]? `;
  expect(unsent(`?\r\ny - stage it\r\n${question(1)}`, "?", question(1))).toBe(false);
  expect(unsent(`n?\r\n${question(2)}`, "n?", question(1))).toBe(false);
  expect(unsent("?", "?", question(1))).toBe(true);
  expect(unsent("23", "23", "foo 1")).toBe(true);
});

test("… also in a field without borders, and in one without a prompt whose frame is below it", () => {
  expect(unsent("\x1b[?2004h❯ hello\r\n  ", "hello")).toBe(true);
  expect(unsent("\x1b[?2004h❯ one\r\n  hello\r\n  ", "hello")).toBe(true);
  expect(unsent("\x1b[?2004h─────\r\nhello\r\n\r\n─────\x1b[A\r", "hello")).toBe(true);
  expect(unsent("\x1b[?2004h─────\r\n❯ one\r\n  hello\r\n  \r\n─────\x1b[A\r\x1b[2C", "hello")).toBe(true);
});

test("a line of a command that the shell has taken is not unsent, though the shell asks for the rest", () => {
  const taken = (before: string, typed: string, after: string): boolean =>
    unsent(`\x1b[?2004h${before}${typed}\x1b[?2004l\r\n\x1b[?2004h${after}`, typed);
  expect(taken("$ ", "for i in 1 2; do", "> ")).toBe(false);
  expect(taken("> ", "cat <<X", "> ")).toBe(false);
  expect(taken("sqlite> ", "select", "   ...> ")).toBe(false);
  expect(taken(">>> ", "for i in 1, 2:", "...     ")).toBe(false);
  expect(taken("", "cd /", ""), "an empty prompt").toBe(false);
  expect(taken("$ ", "for i in 1 2", "      "), "indented, as fish does").toBe(false);
  expect(taken("❯ ", "for i in 1 2", "      "), "indented, as fish does").toBe(false);
  expect(taken("❯ for i in 1 2\r\n      ", "echo $i", "      "), "indented, as fish does").toBe(false);
});

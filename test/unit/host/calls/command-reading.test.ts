/** What a reader is told beside the output of its commands, on a real screen. */
import { expect, test } from "vitest";
import { CommandReading, type CommandReport } from "../../../../electron/host/calls/command-reading.ts";
import type { Ran } from "../../../../electron/host/calls/command-output.ts";
import { answerOf } from "../../../../electron/screens/worker/screen-answers.ts";
import { Screen } from "../../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../../support/random.ts";

const SIZE = { cols: 60, rows: 12 };
const mark = (kind: string): string => `\x1b]133;${kind};cotty=1\x07`;

/** A shell on a screen, whose commands one reader runs. */
class Shell implements Disposable {
  readonly screen = new Screen(SIZE);
  readonly #prompt: string;
  readonly #reader: string;
  #reading: CommandReading | undefined;

  constructor({ prompt = "$ ", reader = "me" } = {}) {
    this.#prompt = prompt;
    this.#reader = reader;
    this.screen.write(this.prompt);
  }

  get prompt(): string {
    return `${mark("A")}${this.#prompt.replaceAll("\n", "\r\n")}${mark("B")}`;
  }

  /** The command is typed; the screen shows what is printed then. */
  type(command: string, printed: string): void {
    const ask = async (name: never, params: unknown): Promise<unknown> => answerOf(this.screen, name, params);
    const session = { screen: { ask }, drain: () => true } as unknown as ConstructorParameters<typeof CommandReading>[0];
    this.#reading = new CommandReading(session, this.#reader);
    this.#reading.begin(command, this.#prompt);
    this.screen.write(printed);
  }

  async end(ran: Partial<Ran> = {}, isTakenBack = false): Promise<CommandReport | undefined> {
    return this.#reading?.end({ ended: "finished", hasRun: true, from: 0, to: this.screen.offset, ...ran }, isTakenBack);
  }

  async giveUp(): Promise<void> {
    await this.#reading?.giveUp();
  }

  /** A command that prints nothing, with what others print between its steps. */
  async run({ before = "", command = "true" } = {}): Promise<string | undefined> {
    this.type(command, `${before}${command}\r\n${mark("C")}${mark("D")}${this.prompt}`);
    return (await this.end())?.earlier?.text;
  }

  [Symbol.dispose](): void {
    this.screen[Symbol.dispose]();
  }
}

test.each(["$ ", "top\nbottom> ", "\n> "])("a quiet shell has nothing to tell, with the prompt %j", async (prompt) => {
  using shell = new Shell({ prompt });
  await shell.run();
  for (let i = 0; i < 3; i++) expect(await shell.run()).toBeUndefined();
});

test("what a job prints between the typing and the beginning of the command is told, and the echo is not", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("echo hi", `job 1\r\necho hi${mark("C")}`);
  expect((await shell.end({ ended: "takeover" }))?.earlier?.text).toBe("job 1");
  shell.screen.write(`${mark("D")}\r\n${shell.prompt}`);
  await shell.run();
  for (const [printed, told] of [
    ["job 1\r\njob 2\r\necho hi\r\n", "job 1\njob 2"],
    ["echo hijob\r\n\r\n", "job"],
    ["ecjob\r\nho hi\r\n", "job"],
    ["echo hick\r\ni\r\n", "ick"],
    ["ecjob\r\njob 2\r\nho hi\r\n", "job\njob 2"],
    ["ecjob\r\nho job\r\nhi\r\n", "ecjob\nho job\nhi"],
    ["unfinishedecho hi\r\n", "unfinished"],
    ["job\r\nunfinishedecho hi\r\n", "job\nunfinished"],
  ] as const) {
    shell.type("echo hi", `${printed}${mark("C")}hi\r\n${mark("D")}${shell.prompt}`);
    expect((await shell.end())?.earlier?.text, printed).toBe(told);
  }
  expect(await shell.run()).toBeUndefined();
});

test("what stood to the right of the prompt, or replaces it, is no news", async () => {
  using shell = new Shell({ prompt: "$ \x1b[50Cright\x1b[3G" });
  await shell.run();
  expect(await shell.run()).toBeUndefined();
  shell.type("true", `\r\x1b[K❯ true\r\n${mark("C")}${mark("D")}${shell.prompt}`);
  expect(await shell.end()).not.toHaveProperty("earlier");
});

test("of a command that has not begun, all that came is told in place of its output", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("echo )", `job\r\necho )\r\nsyntax error\r\n${shell.prompt}`);
  expect((await shell.end({ hasRun: false }))?.unbegun?.text).toBe("job\nsyntax error");
  expect(await shell.run()).toBeUndefined();
  shell.type("echo )", `echo )\r\nsyntax error\r\n${shell.prompt}echo )`);
  shell.screen.write(`job\r\n^C\r\n${shell.prompt}`);
  expect((await shell.end({ hasRun: false }, true))?.unbegun?.text, "cleared with C-c, as in fish").toBe("syntax error\njob");
  expect(await shell.run()).toBeUndefined();
  shell.type("exec false", "exec false\r\nlast words\r\n");
  expect((await shell.end({ hasRun: false, ended: "exit" }))?.unbegun?.text).toBe("last words");
});

test.each(["> ^C", "dquote> ", "^C", "> ", "        ^C"])(
  "a command that was taken back leaves nothing to tell: %j",
  async (line) => {
    using shell = new Shell();
    await shell.run();
    shell.type('echo "', `echo "\r\n${line}\r\n${shell.prompt}`);
    await shell.giveUp();
    expect(await shell.run()).toBeUndefined();
    shell.type('echo "', `job\r\necho "\r\n${line}\r\n${shell.prompt}`);
    await shell.giveUp();
    expect(await shell.run(), "but what came meanwhile").toContain("job");
    expect(await shell.run()).toBeUndefined();
  },
);

test.each(["> ", "input> ", "foo bar> ", "^C"])(
  "the last line of a refused command is told where nothing was taken back: %j",
  async (line) => {
    using shell = new Shell();
    await shell.run();
    shell.type("echo )", `echo )\r\n${line}\r\n${shell.prompt}`);
    expect((await shell.end({ hasRun: false }))?.unbegun?.text).toBe(line.trim());
  },
);

test("a prompt that is drawn once more before the command begins", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("make", `ma\r\n[1]  + done\r\n${shell.prompt}make\r\n${mark("C")}made\r\n${mark("D")}${shell.prompt}`);
  expect((await shell.end())?.earlier?.text).toBe("ma\n[1]  + done");
  expect(await shell.run()).toBeUndefined();
  shell.type("make", `make\r\x1b[K${shell.prompt}make\r\n${mark("C")}made\r\n${mark("D")}${shell.prompt}`);
  expect(await shell.end()).not.toHaveProperty("earlier");
  expect(await shell.run()).toBeUndefined();
});

test("a job's line between the lines of a prompt is told", async () => {
  using shell = new Shell({ prompt: "top\nbottom> " });
  await shell.run();
  shell.type("true", `true\r\n${mark("C")}${mark("D")}${mark("A")}top\r\njob\r\nbottom> ${mark("B")}`);
  await shell.end();
  shell.type("true", `true\r\n${mark("C")}${mark("D")}${shell.prompt}`);
  expect((await shell.end())?.earlier?.text).toContain("job");
  expect(await shell.run()).toBeUndefined();
});

test("a line that somebody enters at the prompt behind a refused command is told by the next answer", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("echo )", `echo )\r\nsyntax error\r\n${shell.prompt}`);
  shell.screen.write(`echo x\r\n${mark("C")}x\r\n${mark("D")}${shell.prompt}`);
  expect((await shell.end({ hasRun: false }))?.unbegun?.text).toContain("syntax error");
  expect(await shell.run()).toContain("x");
});

test("the echo is looked for right before the beginning", async () => {
  using shell = new Shell();
  await shell.run();
  for (const [command, printed, told] of [
    ["make", "make: done\r\nmake\r\n", "make: done"],
    ["echo a", "run: echo a\r\necho a\r\n", "run: echo a"],
    ["a", "banana a\r\nda\r\n", "banana a\nd"],
    ["true", "true\r\n5 true\r\n", "5 true"],
    ["date", "x\r\ndate\r\ndate\r\n", "x\ndate"],
  ] as const) {
    shell.type(command, `${printed}${mark("C")}${mark("D")}${shell.prompt}`);
    expect((await shell.end())?.earlier?.text).toBe(told);
  }
});

test("marks of another shell end nothing", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("cat recorded", `cat recorded\r\n${mark("C")}`);
  shell.screen.write(`\x1b]133;D;cotty=2\x07\x1b]133;A;cotty=2\x07$ \x1b]133;B;cotty=2\x07x\r\n${mark("D")}${shell.prompt}`);
  expect(await shell.end()).not.toHaveProperty("earlier");
  expect(await shell.run()).toBeUndefined();
});

test("a line that came before a full-screen program is told once that has left", async () => {
  using shell = new Shell();
  await shell.run();
  shell.screen.write("job\r\n\x1b[?1049h");
  const meanwhile = await shell.run();
  shell.screen.write("\x1b[?1049l");
  expect(`${meanwhile} ${await shell.run()}`).toContain("job");
  shell.type("true", `job 2\r\n\x1b[?1049htrue\r\n${mark("C")}${mark("D")}\x1b[?1049l${shell.prompt}`);
  expect((await shell.end())?.earlier?.text).toContain("job 2");
});

test("one prompt of a line in place of one of two is no news", async () => {
  using shell = new Shell({ prompt: "top\nbottom> " });
  await shell.run();
  shell.type("true", `true\r\x1b[A\x1b[J❯ true\r\n${mark("C")}${mark("D")}${shell.prompt}`);
  expect(await shell.end()).not.toHaveProperty("earlier");
});

test("a line that nobody could see is told of", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("true", `true\r\n\x1b[30mjob\r\n\x1b[m${mark("C")}${mark("D")}${shell.prompt}`);
  expect((await shell.end())?.earlier).toMatchObject({ text: "", hiddenText: [{ kind: "low-contrast" }] });
  expect(await shell.run()).toBeUndefined();
});

test("what came before a command that was taken back is told by the next answer", async () => {
  using shell = new Shell();
  await shell.run();
  shell.screen.write("job\r\n");
  shell.type('echo "', `echo "\r\n> ^C\r\n${shell.prompt}`);
  await shell.giveUp();
  expect(await shell.run()).toContain("job");
});

test("a line that others have typed ahead, and that has ended before the answer, is told by the next one", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("sleep 1", `sleep 1\r\n${mark("C")}`);
  shell.screen.write(`${mark("D")}${shell.prompt}echo x\r\n${mark("C")}x\r\n${mark("D")}${shell.prompt}`);
  await shell.end();
  expect(await shell.run()).toBe("$ echo x\nx");
  expect(await shell.run()).toBeUndefined();
});

test("a command whose time is up before it begins stays unread", async () => {
  using shell = new Shell();
  await shell.run();
  shell.type("make", "job\r\n");
  expect(await shell.end({ hasRun: false, ended: "timeout" })).not.toHaveProperty("unbegun");
  shell.screen.write(`make\r\n${mark("C")}made\r\n${mark("D")}${shell.prompt}`);
  expect(await shell.run()).toContain("job");
});

test.each([1, 2, 3, 4])(
  "every line that a job prints between two outputs is told once, and nothing of the prompt is (seed %i)",
  async (seed) => {
    const random = new Random(seed);
    for (let round = 0; round < rounds(400); round++) {
      const prompt = random.pick(["$ ", "top\nbottom> ", "\n> ", "~/x\n\n% "]);
      using shell = new Shell({ prompt, reader: "me" });
      await shell.run();
      let printed = 0;
      const log: string[] = [];
      const open = new Set<string>();
      // Some lines end like a prompt of two lines begins, and some do not end.
      const line = (): string => {
        const tick = `tick${++printed}.`;
        const isOpen = random.chance(0.15);
        if (isOpen) open.add(tick);
        return `${tick}${random.chance(0.1) ? "top" : ""}${isOpen ? "" : "\r\n"}`;
      };
      const job = (odds = 0.2): string =>
        random.chance(odds) ? Array.from({ length: random.pick([1, 1, 2, 30]) }, line).join("") : "";
      const told: string[] = [];
      let output = "";
      let late = "";
      for (let call = 0; call < 8; call++) {
        const command = `echo ${call}`;
        const isRefused = random.chance(0.2);
        const before = job();
        shell.screen.write(before);
        log.push(before);
        const half = random.int(0, command.length);
        const ahead = job();
        // A job ends, and the shell draws its prompt once more.
        const redrawn = random.chance(0.2) ? `\r\n${job()}${shell.prompt}${command.slice(0, half)}` : "";
        const echo = `${ahead}${command.slice(0, half)}${redrawn}${job(0.1)}${command.slice(half)}${job(0.1)}\r\n`;
        const text = isRefused ? `no${job()}\r\n` : `${mark("C")}${(output = `${call}\r\n${job()}`)}${mark("D")}`;
        const isEarly = !isRefused && random.chance(0.3);
        const rest = `${job(0.1)}${shell.prompt}${job(0.1)}`;
        shell.type(command, "");
        for (const chunk of random.chunks(echo + text + (isEarly ? "" : rest), 1, 400)) shell.screen.write(chunk);
        const answer = await shell.end({ hasRun: !isRefused });
        if (isEarly) shell.screen.write(rest);
        log.push(echo + text + rest);
        told.push(answer?.earlier?.text ?? "", isRefused ? (answer?.unbegun?.text ?? "") : output);
        // No tick, no noise.
        if (redrawn === "" && !/tick/.test(late + before + echo))
          expect(answer?.earlier?.text, `round ${round}, call ${call}`).toBeUndefined();
        late = rest;
      }
      told.push((await shell.run()) ?? "");
      const ticks =
        told
          .join("\n")
          .match(/tick\d+\./g)
          ?.map(String) ?? [];
      // A line that has not ended may be told once more, with what goes on in it.
      const once = ticks.filter((tick, at) => !open.has(tick) || ticks.indexOf(tick) === at);
      const expected = Array.from({ length: printed }, (_, at) => `tick${at + 1}.`);
      expect(once, `round ${round}: ${JSON.stringify(log)}`).toEqual(expected);
    }
  },
);

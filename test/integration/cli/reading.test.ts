/** The commands that read, as people and scripts use them. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const ok = (args: string[], caller = "me"): Promise<string> => cottyOk(host.home, args, { env: { COTTY_CALLER: caller } });
const run = (args: readonly string[]): ReturnType<typeof cotty> => cotty(host.home, args);

test("stdout --changed tells each caller what changed since its own last look", async () => {
  await ok([
    "start",
    "--wait",
    "second",
    "tui",
    "bash",
    "-c",
    "printf '\\e[2J\\e[Hfirst\\nsecond'; read x; printf '\\e[Hchanged\\e[8;1Hend'; read x",
  ]);
  expect(await ok(["stdout", "--changed", "tui"])).toBe("1: first\n2: second\n");
  expect(await ok(["stdout", "--changed", "tui"])).toBe("");
  await ok(["stdin", "--wait", "end", "tui", "::Enter"]);
  expect(await ok(["stdout", "--changed", "tui"])).toBe("1: changed\n8: end\n");
  expect(await ok(["stdout", "--changed", "tui"], "another")).toBe("1: changed\n2: second\n8: end\n");
  const json = JSON.parse(await ok(["stdout", "--changed", "--json", "tui"])) as { rows: unknown[]; isFirst: boolean };
  expect(json).toMatchObject({ rows: [], isFirst: false });
  await ok(["stop", "tui"]);
});

test("stdout prints all of a full scrollback", async () => {
  await ok(["start", "--wait", "all", "full", "for i in $(seq 9000); do printf '%070d\\n' $i; done; echo all; cat"]);
  const { stdout, stderr } = await run(["stdout", "full"]);
  expect(stdout.split("\n").slice(0, 9001)).toEqual([
    ...Array.from({ length: 9000 }, (_, at) => `${at + 1}`.padStart(70, "0")),
    "all",
  ]);
  expect(stderr).toBe("");
  await ok(["stop", "full"]);
});

test("stdout --since and --lines; what is said about the text goes to stderr", async () => {
  await ok([
    "start",
    "--wait",
    "ready",
    "log",
    "bash",
    "-c",
    "printf 'old\\n\\e[8mhidden\\e[0mready\\n'; read x; echo new; exec cat",
  ]);
  const { offset } = JSON.parse(await ok(["stdout", "--json", "log"])) as { offset: number };
  await ok(["stdin", "--wait", "new", "log", "::Enter"]);
  const since = await run(["stdout", "--since", String(offset), "log"]);
  expect(since).toMatchObject({ code: 0, stdout: "\nnew\n", stderr: expect.stringMatching(/^\[@\d+\]\n$/) });
  const all = await run(["stdout", "log"]);
  expect(all).toMatchObject({ stdout: "old\n      ready\n\nnew\n", stderr: "[hidden: concealed row 2]\n" });
  expect(await ok(["stdout", "--lines", "1", "log"])).toBe("new\n");
  expect((await run(["stdout", "--changed", "--since", "1", "log"])).stderr).toContain("--changed cannot be combined with");
  await ok(["stop", "log"]);
});

test("a wait says on stderr where the cursor of a full-screen program is, and what could not be seen", async () => {
  const draws =
    "read x; printf '\\e[?1049h\\e[2J\\e[3;5HName: '; read x; printf '\\e[?1049l\\e[8mhidden\\e[0m shown\\n'; exec cat";
  await ok(["start", "screen", "bash", "-c", draws]);
  const full = await run(["stdin", "--wait", "Name", "screen", "::Enter"]);
  expect(full).toMatchObject({ code: 0, stderr: "[cursor row 3 col 11]\n" });
  const normal = await run(["stdin", "--wait", "shown", "screen", "::Enter"]);
  expect(normal).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\[hidden: concealed row \d+\]\n$/) });
  await ok(["stop", "screen"]);
});

test("run takes the command behind --, too", async () => {
  await ok(["start", "--prompt", "dashes", "bash"]);
  expect(await ok(["run", "dashes", "--", "echo", "a  b"])).toBe("a  b\n");
  await ok(["stop", "dashes"]);
});

test("options that exclude each other, and a time that is too long, are refused in the command's own words", async () => {
  await ok(["start", "words", "cat"]);
  expect((await run(["stream", "--since-last", "--since", "4", "words"])).stderr).toContain(
    "Use --since or --since-last, not both",
  );
  expect((await run(["wait", "--timeout", "86400001", "words"])).stderr).toContain("--timeout must be at most 86400000");
  expect((await run(["secret", "--ask", "it", "--timeout", "1", "words"])).code).not.toBe(0);
  await ok(["stop", "words"]);
});

test("an export says in words why there is no file, and - stands for stdout", async () => {
  await ok(["start", "--timeout", "20000", "told", "echo told"]);
  const problem = async (...args: string[]): Promise<string> => (await run(["export", "told", ...args])).stderr;
  expect(await problem("-o", join(host.home.root, "none/x.cast"))).toContain(
    `There is no folder ${join(host.home.root, "none")}`,
  );
  for (const force of [[], ["--force"]])
    expect(await problem("-o", host.home.root, ...force)).toContain(`${host.home.root} is a folder. Name a file in it`);
  expect(await ok(["export", "told", "--format", "txt", "-o", "-"])).toContain("told");
  await ok(["stop", "told"]);
});

test("run says on stderr what of the output could not be seen", async () => {
  await ok(["start", "--prompt", "hides", "bash"]);
  const hidden = await run(["run", "hides", "printf 'one\\n\\e[8mtwo\\e[0m\\nthree\\n'"]);
  expect(hidden).toMatchObject({
    code: 0,
    stdout: "one\n\nthree\n",
    stderr: expect.stringMatching(/^\[hidden: concealed row \d+\]\n$/),
  });
  await ok(["stop", "hides"]);
});

test("stdout says on stderr when more was asked for than the scrollback has", async () => {
  await ok(["start", "--timeout", "20000", "long", "seq 1 30000"]);
  const { stdout, stderr } = await run(["stdout", "long", "25000"]);
  expect(stdout).toMatch(/^\d+\n[^]*\n30000\n\[Process exited with code 0\]\n$/);
  expect(stderr).toBe("[earlier lines have left the scrollback; for all output: stream long]\n");
  expect((await run(["stdout", "long", "3"])).stderr).toBe("");
  await ok(["stop", "long"]);
});

test("stdout says on stderr when the text is cut, whatever was asked for", async () => {
  await ok(["start", "--size", "200x24", "--wait", "all", "wide", "yes $(printf %0190d 7) | head -n 9000; echo all; cat"]);
  const { stderr } = await run(["stdout", "wide", "8000"]);
  expect(stderr).toMatch(/^\[\d+ earlier lines left out; for all output: stream wide\]\n$/);
  await ok(["stop", "wide"]);
});

test("search prints as grep does, and exits as grep does", async () => {
  await ok(["start", "--wait", "^5000$", "many", "bash", "-c", "seq 1 5000; exec cat"]);
  expect(await ok(["search", "many", "^77$"])).toBe("77:77\n");
  expect(await ok(["search", "--context", "1", "many", "^(77|90)$"])).toBe("76-76\n77:77\n78-78\n--\n89-89\n90:90\n91-91\n");
  const limited = await run(["search", "--limit", "2", "many", "00$"]);
  expect(limited).toMatchObject({
    code: 0,
    stdout: "100:100\n200:200\n",
    stderr: "[48 more matches; to continue: --from 201]\n",
  });
  expect(await run(["search", "many", "nothing"])).toMatchObject({ code: 1, stdout: "" });
  const { lines, totalLines } = JSON.parse(await ok(["search", "--json", "--from", "4900", "many", "00$"])) as {
    lines: unknown;
    totalLines: number;
  };
  expect({ lines, totalLines }).toEqual({
    lines: [
      [4900, "4900", true],
      [5000, "5000", true],
    ],
    totalLines: 5000,
  });
  expect((await run(["search", "many", "("])).stderr).toContain("JavaScript regular expression");
  // As a shell passes a variable that is not set.
  for (const [args, failed] of [
    [["wait", "many", ""], "Failed to wait"],
    [["stdin", "--wait", "", "many", "x"], "Failed to send stdin"],
    [["search", "many", ""], "Failed to search"],
  ] as const) {
    expect(await run(args)).toMatchObject({
      stderr: `${failed}: The pattern is empty, so it would match everything\n`,
      code: 1,
    });
  }
  expect((await run(["search", "nobody", "x"])).stderr).toBe(
    "Failed to search: Process not found: nobody\nRunning or readable: many\n",
  );
  expect((await run(["search", "many", "^(100|200)$", "--limit", "1"])).stderr).toBe("[1 more match; to continue: --from 101]\n");
  await ok(["stop", "many"]);
});

test("click needs a position, and says what is wrong with an invalid one", async () => {
  await ok(["start", "cat", "cat"]);
  expect((await run(["click", "cat"])).stderr).toContain("Usage: cotty click");
  expect((await run(["click", "cat", "1", "x"])).stderr).toContain("col must be a whole number of at least 1");
  expect((await run(["click", "--button", "thumb", "cat", "1", "1"])).stderr).toContain("--button must be one of left");
  expect((await run(["click", "cat", "1", "1"])).stderr).toContain("Failed to click: The program does not listen to the mouse");
  await ok(["stop", "cat"]);
});

/** Texts, formats and exit codes. Scripts that were written for terminalcp read them, so they are the same where terminalcp has them. */
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../../shared/version.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { until } from "../../support/until.ts";

describe("with a host", () => {
  let home: Home;
  beforeAll(async () => {
    home = createHome();
    await cottyOk(home, ["start", "shell", "bash --norc"]);
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test("start, ls, stop", async () => {
    const cwd = join(home.root, "dir with space");
    mkdirSync(cwd);
    expect(await cottyOk(home, ["start", "listed", "sleep 100"], { cwd })).toBe("Started session: listed\n");
    const list = await cottyOk(home, ["ls"]);
    expect(list).toContain(`  listed\n    Status: running\n    CWD: ${cwd}\n    Command: sleep 100\n\n`);
    expect(await cotty(home, ["start", "listed", "true"])).toMatchObject({
      stderr: "Failed to start session: Session 'listed' already exists\nStop it first, or choose another name\n",
      code: 1,
    });
    expect(await cottyOk(home, ["stop", "listed"])).toBe("stopped listed\n");
    expect(await cotty(home, ["stop", "listed"])).toMatchObject({
      stderr: "Failed to stop session: Process not found: listed\nRunning or readable: shell\n",
      code: 1,
    });
  });

  test("an empty id makes one up, as terminalcp does", async () => {
    const started = await cottyOk(home, ["start", "", "true"]);
    expect(started).toMatch(/^Started session: proc-[0-9a-f]{12}\n$/);
    await cottyOk(home, ["stop", started.trim().slice("Started session: ".length)]);
  });

  test("a program that has ended stays listed, with how", async () => {
    await cottyOk(home, ["start", "--timeout", "20000", "ended", "exit 3"]);
    expect(await cottyOk(home, ["ls"])).toContain("  ended\n    Status: stopped\n");
    expect(await cottyOk(home, ["ls"])).toContain("    Command: exit 3\n    Exit: code 3; readable until it is stopped\n\n");
    expect((await cotty(home, ["start", "ended", "cat"])).stderr).toBe(
      "Failed to start session: Session 'ended' already exists\n" +
        "Its program has ended, and its output stays readable until it is stopped. Stop it first, or choose another name\n",
    );
    expect((await cotty(home, ["stdin", "ended", "x"])).stderr).toMatch(
      /^Failed to send stdin: Session ended is not running \(pid: \d+/,
    );
    await cottyOk(home, ["stop", "ended"]);
  });

  test("a command of several lines stays one entry", async () => {
    await cottyOk(home, ["start", "lines", "sleep 100\n  fake\n    Status: running"]);
    const list = await cottyOk(home, ["ls"]);
    expect(list).toContain("    Command: sleep 100\\n  fake\\n    Status: running\n");
    await cottyOk(home, ["stop", "lines"]);
  });

  test("arguments arrive whole, and one argument is a command line", async () => {
    const text = await cottyOk(home, [
      "start",
      "--wait",
      "DONE",
      "quoted",
      "printf",
      "<%s>",
      "two words",
      "it's",
      "$HOME",
      "DONE",
    ]);
    expect(text).toBe("Started session: quoted\n<two words><it's><$HOME><DONE>\n");
    await cottyOk(home, ["stop", "quoted"]);
    expect(await cottyOk(home, ["start", "--wait", "DONE", "line", "X=5; echo $X DONE"])).toContain("5 DONE");
    await cottyOk(home, ["stop", "line"]);
  });

  test("the caller's directory and environment go with start, options before -- too", async () => {
    const env = { MYVAR: "mine" };
    const args = [
      "start",
      "where",
      "--cwd",
      "/usr",
      "--size",
      "100x30",
      "--wait",
      "END",
      "--",
      'echo "$MYVAR $PWD $(stty size) END"',
    ];
    expect(await cottyOk(home, args, { env })).toContain("mine /usr 30 100 END");
    await cottyOk(home, ["stop", "where"]);
  });

  test("stdin with keys, stdout, stdout with lines, stream", async () => {
    await cottyOk(home, ["start", "--wait", ">>> ", "repl", "python3", "-q", "-i"]);
    const answer = await cottyOk(home, ["stdin", "--wait", "42\\n>>> $", "repl", "6 *", "7", "::Enter"]);
    expect(answer).toContain("42");
    expect(await cottyOk(home, ["stdin", "repl", "print('a'", " 'b')", "::Enter"])).toBe("");
    await cottyOk(home, ["wait", "repl", "ab\\n>>> $"]);
    expect(await cottyOk(home, ["wait", "--since", "0", "repl", "^42$"])).toContain("\n42\n");
    const screen = await cottyOk(home, ["stdout", "repl"]);
    expect(screen).toContain(">>> 6 *7\n42\n>>> print('a' 'b')\nab\n>>>");
    expect(screen.endsWith(">>>\n")).toBe(true);
    expect((await cottyOk(home, ["stdout", "repl", "2"])).split("\n")).toHaveLength(3);
    expect(await cottyOk(home, ["stream", "repl"])).toContain("ab\n>>>");
    await cottyOk(home, ["stop", "repl"]);
  });

  test("text that looks like an option or a key is typed", async () => {
    await cottyOk(home, ["start", "cat", "cat"]);
    await cottyOk(home, ["stdin", "--wait", "::std", "cat", "--json ", "--help ", ":::std::cout", "::Enter"]);
    expect(await cottyOk(home, ["stdout", "cat"])).toContain("--json --help ::std::cout");
    expect((await cotty(home, ["stdin", "cat", "::Entr"])).stderr).toContain("Did you mean Enter");
    await cottyOk(home, ["stop", "cat"]);
  });

  test("stdin -: what is piped in is typed, however long it is; otherwise a dash is a dash", async () => {
    await cottyOk(home, ["start", "piped", "stty -echo -icanon; cat > piped.txt"]);
    const input = `${"é🙂x".repeat(100_000)}\n`;
    expect(await cotty(home, ["stdin", "piped", "before ", "-", "::Enter"], { input })).toMatchObject({ code: 0, stderr: "" });
    await cottyOk(home, ["stdin", "piped", "-", "::Enter", "::C-d"]);
    await until("all of it", () => readFileSync(join(home.root, "piped.txt"), "utf8").endsWith("\n-\n\x04"));
    expect(readFileSync(join(home.root, "piped.txt"), "utf8") === `before ${input}\n-\n\x04`).toBe(true);
    const nothing = await cotty(home, ["stdin", "piped", "-"], { input: "" });
    expect(nothing).toMatchObject({
      code: 1,
      stderr: "Failed to send stdin: Nothing came through the pipe, so nothing was typed\n",
    });
    await cottyOk(home, ["stop", "piped"]);
  });

  test("stdout and stream close with how the program has ended, in terminalcp's words", async () => {
    await cottyOk(home, ["start", "--timeout", "20000", "code", "echo out; exit 3"]);
    await cottyOk(home, ["start", "--timeout", "20000", "signal", "echo out; kill -9 $$"]);
    for (const [id, line] of [
      ["code", "[Process exited with code 3]"],
      ["signal", "[Process exited with code 137 (signal: SIGKILL)]"],
    ] as const) {
      expect(await cottyOk(home, ["stdout", id])).toBe(`out\n${line}\n`);
      expect(await cottyOk(home, ["stdout", id, "--lines", "1"])).toBe(`out\n${line}\n`);
      expect(await cottyOk(home, ["stream", id])).toBe(`out\n${line}\n`);
      expect(await cottyOk(home, ["stdout", "--changed", id])).toContain(`1: out\n${line}\n`);
      expect(JSON.parse(await cottyOk(home, ["stdout", "--json", id]))).toHaveProperty("exit");
      await cottyOk(home, ["stop", id]);
    }
    expect(await cottyOk(home, ["stdout", "shell"])).not.toContain("Process exited");
  });

  test("messages name what was written, and nothing of the protocol", async () => {
    const complaint = async (...args: string[]) => (await cotty(home, args)).stderr;
    expect(await complaint("stop", "")).toBe("Failed to stop session: The id is empty\n");
    expect(await complaint("resize", "shell", "5000", "24")).toBe("Failed to resize terminal: cols must be at most 1000\n");
    expect(await complaint("wait", "shell", "x".repeat(1001))).toBe(
      "Failed to wait: pattern must have at most 1000 characters\n",
    );
  });

  test("stream: since an offset, since last per caller, with escape sequences", async () => {
    const exited = "[Process exited with code 0]\n";
    await cottyOk(home, ["start", "--timeout", "20000", "colors", "printf '\\033[31mred\\033[0m end'"]);
    expect(await cottyOk(home, ["stream", "colors"])).toBe(`red end\n${exited}`);
    for (const option of ["--with-ansi", "--no-strip-ansi"]) {
      expect(await cottyOk(home, ["stream", option, "colors"])).toBe(`\x1b[31mred\x1b[0m end\n${exited}`);
    }
    const { next } = JSON.parse(await cottyOk(home, ["stream", "--json", "colors"])) as { next: number };
    expect(await cottyOk(home, ["stream", "--since", String(next - 3), "colors"])).toBe(`end\n${exited}`);
    const a = { env: { COTTY_CALLER: "a" } };
    const b = { env: { COTTY_CALLER: "b" } };
    expect(await cottyOk(home, ["stream", "--since-last", "colors"], a)).toBe(`red end\n${exited}`);
    expect(await cottyOk(home, ["stream", "--since-last", "colors"], a)).toBe(exited);
    expect(await cottyOk(home, ["stream", "--since-last", "colors"], b)).toBe(`red end\n${exited}`);
    await cottyOk(home, ["stop", "colors"]);
    await cottyOk(home, ["start", "--timeout", "20000", "colors", "printf again"]);
    expect(await cottyOk(home, ["stream", "--since-last", "colors"], a)).toBe(`again\n${exited}`);
    await cottyOk(home, ["stop", "colors"]);
  });

  test("a long stream is whole: no character and no sequence is lost between its pieces", async () => {
    const program = "import sys\nfor i in range(60000): sys.stdout.write('\\x1b[3%dm中🙂%d\\x1b[0m\\n' % (1 + i % 7, i))";
    await cottyOk(home, ["start", "--timeout", "30000", "long", "python3", "-c", program]);
    const expected = Array.from({ length: 60_000 }, (_, i) => `中🙂${i}\n`).join("");
    expect((await cottyOk(home, ["stream", "long"])) === `${expected}[Process exited with code 0]\n`).toBe(true);
    await cottyOk(home, ["stop", "long"]);
  });

  test("wait: 0 on a match, on quiet and at the end; 124 on time-out; 1 when the program ends without the match", async () => {
    await cottyOk(home, ["start", "waited", "read a; echo got $a; read b; exit 4"]);
    await cottyOk(home, ["stdin", "waited", "one", "::Enter"]);
    expect(await cotty(home, ["wait", "waited", "got (\\w+)", "--timeout", "20000"])).toMatchObject({ code: 0, stderr: "" });
    expect(await cotty(home, ["wait", "waited", "never", "--timeout", "100"])).toMatchObject({ code: 124, stdout: "" });
    expect(await cotty(home, ["wait", "waited", "--quiet", "50"])).toMatchObject({ code: 0 });
    await cottyOk(home, ["stdin", "waited", "two", "::Enter"]);
    const ended = await cotty(home, ["wait", "waited", "--exit", "--json"]);
    expect(ended.stdout).toContain('"exit":{"code":4}');
    expect(ended).toMatchObject({ code: 0, stderr: "[Session waited exited with code 4]\n" });
    const missed = await cotty(home, ["wait", "waited", "never"]);
    expect(missed).toMatchObject({ code: 1, stderr: "[Session waited exited with code 4 before the pattern matched]\n" });
    expect(await cotty(home, ["wait", "nobody"])).toMatchObject({
      code: 1,
      stderr: "Failed to wait: Process not found: nobody\nRunning or readable: shell, waited\n",
    });
    await cottyOk(home, ["stop", "waited"]);
  });

  test("wait --prompt and --input: for a prompt and for a question, with start and stdin, too", async () => {
    const shell = "exec env PS1='> ' bash --norc -i";
    expect(await cottyOk(home, ["start", "--prompt", "asked", shell])).toBe("Started session: asked\n>\n");
    expect(await cottyOk(home, ["stdin", "--prompt", "asked", "sleep 0.2; echo slept", "::Enter"])).toBe("slept\n>\n");
    await cottyOk(home, ["stdin", "asked", "read -p 'Sure? [y/n] ' x; exit 3", "::Enter"]);
    expect(await cottyOk(home, ["wait", "asked", "--input"])).toBe("Sure? [y/n]\n");
    const ended = await cotty(home, ["stdin", "--prompt", "asked", "y", "::Enter"]);
    expect(ended).toMatchObject({ code: 1, stderr: "[Session asked exited with code 3 before it was back at a prompt]\n" });
    await cottyOk(home, ["stop", "asked"]);
  });

  test("resize and term-size", async () => {
    expect(await cottyOk(home, ["term-size", "shell"])).toMatch(/^24 80 \d+\n$/);
    expect(await cottyOk(home, ["resize", "shell", "100", "30"])).toBe("Terminal resized\n");
    expect(await cottyOk(home, ["term-size", "shell"])).toMatch(/^30 100 \d+\n$/);
    expect(JSON.parse(await cottyOk(home, ["term-size", "--json", "shell"]))).toMatchObject({ cols: 100, rows: 30 });
    const narrow = await cotty(home, ["resize", "shell", "1", "30"]);
    expect(narrow).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cols must be a whole number of at least 2, not "1"') as string,
    });
  });

  test("export: to stdout, to a new private file, never over a file or through a link", async () => {
    await cottyOk(home, ["start", "--timeout", "20000", "taped", "echo on tape"]);
    const cast = await cottyOk(home, ["export", "taped"]);
    expect(JSON.parse(cast.split("\n")[0] ?? "")).toMatchObject({ version: 3 });
    expect(JSON.parse((await cottyOk(home, ["export", "--format", "cast-v2", "taped"])).split("\n")[0] ?? "")).toMatchObject({
      version: 2,
    });
    const file = join(home.root, "tape.txt");
    expect(await cottyOk(home, ["export", "taped", "--format", "txt", "-o", file])).toBe("");
    expect(readFileSync(file, "utf8")).toContain("on tape");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await cotty(home, ["export", "taped", "-o", file])).stderr).toContain("--force replaces it");
    const victim = join(home.root, "victim");
    const link = join(home.root, "link");
    writeFileSync(victim, "precious");
    symlinkSync(victim, link);
    expect((await cotty(home, ["export", "taped", "-o", link])).code).toBe(1);
    await cottyOk(home, ["export", "taped", "--force", "-o", link]);
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect(lstatSync(link).isFile()).toBe(true);
    expect((await cotty(home, ["export", "taped", "--format", "mp4"])).stderr).toContain(
      "--format must be one of cast, cast-v2, txt",
    );
    await cottyOk(home, ["stop", "taped"]);
  });

  test("version and --json", async () => {
    expect(await cottyOk(home, ["version"])).toBe(`Server version: ${VERSION}\nClient version: ${VERSION}\n`);
    expect(JSON.parse(await cottyOk(home, ["version", "--json"]))).toEqual({ server: VERSION, client: VERSION });
    const list = JSON.parse(await cottyOk(home, ["ls", "--json"])) as { id: string }[];
    expect(list.map(({ id }) => id)).toEqual(["shell"]);
    expect(JSON.parse(await cottyOk(home, ["stdout", "--json", "shell"]))).toMatchObject({ size: { cols: 100 } });
  });
});

test("stop without an id stops all; kill-server leaves nothing behind", async () => {
  await using home = createHome();
  await cottyOk(home, ["start", "a", "sleep 100"]);
  await cottyOk(home, ["start", "b", "sleep 100"]);
  expect(await cottyOk(home, ["stop"])).toBe("stopped 2 processes\n");
  await cottyOk(home, ["start", "c", "sleep 100"]);
  expect(await cottyOk(home, ["kill-server"])).toBe("Server killed\n");
  expect(existsSync(home.paths.socket)).toBe(false);
  expect(await cotty(home, ["kill-server"])).toMatchObject({ stderr: "No server running\n", code: 1 });
});

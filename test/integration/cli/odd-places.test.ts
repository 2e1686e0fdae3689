/** Folders and hosts that cannot be used: each is a true message, and nothing is left running. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { builtRoot, commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, hostPid, processesIn } from "../../support/home.ts";

describe("in a folder that has been deleted", () => {
  test("commands that need no folder work; the others say what to do", async () => {
    await using home = createHome();
    await cottyOk(home, ["start", "here", "cat"]);
    const command = `"${process.execPath}" "${commandScript}"`;
    const run = async (args: string) => {
      const folder = join(home.root, "gone");
      mkdirSync(folder);
      const script = `rmdir "${folder}"; ${command} ${args}; echo "rc=$?"`;
      return runShell(script, { cwd: folder, env: home.env });
    };
    expect(await run("ls")).toMatch(/^ {2}here\n[^]*rc=0\n$/);
    expect(await run("stdin --wait '^x' here x ::Enter")).toMatch(/^x\n*rc=0\n$/);
    expect(await run("start --cwd / there cat")).toBe("Started session: there\nrc=0\n");
    expect(await run("start nowhere cat")).toBe(
      "Failed to start session: The current folder has been deleted. Change to another folder\nrc=1\n",
    );
    const deleted = "The current folder has been deleted. Change to another folder\nrc=1\n";
    expect(await run("connect")).toMatch(/cursor +Cursor +not found here\n[^]*rc=0\n$/);
    expect(await run("connect cursor --scope project --print")).toBe(`Failed to connect: ${deleted}`);
    expect(await run("export here -o out.cast")).toBe(`Failed to export: ${deleted}`);
    expect(await run("eval run --dry-run")).toBe(`Failed to evaluate: ${deleted}`);
    expect(await run("eval compare a b")).toBe(`Failed to evaluate: ${deleted}`);
    expect(await run("stop")).toBe("stopped 2 processes\nrc=0\n");
  });

  test("a relative COTTY_HOME cannot be found there", async () => {
    await using home = createHome();
    const folder = join(home.root, "gone");
    mkdirSync(folder);
    const script = `rmdir "${folder}"; COTTY_HOME=x "${process.execPath}" "${commandScript}" ls; echo "rc=$?"`;
    expect(await runShell(script, { cwd: folder, env: home.env })).toBe(
      "Failed to list sessions: The current folder has been deleted. Change to another folder\nrc=1\n",
    );
  });
});

test("a COTTY_HOME that is a file: every command names it, and the one that ends the host does, too", async () => {
  await using home = createHome();
  const file = join(home.root, "file");
  writeFileSync(file, "");
  for (const [args, prefix] of [
    [["ls"], "Failed to list sessions"],
    [["start", "x", "cat"], "Failed to start session"],
    [["kill-server"], "Failed to kill server"],
  ] as const) {
    expect(await cotty(home, args, { env: { COTTY_HOME: file } })).toEqual({
      stdout: "",
      stderr: `${prefix}: COTTY_HOME is ${file}, which is not a folder. Set it to a folder of your own, or unset it.\n`,
      code: 1,
    });
  }
});

describe("where nothing can be written", () => {
  test.each(["/proc/nope", "/sys/nope"])(
    "%s: every command that starts a host says why it cannot, and no process is left",
    async (root) => {
      await using home = createHome();
      const env = { COTTY_HOME: root };
      for (const [args, prefix] of [
        [["start", "x", "cat"], "Failed to start session: "],
        [["token", "list"], "Failed: "],
        [["http", "on"], "Failed to switch: "],
      ] as const) {
        const { stderr, code } = await cotty(home, args, { env });
        const fault = `COTTY_HOME is ${root}, where Cotty cannot write \\((ENOENT|EPERM|EACCES|EROFS): .* '${root}'\\)`;
        expect(stderr).toMatch(new RegExp(`^${prefix}${fault}\\. Set it to a folder of your own, or unset it\\.\\n$`));
        expect(code).toBe(1);
      }
      expect((await cotty(home, ["stdout", "x"], { env })).stderr).toBe("Failed to get stdout: No server running\n");
      // The last one may have said why, and be about to end.
      await expect.poll(() => processesIn(root)).toEqual([]);
    },
  );
});

test("a host whose parts are missing: the message names the part and a log that is there", async () => {
  await using home = createHome();
  const copy = join(home.root, "copy");
  for (const folder of ["bin", "out/main"]) cpSync(join(builtRoot, folder), join(copy, folder), { recursive: true });
  const { stderr, code } = await cotty(home, ["start", "x", "cat"], { script: join(copy, "bin/cotty.js") });
  expect(stderr).toMatch(/The host ended \(code 1\) before it was ready: Cannot find [^\n]*node-pty[^\n]*\. Its log: /);
  expect(code).toBe(1);
  const [, log = ""] = /Its log: (.*)\n$/.exec(stderr) ?? [];
  expect(existsSync(log)).toBe(true);
  expect(readFileSync(log, "utf8")).toContain("node-pty");
});

test("a suspended host: commands give up and say what to look at, and do nothing later", async () => {
  await using home = createHome();
  await cottyOk(home, ["start", "x", "cat"]);
  const pid = hostPid(home);
  const given: readonly { args: string[]; failed: string }[] = [
    { args: ["ls"], failed: "Failed to list sessions" },
    { args: ["start", "y", "cat"], failed: "Failed to start session" },
    { args: ["stdin", "x", "late\r"], failed: "Failed to send stdin" },
    { args: ["kill-server"], failed: "Failed to kill server" },
  ];
  process.kill(pid, "SIGSTOP");
  try {
    const answers = await Promise.all(given.map(({ args }) => cotty(home, args)));
    const complaint = `A host holds the lock in ${home.paths.runDirectory} but does not answer. Check whether its process is suspended\n`;
    expect(answers).toMatchObject(given.map(({ failed }) => ({ code: 1, stderr: `${failed}: ${complaint}` })));
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect(await cottyOk(home, ["stdin", "--wait", "^now$", "x", "now\r"])).not.toContain("late");
  expect(await cottyOk(home, ["ls"])).toMatch(/^ {2}x\n[^]*Status: running/);
  expect(await cottyOk(home, ["ls"])).not.toContain("  y\n");
});

/** Runs a script of the shell; resolves with all that it printed. */
async function runShell(script: string, options: { cwd: string; env: Record<string, string> }): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script], options);
  return stderr + stdout;
}

/** What commands say when no host runs, or may not: terminalcp's texts where it has them. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../../shared/version.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { startHeadless } from "../../support/headless.ts";
import { createHome, type Home, processesIn } from "../../support/home.ts";

describe("without a host", () => {
  let home: Home;
  beforeAll(() => {
    home = createHome();
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test.each([
    [["stdin", "x", "y"], "Failed to send stdin: No server running\n"],
    [["stdout", "x"], "Failed to get stdout: No server running\n"],
    [["stream", "x"], "Failed to get stream: No server running\n"],
    [["stop", "x"], "Failed to stop session: No server running\n"],
    [["resize", "x", "80", "24"], "Failed to resize terminal: No server running\n"],
    [["term-size", "x"], "Failed to get terminal size: No server running\n"],
    [["wait", "x"], "Failed to wait: No server running\n"],
    [["click", "x", "1", "1"], "Failed to click: No server running\n"],
    [["search", "x", "y"], "Failed to search: No server running\n"],
    [["rename", "x", "y"], "Failed to rename session: No server running\n"],
    [["secret", "x"], "Failed to send the secret: No server running\n"],
    [["freeze", "x"], "Failed to freeze: No server running\n"],
    [["resume", "x"], "Failed to resume: No server running\n"],
    [["lease", "x"], "Failed to change who drives: No server running\n"],
    [["why", "x"], "Failed to explain: No server running\n"],
    [["notify", "x", "y"], "Failed to notify: No server running\n"],
    [["share", "x"], "Failed to share: No server running\n"],
    [["unshare", "x"], "Failed to unshare: No server running\n"],
    [["kill-server"], "No server running\n"],
    [["attach", "x"], "Not running in a TTY\n"],
  ])("%j", async (args, stderr) => {
    expect(await cotty(home, args)).toEqual({ stdout: "", stderr, code: 1 });
  });

  test("ls, version, help", async () => {
    expect(await cotty(home, ["ls"])).toEqual({ stdout: "No active sessions\n", stderr: "", code: 0 });
    expect(await cotty(home, ["list", "--json"])).toEqual({ stdout: "[]\n", stderr: "", code: 0 });
    expect(await cotty(home, ["version"])).toEqual({
      stdout: `Client version: ${VERSION}\n`,
      stderr: "Failed to get server version: No server running\n",
      code: 1,
    });
    expect(await cotty(home, ["--version"])).toEqual({ stdout: `cotty ${VERSION}\n`, stderr: "", code: 0 });
    for (const args of [[], ["--help"], ["-h"], ["help"]])
      expect((await cotty(home, args)).stdout).toContain("Usage: cotty <command>");
    expect(processesIn(home.root)).toEqual([]);
  });

  test.each([
    [["start", "x"], "Usage: cotty start "],
    [["stdout"], "Usage: cotty stdout "],
    [["stdout", "x", "many"], 'lines must be a whole number of at least 0, not "many"\nUsage: cotty stdout'],
    [["resize", "x", "80"], "Usage: cotty resize "],
    [["stream", "x", "--nope"], "Unknown option: --nope\nUsage: cotty stream"],
    [["frobnicate"], "Unknown command: frobnicate\nRun 'cotty' without arguments to see help\n"],
    [["constructor"], "Unknown command: constructor\n"],
  ])("mistakes: %j", async (args, stderr) => {
    const result = await cotty(home, args);
    expect(result.stderr.startsWith(stderr)).toBe(true);
    expect(result).toMatchObject({ stdout: "", code: 1 });
  });

  test("every command explains itself", async () => {
    const { stdout: overview } = await cotty(home, ["--help"]);
    const names = [...overview.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name = ""]) => name);
    expect(names).toEqual(expect.arrayContaining(["start", "wait", "stop", "mcp", "kill-server"]));
    for (const name of names) {
      const { stdout, code } = await cotty(home, [name, "--help"]);
      const [usage = "", ...explanation] = stdout.split("\n");
      expect(usage).toMatch(new RegExp(`^Usage: cotty ${name}`));
      expect(code).toBe(0);
      // The overview explains --json.
      const options = (usage.match(/(?<=[ [|(])--?[a-z][a-z-]*/g) ?? []).filter((option) => option !== "--json");
      expect(
        options.filter((option) => !explanation.join("\n").includes(option)),
        name,
      ).toEqual([]);
    }
    expect((await cotty(home, ["stream", "--help"])).stdout).toContain("COTTY_CALLER");
  });

  test("S2 an unsafe run directory is refused with its path and the fix, and nothing is bound", async () => {
    await using unsafe = createHome();
    mkdirSync(unsafe.paths.runDirectory);
    chmodSync(unsafe.paths.runDirectory, 0o770);
    const { stderr, code } = await cotty(unsafe, ["start", "x", "true"]);
    expect(code).toBe(1);
    expect(stderr).toContain(`chmod 700 '${unsafe.paths.runDirectory}'`);
    expect(existsSync(unsafe.paths.socket)).toBe(false);
  });

  test("S10 a home that others may write to is refused with the fix by every command, and nothing is made in it", async () => {
    await using unsafe = createHome();
    chmodSync(unsafe.root, 0o777);
    const refusal = `Refusing to use ${unsafe.root}: other users may write to it. To continue, run: chmod go-w '${unsafe.root}'.\n`;
    for (const [args, prefix] of [
      [["ls"], "Failed to list sessions"],
      [["start", "x", "true"], "Failed to start session"],
      [["audit"], "Failed to read the audit"],
      [["mcp"], "Failed to relay"],
    ] as const) {
      expect(await cotty(unsafe, args)).toEqual({ stdout: "", stderr: `${prefix}: ${refusal}`, code: 1 });
    }
    await expect(startHeadless(unsafe)).rejects.toThrow(refusal.trim());
    expect(readdirSync(unsafe.root)).toEqual([]);
  });

  test("S10 a home that umask 002 has opened to its group is closed by the host, and the log says so", async () => {
    await using open = createHome();
    chmodSync(open.root, 0o775);
    await cottyOk(open, ["start", "x", "cat"]);
    expect(statSync(open.root).mode & 0o777).toBe(0o755);
    expect(readFileSync(open.paths.log, "utf8")).toContain(`The group of ${open.root} could write to it`);
  });

  test("S4 a home whose socket path is too long is refused with a way out", async () => {
    const { stderr, code } = await cotty(home, ["ls"], { env: { COTTY_HOME: join(home.root, "x".repeat(120)) } });
    expect({ stderr, code }).toMatchObject({ code: 1 });
    expect(stderr).toContain("Set COTTY_HOME to a shorter folder");
  });
});

/** The package that people install: what is in it, how it is sealed, and that it runs from there. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAgent } from "../../support/agent.ts";
import { readFuses } from "../../support/fuses.ts";
import { createHome, type Home, hostPid } from "../../support/home.ts";
import { buildPackage, type Package } from "../../support/package.ts";
import { findElectron } from "../../support/programs.ts";
import { until } from "../../support/until.ts";

/** Succeeds only with a working pty and a working screen. */
const START = ["start", "--wait", "ready", "one", "printf 'ready\\n'; cat"];
/** Under xvfb, or with a screen; the stand-in needs neither. */
const canOpenWindow =
  "executable" in findElectron() &&
  (process.env["ELECTRON_OVERRIDE_DIST_PATH"] !== undefined || process.env["DISPLAY"] !== undefined);

describe.skipIf(process.platform !== "linux")("the package (built for Linux, on Linux)", () => {
  const folder = mkdtempSync(join(tmpdir(), "cotty-package-"));
  let built: Package;

  beforeAll(() => {
    built = buildPackage(folder);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("holds what is expected and nothing else; native code and screen workers lie beside the archive", () => {
    const expected = readExpectedFiles();
    const packed = built.files.map(({ path, isBeside }) => (isBeside ? `beside ${path}` : path));
    expect(packed.length).toBeGreaterThan(50);
    expect(packed.filter((path) => !expected.some(({ pattern }) => pattern.test(path)))).toEqual([]);
    expect(expected.filter(({ pattern }) => !packed.some((path) => pattern.test(path))).map(({ glob }) => glob)).toEqual([]);
  });

  test("says nothing of how it is developed", () => {
    const manifest = JSON.parse(
      built.files
        .find(({ path }) => path === "package.json")
        ?.read()
        .toString() ?? "{}",
    ) as object;
    expect(Object.keys(manifest)).not.toContain("devDependencies");
    expect(Object.keys(manifest)).not.toContain("scripts");
    expect(manifest).toMatchObject({ name: "cotty", main: "out/main/main.js", type: "module" });
  });

  test("E8: the fuses are those of Electron's checklist, but for running as Node", () => {
    expect(readFuses(readFileSync(built.executable))).toEqual({
      runAsNode: true,
      cookieEncryption: true,
      nodeOptions: false,
      nodeCliInspect: false,
      asarIntegrity: true,
      onlyLoadAppFromAsar: true,
      browserSnapshot: false,
      fileProtocolPrivileges: false,
    });
  });

  test("E9: what is in the environment or on the command line gets no code into it, and opens no port", async ({ skip }) => {
    // Fuses and switches are Electron's to heed.
    if (!built.isRealElectron || !canOpenWindow) skip("needs the real Electron, and a display");
    await using home = createHome();
    const script = join(home.root, "intruder.cjs");
    writeFileSync(script, `require("node:fs").writeFileSync(${JSON.stringify(join(home.root, "was-here"))}, "")`);
    const env = { ...home.env, NODE_OPTIONS: `--require ${script}` };
    spawnSync(built.command, ["version"], { env, timeout: 120_000 });
    const app = launch(built, { ...home, env }, ["--inspect=0", "--remote-debugging-port=0"]);
    const ended = once(app, "close");
    let errors = "";
    app.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    await until("the app is the host", () => existsSync(home.paths.socket));
    app.kill("SIGUSR1");
    expect(run(built, home, START).stdout).toContain("ready");
    expect(errors).not.toMatch(/Debugger listening|DevTools listening/);
    expect(existsSync(join(home.root, "was-here"))).toBe(false);
    expect(readFileSync(home.paths.log, "utf8")).toContain("Refused on the command line: remote-debugging-port");
    app.kill("SIGTERM");
    await ended;
  });

  test("is small, and has no place to look for updates", () => {
    const script = resolve(import.meta.dirname, "../../../scripts/payload-size.mjs");
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, built.output], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/linux.*-unpacked\/resources: \d+\.\d\d MB beside Electron/);
    expect(existsSync(join(built.executable, "../resources/app-update.yml"))).toBe(false);
  });

  test("D1: registers no scheme of its own", () => {
    const config = readFileSync(resolve(import.meta.dirname, "../../../electron-builder.yml"), "utf8");
    expect(config).not.toMatch(/^\s*(protocols|mimeTypes|MimeType|fileAssociations):/m);
  });

  test("its command starts a host that knows the package, and a program in it", async () => {
    await using home = createHome();
    expect(run(built, home, START).stdout).toContain("ready");
    expect(readFileSync(`/proc/${hostPid(home)}/cmdline`, "utf8")).toContain("/resources/app.asar/out/main/headless.js");
    expect(run(built, home, ["version"]).stdout).toMatch(/^Server version: (\S+)\nClient version: \1\n$/);
    expect(run(built, home, ["stdout", "one"]).stdout).toContain("ready");
    expect(run(built, home, ["kill-server"]).status).toBe(0);
  });

  test("its relay serves an agent, with the runtime's own variables kept from the programs", async () => {
    await using home = createHome();
    await using agent = await startAgent(home, "packed agent", [built.command, "mcp"]);
    const answer = await agent.terminal({
      action: "start",
      command: "env | grep -c ELECTRON_RUN; echo counted",
      wait: "counted\\n",
    });
    expect(answer).toEqual({ isError: false, text: expect.stringMatching(/^0\r?$/m) as string });
    expect(run(built, home, ["kill-server"]).status).toBe(0);
  });

  test.skipIf(!canOpenWindow)("its app hosts; the command finds it; it ends when told to", async () => {
    await using home = createHome();
    const app = launch(built, home);
    const ended = once(app, "close");
    await until("the app is the host", () => existsSync(home.paths.socket));
    expect(run(built, home, START).stdout).toContain("ready");
    await until("updates are looked after", () => readFileSync(home.paths.log, "utf8").includes("Updates are off"));
    app.kill("SIGTERM");
    await ended;
    expect(existsSync(home.paths.socket)).toBe(false);
  });
});

function run(
  { command }: Package,
  home: Home,
  args: readonly string[],
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(command, args, { env: home.env, cwd: home.root, encoding: "utf8", timeout: 120_000 });
}

function launch({ executable }: Package, home: Home, switches: readonly string[] = []): ChildProcess {
  // Chromium refuses to run as root, as in a container, with its sandbox on.
  const args = [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...switches];
  const env = { ...home.env, ELECTRON_DOUBLE_PACKAGED: "1" };
  const app = spawn(executable, args, { env, cwd: home.root, stdio: ["ignore", "ignore", "pipe"] });
  // Read, lest it fill up; whoever wants to know listens.
  app.stderr?.resume();
  return app;
}

/** The list of test/fixtures/packaged-files.txt: a glob a line. */
function readExpectedFiles(): { glob: string; pattern: RegExp }[] {
  const list = readFileSync(resolve(import.meta.dirname, "../../fixtures/packaged-files.txt"), "utf8");
  const globs = list.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return globs.map((glob) => ({ glob, pattern: asPattern(glob) }));
}

/** `*` stands for anything within a name, `**` for any number of folders with what is in them. */
function asPattern(glob: string): RegExp {
  const text = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**", "\0")
    .replaceAll("*", "[^/]*")
    .replaceAll("\0", ".*");
  return new RegExp(`^${text}$`);
}

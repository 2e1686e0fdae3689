/** The npm package: what is in it, and that it works from there, alone. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Script } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAgent } from "../../support/agent.ts";
import { commandScript } from "../../support/built.ts";
import { createHome } from "../../support/home.ts";

const checkout = resolve(import.meta.dirname, "../../..");
const built = resolve(commandScript, "../..");
/** What stays outside the bundles. */
const LOADED_FROM_NODE_MODULES = ["node-pty", "@xterm/headless"];

const project = mkdtempSync(join(tmpdir(), "cotty-package-"));
const installed = join(project, "node_modules/cotty");
let files: string[] = [];

function run(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(command, args, { cwd: project, encoding: "utf8", env: { ...process.env, ...env } });
}

beforeAll(() => {
  const packed = spawnSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", project], {
    cwd: built,
    encoding: "utf8",
  });
  const [{ filename, files: listed }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
  files = listed.map(({ path }) => path).sort();
  mkdirSync(installed, { recursive: true });
  expect(run("tar", ["-xzf", join(project, filename), "-C", installed, "--strip-components=1"]).status).toBe(0);
  mkdirSync(join(project, "node_modules/@xterm"));
  for (const name of LOADED_FROM_NODE_MODULES)
    symlinkSync(join(checkout, "node_modules", name), join(project, "node_modules", name));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", type: "module", private: true }));
});

/** Moves a folder for as long as the result is kept. */
function moved(from: string, to: string): Disposable {
  renameSync(from, to);
  return { [Symbol.dispose]: () => renameSync(to, from) };
}

/** Whether this Node takes the command line's compiled code from a file. */
function isCompiledCode(file: string): boolean {
  const script = new Script(readFileSync(join(installed, "out/main/cli.cjs"), "utf8"), { cachedData: readFileSync(file) });
  return script.cachedDataRejected === false;
}

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the package", () => {
  test("holds what is needed to run, and nothing else", () => {
    const expected = [
      /^(package\.json|LICENSE|README\.md)$/,
      /^bin\/(cotty\.js|package\.json)$/,
      /^out\/main\/(main|headless|screen-worker|flood-thread)\.js$/,
      /^out\/main\/cli\.cjs$/,
      /^out\/main\/commands\/[\w-]+\.cjs$/,
      /^test\/eval\/(agents|tasks|tools)\//,
      /^out\/main\/package\.json$/,
      /^out\/main\/assets\/[\w.-]+$/,
      /^out\/main\/chunks\/[\w-]+\.js$/,
      /^out\/library\/index\.(js|d\.ts)$/,
      /^out\/preload\/preload\.cjs$/,
      /^out\/renderer\/(index\.html|watch\.html|assets\/[\w.-]+)$/,
      /^scripts\/(code-cache\.cjs|spawn-helper\.mjs)$/,
    ];
    expect(files.filter((file) => !expected.some((pattern) => pattern.test(file)))).toEqual([]);
    expect(expected.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
  });

  test("what it runs when it is installed is in it, and finds node-pty beside it", () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as { scripts: { postinstall: string } };
    const helper = join(project, "node_modules/node-pty/prebuilds/darwin-arm64/spawn-helper");
    const isThere = existsSync(helper);
    if (isThere) chmodSync(helper, 0o644);
    const result = spawnSync(scripts.postinstall, { cwd: installed, shell: true, encoding: "utf8" });
    expect([result.status, result.stdout, result.stderr]).toEqual([0, "", ""]);
    if (isThere) expect(statSync(helper).mode & 0o111).toBe(0o111);
  });

  test("its commands run from compiled code, and without it", async () => {
    await using home = createHome();
    const cache = join(installed, "out/main/cli.cjs.cache");
    const list = () => {
      const { status, stdout, stderr } = run(process.execPath, [join(installed, "bin/cotty.js"), "ls"], home.env);
      return [status, stdout, stderr];
    };
    const answer = [0, "No active sessions\n", ""];
    expect(isCompiledCode(cache)).toBe(true);
    expect(list()).toEqual(answer);
    writeFileSync(cache, "of another version of V8");
    expect(list()).toEqual(answer);
    rmSync(cache);
    expect(list()).toEqual(answer);
  });

  test("the frequent commands load no other file of it, and the others do, also where it is a link", async () => {
    await using home = createHome();
    const command = (...args: string[]) => {
      const { status, stdout, stderr } = run(process.execPath, [join(installed, "bin/cotty.js"), ...args], home.env);
      return [status, stdout.split("\n")[0], stderr.split("\n")[0]];
    };
    const elsewhere = join(project, "elsewhere");
    {
      using _ = moved(join(installed, "out/main/commands"), elsewhere);
      expect(command("ls")).toEqual([0, "No active sessions", ""]);
      for (const args of [
        ["stdin", "s", "x", "::Enter"],
        ["stdout", "s"],
        ["wait", "s", "x"],
        ["stream", "s"],
        ["stop", "s"],
      ])
        expect(command(...args), args.join(" ")).toEqual([1, "", expect.stringContaining("No server running")]);
      expect(command("help")[0]).toBe(1);
    }
    using _ = moved(join(installed, "out"), elsewhere);
    symlinkSync(elsewhere, join(installed, "out"));
    using _link = { [Symbol.dispose]: () => rmSync(join(installed, "out")) };
    expect(command("help")).toEqual([0, expect.stringMatching(/^cotty /), ""]);
    // An error of the file that runs, thrown by another one.
    expect(command("eval", "nonsense")).toEqual([1, "", expect.stringContaining("nonsense")]);
  });

  test("a relay that runs starts a host, too, when another version has replaced its files", async () => {
    await using home = createHome();
    const command = join(installed, "bin/cotty.js");
    expect(run(process.execPath, [command, "start", "s", "cat"], home.env).status).toBe(0);
    await using agent = await startAgent(home, "agent", [process.execPath, command, "mcp"]);
    expect((await agent.terminal({ action: "list" })).isError).toBe(false);
    using _ = moved(join(installed, "out/main/commands"), join(project, "elsewhere"));
    expect(run(process.execPath, [command, "kill-server"], home.env).status).toBe(0);
    expect(await agent.terminal({ action: "start", command: "cat", name: "next" })).toMatchObject({ isError: false });
  });

  test("the command loads no package, whose loading would take longer than most commands", () => {
    const text = readFileSync(join(installed, "out/main/cli.cjs"), "utf8");
    const names = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1] ?? "");
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^node:|^\.\.\/out\/main\/commands\//.test(name))).toEqual([]);
  });

  test("the command runs from it", async () => {
    await using home = createHome();
    const command = join(installed, "bin/cotty.js");
    expect(run(process.execPath, [command, "start", "--wait", "it works", "a", "echo it works; cat"], home.env).stdout).toContain(
      "it works",
    );
    expect(run(process.execPath, [command, "connect", "claude", "--print"], { ...home.env, HOME: home.root }).stdout).toContain(
      command,
    );
  });
});

describe("the library", () => {
  test("the example runs, by the package's name", async () => {
    await using home = createHome();
    cpSync(join(checkout, "examples/repl.mjs"), join(project, "repl.mjs"));
    const result = run(process.execPath, ["repl.mjs"], home.env);
    expect([result.status, result.stderr]).toEqual([0, ""]);
    expect(result.stdout).toBe("6 * 7 → 42\nsum(range(101)) → 5050\n[n * n for n in range(5)] → [0, 1, 4, 9, 16]\n");
  });

  test("loads neither schemas nor the MCP side", () => {
    const imports = [
      ...readFileSync(join(installed, "out/library/index.js"), "utf8").matchAll(
        /^import [^"\n]*"([^"]+)"|\bimport\("([^"]+)"\)/gm,
      ),
    ];
    const names = imports.map((match) => match[1] ?? match[2] ?? "");
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !name.startsWith("node:"))).toEqual([]);
    expect(readdirSync(join(installed, "out/library"))).toEqual(["index.d.ts", "index.js"]);
  });

  test("its types hold what they promise, strictly", () => {
    symlinkSync(join(checkout, "node_modules/@types"), join(project, "node_modules/@types"));
    symlinkSync(join(checkout, "node_modules/undici-types"), join(project, "node_modules/undici-types"));
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "--types", "node"];
    const check = (text: string) => {
      writeFileSync(join(project, "typed.ts"), text);
      return run(join(checkout, "node_modules/.bin/tsc"), [...options, "--exactOptionalPropertyTypes", "typed.ts"]).stdout;
    };
    const used = `import { connect, HostError, type WaitOutcome } from "cotty";
      await using cotty = await connect({ home: "/tmp/x", name: "me" });
      const py = await cotty.start("python3 -i", { id: "py", size: { cols: 100, rows: 30 }, wait: { pattern: />>> $/, timeoutMs: 5 } });
      const first: WaitOutcome | undefined = py.outcome;
      const { text, ended }: WaitOutcome = await py.write(["1+1", { key: "Enter" }], { wait: ">>> $" });
      const nothing: void = await py.write("x");
      for (const { id } of await cotty.list()) await cotty.session(id).wait({ quietMs: 100 });
      try { await py.stop(); } catch (error) { if (error instanceof HostError && error.code === "no-such-session") throw error; }
      console.log(first, nothing, text, ended);`;
    expect(check(used)).toBe("");
    const misused = check(
      `${used}\nawait py.write("x", { wait: 3 });\nif (ended === "nonsense") throw new HostError("internal", "");`,
    );
    expect([...misused.matchAll(/error (TS\d+)/g)].map((match) => match[1])).toEqual(["TS2769", "TS2367"]);
  });
});

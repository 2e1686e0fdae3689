/** `cotty connect` on real files, in a home of its own, and what the real clients make of them. */
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { fetchPackage, runProgram } from "../../support/npm-package.ts";
import { PtyTerminal } from "../../support/pty.ts";

/** A person's home folder inside the test's own, so that no configuration of this machine is met. */
function personIn(home: Home) {
  const folder = join(home.root, "person");
  mkdirSync(folder);
  return {
    folder,
    options: { cwd: folder, env: { HOME: folder, XDG_CONFIG_HOME: join(folder, ".config"), PATH: process.env["PATH"] ?? "" } },
  };
}

function write(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
}

const json = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, Record<string, unknown>>;
const relay = { command: process.execPath, args: [commandScript, "mcp"] };

describe("what is written", () => {
  test.each([
    ["claude", ".claude.json", "mcpServers", { type: "stdio", ...relay }],
    ["claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers", relay],
    ["cursor", ".cursor/mcp.json", "mcpServers", { type: "stdio", ...relay }],
    ["vscode", ".config/Code/User/mcp.json", "servers", { type: "stdio", ...relay }],
    ["gemini", ".gemini/settings.json", "mcpServers", relay],
    [
      "opencode",
      ".config/opencode/opencode.json",
      "mcp",
      { type: "local", command: [relay.command, ...relay.args], enabled: true },
    ],
  ])("%s: its own form, beside what is there; taken out again, the rest is as it was", async (client, file, key, entry) => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const before = { [key]: { other: { command: "x" } }, theme: "dark" };
    const path = write(join(folder, file), `${JSON.stringify(before, null, 2)}\n`, 0o600);
    const printed = await cottyOk(home, ["connect", client, "--yes"], options);
    expect(printed).toContain('+     "cotty": {');
    expect(json(path)).toMatchObject({ ...before, [key]: { other: { command: "x" }, cotty: entry } });
    expect(JSON.stringify(json(path))).toContain(`"COTTY_HOME":"${home.root}"`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(`${path}.before-cotty`, "utf8"))).toEqual(before);
    expect(await cottyOk(home, ["connect", client, "--yes"], options)).toContain("connected already");
    await cottyOk(home, ["connect", "--remove", client, "--yes"], options);
    expect(readFileSync(path, "utf8")).toBe(`${JSON.stringify(before, null, 2)}\n`);
  });

  test("a project's file lies in the folder the command runs in", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    await cottyOk(home, ["connect", "claude", "--scope", "project", "--yes"], options);
    expect(json(join(folder, ".mcp.json"))).toMatchObject({ mcpServers: { cotty: { command: process.execPath } } });
    const rows = JSON.parse(await cottyOk(home, ["connect", "--json"], options)) as { client: string; connected: string[] }[];
    expect(rows.find(({ client }) => client === "claude")?.connected).toEqual(["project"]);
    const { code, stderr } = await cotty(home, ["connect", "claude-desktop", "--scope", "project"], options);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Claude Desktop has no configuration for the scope project")]);
  });

  test("with --http in a shared file, a variable in place of the token", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const printed = await cottyOk(home, ["connect", "vscode", "--scope", "project", "--http", "--yes"], options);
    expect(printed).toContain("COTTY_TOKEN");
    expect(json(join(folder, ".vscode/mcp.json"))["servers"]?.["cotty"]).toEqual({
      type: "http",
      url: "http://127.0.0.1:26889/mcp",
      headers: { Authorization: "Bearer ${env:COTTY_TOKEN}" },
    });
  });
});

test("with --http a token of its own, made once the change is agreed to, and good at once", async () => {
  await using home = createHome();
  const { folder, options } = personIn(home);
  const shown = await cottyOk(home, ["connect", "codex", "--http", "--print"], options);
  expect(shown).toContain("Bearer (a new token)");
  expect(existsSync(home.paths.socket)).toBe(false);
  const printed = await cottyOk(home, ["connect", "codex", "--http", "--yes"], options);
  expect(printed).toContain("'cotty http on' switches it on");
  const text = readFileSync(join(folder, ".codex/config.toml"), "utf8");
  const token = /Authorization = "Bearer ([\w.-]{20,})"/.exec(text)?.[1] ?? "none";
  expect(printed).not.toContain(token);
  const tokens = JSON.parse(await cottyOk(home, ["token", "list", "--json"])) as { name: string }[];
  expect(tokens.map(({ name }) => name)).toEqual(["codex"]);
  // Once more: the former token is replaced, and stdio takes its place without a trace of it.
  await cottyOk(home, ["connect", "codex", "--http", "--yes"], options);
  expect(readFileSync(join(folder, ".codex/config.toml"), "utf8")).not.toContain(token);
  await cottyOk(home, ["connect", "codex", "--yes"], options);
  expect(readFileSync(join(folder, ".codex/config.toml"), "utf8")).not.toMatch(/url|Bearer/);
});

describe("what is left alone", () => {
  test("a file that cannot be read, with the place that is wrong", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, ".claude.json"), '{\n  "mcpServers": \n}\n');
    const { code, stderr } = await cotty(home, ["connect", "claude", "--yes"], options);
    expect([code, stderr]).toEqual([1, `Failed to connect: ${path} was not changed: line 3, column 1: ValueExpected\n`]);
    expect(readFileSync(path, "utf8")).toBe('{\n  "mcpServers": \n}\n');
    expect(existsSync(`${path}.before-cotty`)).toBe(false);
    expect(await cottyOk(home, ["connect"], options)).toContain("ValueExpected");
  });

  test("everything, without a terminal to ask in and without --yes; and with --print", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const asked = await cotty(home, ["connect", "codex"], options);
    expect(asked.code).toBe(1);
    expect(asked.stdout).toContain("+ [mcp_servers.cotty]");
    expect(asked.stdout).toContain("add --yes");
    expect(await cottyOk(home, ["connect", "codex", "--print"], options)).toContain("+ [mcp_servers.cotty]");
    expect(existsSync(join(folder, ".codex"))).toBe(false);
  });

  test("a symbolic link: what it points to is changed", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const real = write(join(folder, "dotfiles/claude.json"), "{}\n");
    symlinkSync("dotfiles/claude.json", join(folder, ".claude.json"));
    symlinkSync(join(folder, "dotfiles/codex"), join(folder, ".codex"));
    mkdirSync(join(folder, "dotfiles/codex"));
    symlinkSync("not-there-yet.toml", join(folder, ".codex/config.toml"));
    await cottyOk(home, ["connect", "claude", "--yes"], options);
    await cottyOk(home, ["connect", "codex", "--yes"], options);
    expect(lstatSync(join(folder, ".claude.json")).isSymbolicLink()).toBe(true);
    expect(json(real)).toMatchObject({ mcpServers: { cotty: relay } });
    expect(readFileSync(join(folder, "dotfiles/codex/not-there-yet.toml"), "utf8")).toContain("[mcp_servers.cotty]");
  });

  test("a wrong word is named, with what would be right", async () => {
    await using home = createHome();
    const { options } = personIn(home);
    for (const [args, message] of [
      [["emacs"], "Unknown client: emacs. Choose one of: claude, claude-desktop, cursor"],
      [["claude", "--scope", "world"], '--scope must be one of user, project, not "world"'],
      [["claude-desktop", "--http"], "Claude Desktop's configuration cannot contain servers over HTTP"],
      [["--yes"], "Which client?"],
    ] as const) {
      const { code, stderr } = await cotty(home, ["connect", ...args], options);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });
});

test("a person at a terminal is asked, and may say no", async () => {
  await using home = createHome();
  const { folder, options } = personIn(home);
  const path = join(folder, ".cursor/mcp.json");
  for (const [answer, expected] of [
    ["n", false],
    ["y", true],
  ] as const) {
    using terminal = new PtyTerminal(process.execPath, [commandScript, "connect", "cursor"], {
      env: { ...home.env, ...options.env },
      cols: 200,
    });
    await terminal.shows(/Write it\? \[y\/N\]/);
    terminal.type(`${answer}\r`);
    expect(await terminal.exited).toBe(expected ? 0 : 1);
    expect(existsSync(path)).toBe(expected);
  }
});

describe("the clients themselves", () => {
  test.for([
    ["opencode", "opencode-ai@1.18.33", /cotty.*connected/s, "always"],
    ["codex", "@openai/codex@0.169.0", /cotty\s+\S*node\s+\S*cotty\.js mcp.*enabled/, "asked"],
    ["gemini", "@google/gemini-cli@0.61.0", /cotty: .*cotty\.js mcp \(stdio\)/, "asked"],
    ["claude", "@anthropic-ai/claude-code@2.1.329", /cotty: .*cotty\.js mcp.*Connected/, "asked"],
  ] as const)("%s reads what was written", { timeout: 180_000 }, async ([client, name, pattern, fetched], { skip }) => {
    if (fetched === "asked" && process.env["COTTY_TEST_CLIENTS"] !== "1") {
      return skip(`${name} is not fetched (the three together are 1 GB); COTTY_TEST_CLIENTS=1 does`);
    }
    const directory = await fetchPackage(name);
    if (directory === undefined) return skip(`${name} could not be fetched from npm`);
    await using home = createHome();
    const { options } = personIn(home);
    await cottyOk(home, ["connect", client, "--yes"], options);
    const output = await runProgram(directory, client, ["mcp", "list"], {
      cwd: options.cwd,
      env: { ...home.env, ...options.env },
    });
    expect(output).toMatch(pattern);
  });
});

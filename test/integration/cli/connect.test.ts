/** `cotty connect` on real files, in a home of its own, and what the real clients make of them. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
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
    ["windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers", relay],
    ["claude-code", ".claude.json", "mcpServers", { type: "stdio", ...relay }],
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
    expect(statSync(`${path}.before-cotty`).mode & 0o777).toBe(0o600);
  });

  test("goose: a block of its YAML", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const before = "# mine\nGOOSE_MODEL: x # fast\nextensions:\n  developer:\n    enabled: true\n\n# the end\n";
    const path = write(join(folder, ".config/goose/config.yaml"), before);
    await cottyOk(home, ["connect", "goose", "--yes"], options);
    const text = readFileSync(path, "utf8");
    expect(text).toContain(
      `    enabled: true\n  cotty:\n    name: "cotty"\n    type: "stdio"\n    enabled: true\n    cmd: "${process.execPath}"\n`,
    );
    expect(text).toContain(`    envs: {"COTTY_HOME":"${home.root}"}\n\n# the end\n`);
    await cottyOk(home, ["connect", "goose", "--remove", "--yes"], options);
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("other: something to paste, for a client that is not known", async () => {
    await using home = createHome();
    const { options } = personIn(home);
    const snippet = await cottyOk(home, ["connect", "other"], options);
    expect(JSON.parse(snippet.slice(0, snippet.indexOf("\n\n")))).toEqual({
      mcpServers: { cotty: { ...relay, env: { COTTY_HOME: home.root } } },
    });
    const http = await cottyOk(home, ["connect", "other", "--http"], options);
    expect(JSON.parse(http.slice(0, http.indexOf("\n\n")))).toMatchObject({
      mcpServers: { cotty: { url: "http://127.0.0.1:26889/mcp" } },
    });
    expect(http).toContain("'cotty token create NAME'");
    const asJson = await cottyOk(home, ["connect", "other", "--json"], options);
    expect(JSON.parse(asJson)).toHaveProperty("mcpServers.cotty.command");
    expect((await cotty(home, ["connect", "other", "--yes"], options)).stderr).toContain("leave out --yes");
    expect((await cotty(home, ["connect", "emacs"], options)).stderr).toContain("opencode, windsurf, goose, other");
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

  test("with --json, what would change and what was written, as JSON", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const connect = async (...more: string[]): Promise<unknown> =>
      JSON.parse(await cottyOk(home, ["connect", "claude", "--scope", "project", "--json", ...more], options));
    const file = join(folder, ".mcp.json");
    const about = { client: "claude", scope: "project", file };
    const diff = expect.stringContaining('+       "args": [') as string;
    expect(await connect()).toEqual({ ...about, diff, written: false, notes: [] });
    expect(existsSync(file)).toBe(false);
    expect(await connect("--yes")).toMatchObject({ ...about, diff, written: true });
    expect(await connect("--yes")).toMatchObject({
      diff: "",
      written: false,
      notes: [`Claude Code is connected already (${file})`],
    });
    expect(await connect("--remove", "--yes")).toMatchObject({ written: true });
    expect(existsSync(file)).toBe(false);
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
  // Once more: it stays, and stdio takes its place without a trace of it in the file.
  expect(await cottyOk(home, ["connect", "codex", "--http", "--yes"], options)).toContain("connected already");
  expect(readFileSync(join(folder, ".codex/config.toml"), "utf8")).toBe(text);
  expect(await cottyOk(home, ["connect", "codex", "--yes"], options)).toContain("stays valid until you revoke it");
  expect(readFileSync(join(folder, ".codex/config.toml"), "utf8")).not.toMatch(/url|Bearer/);
});

describe("a token", () => {
  const bearer = (text: string) => /Bearer ([\w.-]{20,})/.exec(text)?.[1] ?? "none";
  const namesIn = async (home: Home) =>
    (JSON.parse(await cottyOk(home, ["token", "list", "--json"])) as { name: string }[]).map(({ name }) => name);

  test("of the same name, which somebody may use, is not revoked: the new one gets another name", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const mine = (await cottyOk(home, ["token", "create", "cursor"])).trim();
    const printed = await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options);
    expect(printed).toContain("There is a token called 'cursor' already, so this one is called 'cursor-2'");
    expect(await namesIn(home)).toEqual(["cursor", "cursor-2"]);
    expect(bearer(readFileSync(join(folder, ".cursor/mcp.json"), "utf8"))).not.toBe(mine);
  });

  test("that was revoked is replaced", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = join(folder, ".cursor/mcp.json");
    await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options);
    const first = bearer(readFileSync(path, "utf8"));
    await cottyOk(home, ["token", "revoke", "cursor"]);
    expect(await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options)).toContain("Written.");
    expect(bearer(readFileSync(path, "utf8"))).not.toBe(first);
    expect(await namesIn(home)).toEqual(["cursor"]);
  });

  test.each([
    ["cursor", ".cursor/mcp.json", "{\n"],
    ["codex", ".codex/config.toml", "[broken\n"],
    ["goose", ".config/goose/config.yaml", "a: [\n"],
  ])(
    "%s: is written, and never shown: not in a change of the address, of the kind, or back, nor in a fault",
    async (client, file, broken) => {
      await using home = createHome();
      const { folder, options } = personIn(home);
      const path = join(folder, file);
      const settings = (port: number) => write(home.paths.settings, JSON.stringify({ port }));
      settings(31_234);
      await cottyOk(home, ["connect", client, "--http", "--yes"], options);
      const token = bearer(readFileSync(path, "utf8"));
      settings(31_235);
      for (const args of [["--http", "--print"], ["--http", "--yes"], ["--print"], ["--remove", "--print"]]) {
        const { stdout, stderr } = await cotty(home, ["connect", client, ...args], options);
        expect(stdout + stderr).toContain("Bearer •••");
        expect(stdout + stderr).not.toContain(token);
      }
      expect(bearer(readFileSync(path, "utf8"))).toBe(token);
      write(path, `${readFileSync(path, "utf8")}${broken}`);
      const { stderr } = await cotty(home, ["connect", client], options);
      expect(stderr).toContain("was not changed");
      expect(stderr).not.toContain(token);
      await cottyOk(home, ["kill-server"]);
    },
  );

  test("is never left in a file that others can read, nor in its copy", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(
      join(folder, ".cursor/mcp.json"),
      '{ "mcpServers": { "x": { "headers": { "Authorization": "Bearer other" } } } }\n',
    );
    const mode = (file: string) => statSync(file).mode & 0o777;
    const printed = await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options);
    expect(printed).toContain(`Other users could read ${path}. It holds a token, so now only you can.`);
    expect([mode(path), mode(`${path}.before-cotty`)]).toEqual([0o600, 0o600]);
    // As an earlier version, or the client, may have left it.
    chmodSync(path, 0o644);
    expect(await cottyOk(home, ["connect"], options)).toContain(
      "other users can read the token: run 'cotty connect cursor --http'",
    );
    const again = await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options);
    expect(again).toContain("now only you can.");
    expect(mode(path)).toBe(0o600);
  });
});

describe("a port", () => {
  test("that the user has set is in the file, before MCP over HTTP is on; another one is written when it changes", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = join(folder, ".cursor/mcp.json");
    const settings = (port: number) => write(home.paths.settings, JSON.stringify({ port }));
    settings(31_234);
    await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options);
    const first = readFileSync(path, "utf8");
    expect(first).toContain('"url": "http://127.0.0.1:31234/mcp"');
    settings(31_235);
    expect(await cottyOk(home, ["connect"], options)).toContain(
      "connected, but to http://127.0.0.1:31234/mcp in place of http://127.0.0.1:31235/mcp: run 'cotty connect cursor --http'",
    );
    await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options);
    expect(readFileSync(path, "utf8")).toBe(first.replace("31234", "31235"));
  });

  test("that the host has found is kept: the next host has the same", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    // Whatever is free, in place of the usual port, which other tests may use.
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    const { port } = blocker.address() as AddressInfo;
    write(home.paths.httpPort, JSON.stringify({ port }), 0o600);
    const url = (await cottyOk(home, ["http", "on"])).trim();
    expect(url).not.toContain(`:${port}/`);
    await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options);
    await cottyOk(home, ["kill-server"]);
    await new Promise((resolve) => blocker.close(resolve));
    expect((await cottyOk(home, ["http", "on"])).trim()).toBe(url);
    expect(readFileSync(join(folder, ".cursor/mcp.json"), "utf8")).toContain(`"${url}"`);
    expect(await cottyOk(home, ["connect", "cursor", "--http", "--yes"], options)).toContain("connected already");
  });
});

describe("--remove", () => {
  const odd = '// mine\n{"theme":"dark",\n\t"a": [1,2 ], }';
  test.each([
    ["cursor", ".cursor/mcp.json", odd],
    ["cursor", ".cursor/mcp.json", ""],
    ["cursor", ".cursor/mcp.json", "\n\n"],
    ["cursor", ".cursor/mcp.json", "{}"],
    ["cursor", ".cursor/mcp.json", '\uFEFF{ "mcpServers": { } }'],
    ["codex", ".codex/config.toml", "# mine\n\n\nmodel = 'x'   # fast\n\n\n"],
    ["codex", ".codex/config.toml", ""],
    ["goose", ".config/goose/config.yaml", "a:   1\nextensions: {}\n\n"],
    ["goose", ".config/goose/config.yaml", "# nothing\n"],
  ])("%s: what was there comes back byte for byte, after every kind of change: %#", async (client, file, before) => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, file), before);
    for (const kind of [[], ["--http"], []]) await cottyOk(home, ["connect", client, ...kind, "--yes"], options);
    expect(readFileSync(path, "utf8")).not.toBe(before);
    expect(readFileSync(`${path}.before-cotty`, "utf8")).toBe(before);
    await cottyOk(home, ["connect", client, "--remove", "--yes"], options);
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(readFileSync(`${path}.before-cotty`, "utf8")).toBe(before);
    expect(await cottyOk(home, ["connect", client, "--remove", "--yes"], options)).toContain("is not connected");
  });

  const pasted = '{ "mcpServers": { "cotty": { "command": "/bin/node", "args": ["/opt/cotty.js", "mcp"] } } }';
  test.each([
    ["cursor", ".cursor/mcp.json", pasted],
    ["cursor", ".cursor/mcp.json", `${JSON.stringify(JSON.parse(pasted), null, 2)}\n`],
    ["cursor", ".cursor/mcp.json", '{"mcpServers":{"cotty":{"url":"http://[::1]:1/","trust":true}}, // mine\n}'],
    ["gemini", ".gemini/settings.json", '{"mcpServers":{"cotty":{"command":"old","timeout":5}},"theme":"dark"}'],
    ["codex", ".codex/config.toml", "[mcp_servers.cotty] # mine\ncommand = 'old'\n\n[other]\na = 1\n"],
    ["goose", ".config/goose/config.yaml", "extensions:\n  cotty:\n    cmd: old\n"],
  ])("%s: an entry of the user's own comes back, and is not taken out twice: %#", async (client, file, before) => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, file), before);
    for (const kinds of [[[]], [["--http"]], [[], ["--http"], []]]) {
      for (const kind of kinds) await cottyOk(home, ["connect", client, ...kind, "--yes"], options);
      expect(readFileSync(path, "utf8")).not.toBe(before);
      expect(readFileSync(`${path}.before-cotty`, "utf8")).toBe(before);
      await cottyOk(home, ["connect", client, "--remove", "--yes"], options);
      expect(readFileSync(path, "utf8")).toBe(before);
      const again = await cottyOk(home, ["connect", client, "--remove", "--yes"], options);
      expect(again).toContain("is not connected");
      expect(again).toContain("The entry in it is your own");
      expect(readFileSync(path, "utf8")).toBe(before);
      expect(readFileSync(`${path}.before-cotty`, "utf8")).toBe(before);
    }
  });

  test("an entry of the user's own comes back into a file that has changed since, too", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, ".cursor/mcp.json"), '{"mcpServers":{"cotty":{"command":"old"}}}');
    await cottyOk(home, ["connect", "cursor", "--yes"], options);
    write(path, JSON.stringify({ ...json(path), theme: "dark" }));
    await cottyOk(home, ["connect", "cursor", "--remove", "--yes"], options);
    expect(json(path)).toEqual({ mcpServers: { cotty: { command: "old" } }, theme: "dark" });
    // The next copy is of what is there now.
    const since = readFileSync(path, "utf8");
    await cottyOk(home, ["connect", "cursor", "--yes"], options);
    await cottyOk(home, ["connect", "cursor", "--remove", "--yes"], options);
    expect(readFileSync(path, "utf8")).toBe(since);
  });

  test.each([
    ["cursor", ".cursor/mcp.json", '{"v":1}', '{"v":2,"mcpServers":{"cotty":{"command":"mine"}}}'],
    ["codex", ".codex/config.toml", "v = 1\n", "v = 2\n\n[mcp_servers.cotty]\ncommand = 'mine'\n"],
  ])("%s: so does one that has come after Cotty was removed", async (client, file, before, since) => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, file), before);
    for (const text of [before, since]) {
      write(path, text);
      for (const kind of [[], ["--http"], []]) await cottyOk(home, ["connect", client, ...kind, "--yes"], options);
      expect(readFileSync(`${path}.before-cotty`, "utf8")).toBe(text);
      await cottyOk(home, ["connect", client, "--remove", "--yes"], options);
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  test("a file that the user has written after the documents is kept, and so is a copy of it", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, ".cursor/mcp.json"), pasted);
    await cottyOk(home, ["connect", "cursor", "--remove", "--yes"], options);
    expect(json(path)).toEqual({});
    expect(readFileSync(`${path}.before-cotty`, "utf8")).toBe(pasted);
  });

  test("a file that it made goes again, with the folders that it made", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    for (const [client, file] of [
      ["cursor", ".cursor/mcp.json"],
      ["codex", ".codex/config.toml"],
      ["goose", ".config/goose/config.yaml"],
    ] as const) {
      for (const kind of [[], ["--http"]]) await cottyOk(home, ["connect", client, ...kind, "--yes"], options);
      expect(existsSync(join(folder, file))).toBe(true);
      await cottyOk(home, ["connect", client, "--remove", "--yes"], options);
      expect(existsSync(join(folder, file.split("/")[0] ?? ""))).toBe(false);
    }
    // These were there before.
    mkdirSync(join(folder, ".cursor"));
    mkdirSync(join(folder, ".config"));
    for (const client of ["cursor", "goose"]) {
      await cottyOk(home, ["connect", client, "--yes"], options);
      await cottyOk(home, ["connect", client, "--remove", "--yes"], options);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([".config", ".cursor"]);
    expect([...readdirSync(join(folder, ".cursor")), ...readdirSync(join(folder, ".config"))]).toEqual([]);
  });

  test("… of a note only what the file is in counts, and what an earlier note says still does", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = join(folder, ".config/goose/config.yaml");
    await cottyOk(home, ["connect", "goose", "--yes"], options);
    rmSync(path);
    await cottyOk(home, ["connect", "goose", "--yes"], options);
    mkdirSync(join(folder, "empty"));
    appendFileSync(`${path}.made-by-cotty`, `Folder: ${join(folder, "empty")}\n`);
    await cottyOk(home, ["connect", "goose", "--remove", "--yes"], options);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["empty"]));
    expect(existsSync(join(folder, ".config"))).toBe(false);
  });

  test("what a person has put into a file that it made stays, and nothing else", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = join(folder, ".cursor/mcp.json");
    await cottyOk(home, ["connect", "cursor", "--yes"], options);
    write(path, JSON.stringify({ ...json(path), theme: "dark" }));
    await cottyOk(home, ["connect", "cursor", "--remove", "--yes"], options);
    expect(readdirSync(dirname(path))).toEqual(["mcp.json"]);
    expect(json(path)).toEqual({ theme: "dark" });
  });

  test("what the person has changed since then stays, and only Cotty's part goes", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, ".cursor/mcp.json"), "{}\n");
    await cottyOk(home, ["connect", "cursor", "--yes"], options);
    const since = { ...json(path), theme: "dark" };
    write(path, `${JSON.stringify(since, null, 2)}\n`);
    await cottyOk(home, ["connect", "cursor", "--remove", "--yes"], options);
    expect(json(path)).toEqual({ theme: "dark" });
    // The next copy is of what is there now.
    await cottyOk(home, ["connect", "cursor", "--yes"], options);
    expect(json(`${path}.before-cotty`)).toEqual({ theme: "dark" });
  });

  test("nothing to remove: an empty file, and none", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, ".cursor/mcp.json"), "");
    for (const client of ["cursor", "codex", "goose"]) {
      expect(await cottyOk(home, ["connect", client, "--remove", "--yes"], options)).toContain("is not connected");
    }
    expect(readFileSync(path, "utf8")).toBe("");
  });
});

describe("what is left alone", () => {
  test("a file that cannot be read, with the place that is wrong", async () => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, ".claude.json"), '{\n  "mcpServers": \n}\n');
    const { code, stderr } = await cotty(home, ["connect", "claude", "--yes"], options);
    expect([code, stderr]).toEqual([
      1,
      `Failed to connect: ${path} was not changed: line 3, column 1: a value is missing. Correct it, then try again\n`,
    ]);
    expect(readFileSync(path, "utf8")).toBe('{\n  "mcpServers": \n}\n');
    expect(existsSync(`${path}.before-cotty`)).toBe(false);
    expect(await cottyOk(home, ["connect"], options)).toContain("a value is missing");
  });

  test.each([
    ["claude", ".claude.json", '{"name":"caf\xe9"}'],
    ["codex", ".codex/config.toml", 'name = "caf\xe9"\n'],
    ["goose", ".config/goose/config.yaml", 'name: "caf\xe9"\n'],
  ])("%s: a file that is not in UTF-8", async (client, file, text) => {
    await using home = createHome();
    const { folder, options } = personIn(home);
    const path = write(join(folder, file), "");
    const bytes = Buffer.from(text, "latin1");
    writeFileSync(path, bytes);
    const { code, stderr } = await cotty(home, ["connect", client, "--yes"], options);
    expect([code, stderr]).toEqual([
      1,
      `Failed to connect: ${path} was not changed: it is not text in UTF-8. Correct it, then try again\n`,
    ]);
    expect(readFileSync(path)).toEqual(bytes);
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
    ["claude", "@anthropic-ai/claude-code@2.1.330", /cotty: .*cotty\.js mcp.*Connected/, "asked"],
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

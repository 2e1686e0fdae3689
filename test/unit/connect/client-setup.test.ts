/** What the window does to connect an agent, on real files. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClientSetup } from "../../../electron/connect/client-setup.ts";
import { resolvePaths } from "../../../electron/platform/paths.ts";

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), "cotty-setup-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

function setup(env: Record<string, string> = {}): { setup: ClientSetup; commandScript: string } {
  const commandScript = write("checkout/bin/cotty.js", "");
  chmodSync(commandScript, 0o755);
  const environment = { platform: "linux", env, home, cwd: home } as const;
  const paths = resolvePaths({ ...environment, env: { COTTY_HOME: join(home, "cotty") } });
  return { setup: new ClientSetup({ paths, commandScript }, environment), commandScript };
}

function write(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe("the list", () => {
  test("has what is found here first, and says what is connected", async () => {
    write(".codeium/windsurf/mcp_config.json", '{"mcpServers":{"cotty":{"command":"cotty","args":["mcp"]}}}');
    const { clients } = await setup().setup.list();
    expect(clients[0]).toEqual({
      client: "windsurf",
      label: "Windsurf",
      found: true,
      connected: true,
      file: join(home, ".codeium/windsurf/mcp_config.json"),
    });
    expect(clients.slice(1).every(({ found, connected }) => !found && !connected)).toBe(true);
  });

  test("a file that cannot be read is the problem of one client, not of the list", async () => {
    write(".cursor/mcp.json", "{ not json");
    const { clients } = await setup().setup.list();
    expect(clients.find(({ client }) => client === "cursor")?.problem).toContain(".cursor/mcp.json was not changed");
    expect(clients.filter(({ problem }) => problem !== undefined)).toHaveLength(1);
  });

  test("an entry that is not Cotty's, or that leads to nothing any more, is no connection that works", async () => {
    write(".claude.json", '{"mcpServers":{"cotty":{"command":"mine"}}}');
    const script = write("moved/bin/cotty.js", "");
    const entry = (args: string[]): string =>
      JSON.stringify({ mcpServers: { cotty: { command: process.execPath, args, env: { COTTY_HOME: "/not/yet" } } } });
    write(".cursor/mcp.json", entry(["/old/bin/cotty.js", "mcp"]));
    write(".gemini/settings.json", entry([script, "mcp"]));
    const { clients } = await setup().setup.list();
    const of = (id: string): unknown => clients.find(({ client }) => client === id);
    expect(of("claude")).toMatchObject({
      connected: false,
      problem: expect.stringMatching(
        /^its server 'cotty' is another program \(.*\.claude\.json\): 'cotty connect claude' shows/,
      ) as string,
    });
    expect(of("cursor")).toMatchObject({
      connected: true,
      problem: "connected, but /old/bin/cotty.js does not exist: run 'cotty connect cursor'",
    });
    expect(of("gemini")).not.toHaveProperty("problem");
  });

  test("the command works without a PATH, and is short when the PATH leads to it", async () => {
    const { setup: without, commandScript } = setup({ PATH: "/nowhere" });
    expect((await without.list()).command).toBe(`${process.execPath} ${commandScript}`);
    mkdirSync(join(home, "links"));
    symlinkSync(commandScript, join(home, "links/cotty"));
    expect((await setup({ PATH: `/nowhere:${join(home, "links")}` }).setup.list()).command).toBe("cotty");
    // Another program of that name is not ours.
    chmodSync(write("others/cotty", ""), 0o755);
    expect((await setup({ PATH: `${join(home, "others")}:${join(home, "links")}` }).setup.list()).command).toContain("cotty.js");
  });

  test("the entry for other clients names absolute paths", async () => {
    const { setup: one, commandScript } = setup();
    expect(JSON.parse((await one.list()).entry)).toMatchObject({
      mcpServers: { cotty: { command: process.execPath, args: [commandScript, "mcp"] } },
    });
  });
});

describe("a change", () => {
  test("is written as it was shown, and undone to the byte", async () => {
    const before = '{\n  "mcpServers": { "other": { "command": "x" } }, // mine\n  "theme": "dark"\n}\n';
    const file = write(".cursor/mcp.json", before);
    chmodSync(file, 0o640);
    const { setup: one, commandScript } = setup();
    const shown = await one.preview({ client: "cursor" });
    expect(shown).toMatchObject({ file, isNew: false });
    expect(shown.diff).toContain(`+       "args": [`);
    expect(readFileSync(file, "utf8")).toBe(before);

    const { remarks } = await one.write({ client: "cursor", seen: shown.diff });
    expect(remarks.join()).toContain(`${file}.before-cotty`);
    expect(readFileSync(file, "utf8")).toContain(commandScript);
    expect(readFileSync(file, "utf8")).toContain("// mine");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect((await one.preview({ client: "cursor" })).diff).toBe("");

    const removal = await one.preview({ client: "cursor", remove: true });
    await one.write({ client: "cursor", remove: true, seen: removal.diff });
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("a file that Cotty has made goes with it", async () => {
    const { setup: one } = setup();
    const shown = await one.preview({ client: "gemini" });
    expect(shown.isNew).toBe(true);
    await one.write({ client: "gemini", seen: shown.diff });
    const file = join(home, ".gemini/settings.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await one.write({ client: "gemini", remove: true, seen: (await one.preview({ client: "gemini", remove: true })).diff });
    expect(existsSync(file)).toBe(false);
  });

  test("A13 another change than the one that was shown is refused", async () => {
    const file = write(".cursor/mcp.json", '{ "mcpServers": {} }\n');
    const { setup: one } = setup();
    const { diff } = await one.preview({ client: "cursor" });
    writeFileSync(file, '{ "mcpServers": { "new": {} } }\n');
    await expect(one.write({ client: "cursor", seen: diff })).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringContaining("has changed since you looked") as string,
    });
    expect(readFileSync(file, "utf8")).toBe('{ "mcpServers": { "new": {} } }\n');
  });

  test("A13 shows no token that stands in the file", async () => {
    const entry = { url: "http://127.0.0.1:1/mcp", headers: { Authorization: "Bearer cotty_secret" } };
    write(".cursor/mcp.json", JSON.stringify({ mcpServers: { cotty: entry } }, null, 2));
    const { diff } = await setup().setup.preview({ client: "cursor" });
    expect(diff).toContain('-         "Authorization": "Bearer •••"');
    expect(diff).not.toContain("cotty_secret");
  });

  test("an unknown client, a damaged file and an AppImage are said in words", async () => {
    write(".cursor/mcp.json", "{ not json");
    await expect(setup().setup.preview({ client: "emacs" })).rejects.toThrow("Unknown client: emacs. Choose one of: claude");
    await expect(setup().setup.preview({ client: "cursor" })).rejects.toThrow(
      ".cursor/mcp.json was not changed: line 1, column 3: a word that is no value",
    );
    await expect(setup({ APPIMAGE: "/x" }).setup.preview({ client: "gemini" })).rejects.toThrow("AppImage");
  });
});

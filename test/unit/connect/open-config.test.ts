/** What is said of a configuration that cannot be used: which file it is, and what to do. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentClient, CLIENTS } from "../../../electron/connect/clients.ts";
import { performChange } from "../../../electron/connect/config-change.ts";
import { openConfig } from "../../../electron/connect/open-config.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cotty-config-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DEPTH = 50_000;
const deepList = `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`;
/** The same depth without brackets. */
const deepBlock = `a:\n${"- ".repeat(DEPTH)}x\n`;
const deepKey = `${"a.".repeat(DEPTH)}b = 1\n`;
const kinds: [string, AgentClient, { empty: string; entry: string; broken: string; deep: string }][] = [
  [
    "config.json",
    CLIENTS.cursor,
    {
      empty: "{}\n",
      entry: '{"mcpServers":{"cotty":{"command":"/bin/node","args":["/opt/cotty.js","mcp"]}}}\n',
      broken: "{ broken",
      deep: `{"a":${deepList}}`,
    },
  ],
  [
    "config.toml",
    CLIENTS.codex,
    {
      empty: "",
      entry: '[mcp_servers.cotty]\ncommand = "/bin/node"\nargs = ["/opt/cotty.js", "mcp"]\n',
      broken: "[broken\n",
      deep: `a = ${deepList}\n`,
    },
  ],
  [
    "config.yaml",
    CLIENTS.goose,
    {
      empty: "a: 1\n",
      entry: 'extensions:\n  cotty:\n    cmd: "/bin/node"\n    args: ["/opt/cotty.js", "mcp"]\n',
      broken: "a: [\n",
      deep: `a: ${deepList}\n`,
    },
  ],
];

async function messageFor(path: string, client: AgentClient): Promise<string> {
  return openConfig(path, client).then(
    () => "no error",
    (error: Error) => error.message,
  );
}

describe.each(kinds)("%s", (name, client, { empty, entry, broken, deep }) => {
  test("a mistake: the file, the place, and what to do", async () => {
    const path = join(folder, name);
    writeFileSync(path, broken);
    const message = await messageFor(path, client);
    expect(message).toMatch(new RegExp(`^${path} was not changed: [^]*(line [12]|1: )`));
    expect(message).toMatch(/Correct it, then try again$/);
  });

  test("one that nests too deep: the same, in words", async () => {
    const path = join(folder, name);
    writeFileSync(path, deep);
    const message = await messageFor(path, client);
    expect(message).not.toContain("call stack");
    expect(message).toMatch(new RegExp(`^${path} was not changed: `));
    expect(message).toContain("nests too deep to be changed here. 'cotty connect other' prints what to put into it");
  });

  test.each([
    ["broken", broken],
    ["nested too deep", deep],
    ["not in UTF-8", Buffer.from([0xff, 0xfe])],
  ])("a copy from before Cotty that is %s: the copy is named, with what to do", async (_, copy) => {
    const path = join(folder, name);
    writeFileSync(path, empty);
    performChange({ kind: "write", text: entry }, await openConfig(path, client), { isSecret: false });
    writeFileSync(`${path}.before-cotty`, copy);
    const message = await messageFor(path, client);
    expect(message).toMatch(
      new RegExp(`^${path} was not changed: its copy from before Cotty, ${path}\\.before-cotty, cannot be`),
    );
    expect(message).not.toContain("call stack");
    expect(message).toMatch(/(Correct the copy, or m|M)ove (it|the copy) away, then try again$/);
    // As the message says.
    rmSync(`${path}.before-cotty`);
    const config = await openConfig(path, client);
    performChange(config.withoutEntry(), config, { isSecret: false });
    expect(readFileSync(path, "utf8")).not.toContain("cotty");
  });
});

// Where the stack is nearly full, V8 ends the process when it compiles a regular expression: only many tries show it.
test.each([
  ["config.yaml", CLIENTS.goose, `a: ${deepList}\n`],
  ["block.yaml", CLIENTS.goose, deepBlock],
  ["config.toml", CLIENTS.codex, deepKey],
])("what nests too deep in %s ends nothing, 40 of 40", async (name, client, text) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  for (let time = 0; time < 40; time++) expect(await messageFor(path, client)).toContain("nests too deep");
});

test("a folder in the place of the copy is named, too", async () => {
  const path = join(folder, "config.json");
  writeFileSync(path, '{"mcpServers":{"cotty":{"command":"x"}}}');
  mkdirSync(`${path}.before-cotty`);
  expect(await messageFor(path, CLIENTS.cursor)).toContain(`its copy from before Cotty, ${path}.before-cotty, cannot be used`);
});

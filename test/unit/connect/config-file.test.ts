/** The modes of the files that `cotty connect` writes and puts back. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CLIENTS } from "../../../electron/connect/clients.ts";
import { performChange } from "../../../electron/connect/config-change.ts";
import { openConfig } from "../../../electron/connect/open-config.ts";

const UMASK = 0o077;

let folder: string;
let path: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-config-"));
  path = join(folder, "mcp.json");
  umask = process.umask(UMASK);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

function writeWithMode(mode: number, text = "{}\n"): void {
  writeFileSync(path, text);
  chmodSync(path, mode);
}

const mode = (): number => statSync(path).mode & 0o777;
const open = () => openConfig(path, CLIENTS.cursor);
const server = { command: "/bin/node", args: ["/opt/cotty.js", "mcp"] };

async function connect(isSecret: boolean): Promise<string> {
  const config = await open();
  const entry = isSecret ? { url: "http://127.0.0.1:1/mcp", headers: { Authorization: "Bearer x" } } : server;
  return performChange(config.withEntry(entry), config, { isSecret });
}

async function remove(): Promise<string> {
  const config = await open();
  return performChange(config.withoutEntry(), config, { isSecret: false });
}

describe.skipIf(process.platform === "win32")("the mode of a file", () => {
  test.each([0o644, 0o664, 0o666, 0o640, 0o600])("%o stays, whatever the umask, and after --remove, too", async (before) => {
    writeWithMode(before);
    await connect(false);
    expect(mode()).toBe(before);
    await remove();
    expect(mode()).toBe(before);
  });

  test.each([0o644, 0o664])("%o goes with a token, and comes back with --remove", async (before) => {
    writeWithMode(before);
    await connect(false);
    await connect(true);
    expect(mode()).toBe(before & 0o700);
    await connect(false);
    expect(mode(), "only --remove opens it again").toBe(0o600);
    await connect(true);
    expect(await remove()).toContain(`Other users can use ${path} as before Cotty: its mode is ${before.toString(8)} again.`);
    expect(mode()).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(["mcp.json", "mcp.json.before-cotty"]);
  });

  test("a file that has changed since stays its owner's: another server's token may have come into it", async () => {
    writeWithMode(0o644);
    await connect(true);
    writeFileSync(path, JSON.stringify({ mcpServers: { cotty: (await open()).entry, other: server } }));
    expect(await remove()).toContain(`Only you can read it. Before Cotty, its mode was 644: chmod 644 '${path}'`);
    expect(mode()).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(["mcp.json", "mcp.json.before-cotty"]);
  });

  test("a note that is left from another file of this name does not count", async () => {
    writeWithMode(0o644);
    await connect(true);
    rmSync(path);
    rmSync(`${path}.before-cotty`);
    writeWithMode(0o600);
    await connect(false);
    await remove();
    expect(mode()).toBe(0o600);
  });

  test("one that the user has chosen since stays", async () => {
    writeWithMode(0o664);
    await connect(true);
    chmodSync(path, 0o640);
    expect(await remove()).not.toContain("mode");
    expect(mode()).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(["mcp.json", "mcp.json.before-cotty"]);
  });

  test("one that the user has opened to others, and Cotty has closed again, is the first", async () => {
    writeWithMode(0o640);
    await connect(true);
    chmodSync(path, 0o666);
    await connect(true);
    expect(mode()).toBe(0o600);
    await remove();
    expect(mode()).toBe(0o640);
  });

  test("a file that Cotty has made is its owner's, and leaves nothing", async () => {
    await connect(true);
    expect(mode()).toBe(0o600);
    chmodSync(path, 0o644);
    await connect(true);
    expect(mode()).toBe(0o600);
    await remove();
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});

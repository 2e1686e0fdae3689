/** What a program is given: the caller's working directory (terminalcp's defect 7), a clean environment (A10), and nothing else. Codes: docs/threats.md. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { exitOf, plainEnvironment, readAll, start, startTestHost, type TestHost } from "../../support/test-host.ts";

let host: TestHost;
let client: Client;

const POISON = {
  NODE_OPTIONS: "--no-warnings",
  ELECTRON_RUN_AS_NODE: "1",
  ELECTRON_NO_ASAR: "1",
  COTTY_TOKEN: "secret",
  COTTY_SESSION_ID: "another",
  COTTY_SESSION_KEY: "0000",
  TMUX: "/tmp/tmux-0/default,1,0",
  TERM: "dumb",
  TERM_PROGRAM: "vscode",
  VSCODE_IPC_HOOK: "x",
  COLUMNS: "17",
  LINES: "3",
};

beforeAll(async () => {
  host = await startTestHost({ env: { ...POISON, HOSTS_OWN: "host" } });
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

async function outputOf(command: string, more: Parameters<typeof start>[2] = {}): Promise<string> {
  const { id } = await start(client, command, more);
  await exitOf(client, id);
  const text = (await readAll(client, id)).replaceAll("\r\n", "\n");
  await client.request("session/stop", { id });
  return text;
}

async function environmentOf(env: Record<string, string>): Promise<Map<string, string>> {
  const text = await outputOf("exec env -0 | tr '\\0' '\\n'", { id: "env test", env });
  return new Map(text.split("\n").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

describe("A10: the environment", () => {
  it("is the caller's, without the runtime's and the host's own, and describes our terminal", async () => {
    const env = await environmentOf({ ...plainEnvironment(), ...POISON, MYVAR: "caller's ünïcode = x" });
    expect(env.get("MYVAR")).toBe("caller's ünïcode = x");
    expect(env.get("TERM")).toBe("xterm-256color");
    expect(env.get("COLORTERM")).toBe("truecolor");
    expect(env.get("TERM_PROGRAM")).toBe("cotty");
    expect(env.get("COTTY_SESSION_ID")).toBe("env test");
    expect(env.get("COTTY_SESSION_KEY")).toMatch(/^[0-9a-f]{32}$/);
    const foreign = [...env.keys()].filter((name) =>
      /^(NODE_OPTIONS|NODE_CHANNEL|ELECTRON_|TMUX|VSCODE_|COLUMNS|LINES)/.test(name),
    );
    expect(foreign).toEqual([]);
    expect([...env.keys()].filter((name) => name.startsWith("COTTY_")).sort()).toEqual(["COTTY_SESSION_ID", "COTTY_SESSION_KEY"]);
    expect(env.has("HOSTS_OWN")).toBe(false);
  });

  it("is the host's, cleaned, for a caller that sends no environment", async () => {
    const { session } = await client.request("session/create", { command: "env" });
    await exitOf(client, session.id);
    const text = await readAll(client, session.id);
    expect(text).toContain("HOSTS_OWN=host");
    expect(text).not.toMatch(/^(NODE_OPTIONS|ELECTRON_|COTTY_TOKEN|TMUX|NODE_CHANNEL)/m);
    expect(text).toMatch(/^TERM=xterm-256color\r$/m);
    // `cotty` inside must find the same host.
    expect(text).toContain(`COTTY_HOME=${host.home.root}`);
  });
});

describe("terminalcp's defect 7: the working directory", () => {
  it("is the caller's, spaces and all, for each session", async () => {
    const directory = join(host.home.root, "dir with space 'n' \"quote");
    mkdirSync(directory);
    expect(await outputOf("pwd; echo $PWD", { cwd: directory })).toBe(`${directory}\n${directory}\n`);
  });

  it("may vanish under a session without harm to the next one", async () => {
    const directory = join(host.home.root, "short-lived");
    mkdirSync(directory);
    const { id } = await start(client, "exec sleep 1000", { cwd: directory });
    rmSync(directory, { recursive: true });
    expect(await outputOf("pwd", { cwd: host.home.root })).toBe(`${host.home.root}\n`);
    await client.request("session/stop", { id });
  });

  it("is refused when it is not a directory, and leaves neither session nor recording", async () => {
    const file = join(host.home.root, "a-file");
    writeFileSync(file, "");
    const before = readdirSync(host.home.paths.recordings).length;
    const sessions = (await client.request("session/list", {})).length;
    await expect(start(client, "true", { cwd: "/nowhere/at all" })).rejects.toMatchObject({
      code: "start-failed",
      message: "No such directory: /nowhere/at all",
    });
    await expect(start(client, "true", { cwd: file })).rejects.toMatchObject({
      code: "start-failed",
      message: `Not a directory: ${file}`,
    });
    await expect(start(client, "true", { cwd: "relative" })).rejects.toMatchObject({ code: "bad-request" });
    expect((await client.request("session/list", {})).length).toBe(sessions);
    expect(readdirSync(host.home.paths.recordings).length).toBe(before);
  });
});

describe("what else a program is given", () => {
  it("descriptors 0, 1 and 2 on its terminal, and no other: nothing of other sessions' terminals", async () => {
    const others = [];
    for (let n = 0; n < 6; n++) others.push((await start(client, "cat")).id);
    // Numbers in between are free then.
    const stop = (id: string) => client.request("session/stop", { id });
    for (const id of [others[1], others[3]]) if (id !== undefined) await stop(id);
    const script = join(host.home.root, "descriptors.py");
    // The one that lists them is closed by the time it is asked about.
    const each = "n + '=' + os.readlink(p + n) for n in os.listdir(p) if os.path.exists(p + n)";
    writeFileSync(script, `import os\np = '/proc/self/fd/'\nprint(*[${each}])\n`);
    const text = await outputOf(`exec python3 -S ${script}`);
    expect(text.replace(/\/dev\/pts\/\d+/g, "tty").trim()).toBe("0=tty 1=tty 2=tty");
    for (const id of [others[0], others[2], others[4], others[5]]) if (id !== undefined) await stop(id);
  });

  it("the size it was started with, and a new one when it is resized", async () => {
    expect(await outputOf("stty size", { size: { cols: 133, rows: 51 } })).toBe("51 133\n");
    expect(await outputOf("stty size")).toBe("24 80\n");
    const { id } = await start(client, "trap 'stty size; exit' WINCH; echo up; while :; do sleep 0.05; done");
    await client.request("session/wait", { id, until: { pattern: "up" } });
    await client.request("session/resize", { id, size: { cols: 100, rows: 30 } });
    await exitOf(client, id);
    expect(await readAll(client, id)).toContain("30 100");
    await expect(client.request("session/resize", { id, size: { cols: 90, rows: 30 } })).rejects.toMatchObject({
      code: "session-ended",
    });
  });

  it("the caller's shell; another where that is no program", async () => {
    const env = plainEnvironment();
    expect(await outputOf("echo $0", { env: { ...env, SHELL: "/bin/sh" } })).toBe("/bin/sh\n");
    expect(await outputOf("echo $BASH", { env: { ...env, SHELL: "/no/such/shell" } })).toBe("/bin/bash\n");
    expect(await outputOf("echo $BASH", { env: { ...env, SHELL: "/etc/passwd" } })).toBe("/bin/bash\n");
    const broken = join(host.home.root, "broken-shell");
    writeFileSync(broken, "#!/no/such/interpreter\n");
    chmodSync(broken, 0o755);
    const { id } = await start(client, "true", { env: { ...env, SHELL: broken } });
    expect((await exitOf(client, id)).code).not.toBe(0);
  });
});

describe("names", () => {
  it("may have spaces, quotes and other scripts in them, and name no file", async () => {
    const casts = () => readdirSync(host.home.paths.recordings).filter((name) => name.endsWith(".cast")).length;
    const before = casts();
    for (const id of ["a b", "../../x", "/etc/x", "日本 'x'", "-rf", "CON", "x".repeat(64)]) {
      const session = await start(client, "printf hi", { id });
      expect(session.id).toBe(id);
      await exitOf(client, id);
      expect(await readAll(client, id)).toBe("hi");
      await client.request("session/stop", { id });
    }
    expect(casts()).toBe(before + 7);
    expect(readdirSync(host.home.paths.recordings).every((name) => /^[0-9a-f]{32}\.[a-z.]+$/.test(name))).toBe(true);
  });

  it("are refused with control characters or over 64, and made up when there is none", async () => {
    for (const id of ["a\nb", "a\0b", "\u202ex", "x".repeat(65)]) {
      await expect(start(client, "true", { id })).rejects.toMatchObject({ code: "bad-request" });
    }
    expect((await start(client, "true")).id).toMatch(/^proc-[0-9a-f]{12}$/);
    expect((await start(client, "true", { id: "" })).id).toMatch(/^proc-[0-9a-f]{12}$/);
  });
});

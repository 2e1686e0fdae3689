/** Hidden input: agents neither type into it nor see what a person types there (A16, R1). Codes: docs/threats.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../../shared/export-formats.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { type McpAgent, startMcpAgent } from "../../support/mcp-agent.ts";
import { PtyTerminal } from "../../support/pty.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

const SECRET = "hunter2-SECRET";

/** As sudo and ssh ask: through /dev/tty, with the echo off, whatever stdin is. The first answer counts as wrong. */
const ASKS_TWICE = (prompt: string): string =>
  `import os, sys, termios
tty = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
for _ in range(2):
    old = termios.tcgetattr(tty)
    new = termios.tcgetattr(tty)
    new[3] &= ~termios.ECHO
    termios.tcsetattr(tty, termios.TCSAFLUSH, new)
    os.write(tty, b"${prompt}")
    line = os.read(tty, 512)
    termios.tcsetattr(tty, termios.TCSAFLUSH, old)
    os.write(tty, b"\\nSorry, try again.\\n" if _ == 0 else b"\\nlength %d\\n" % (len(line) - 1))`;

const PROMPTS: Readonly<Record<string, { command: string; times?: number }>> = {
  "bash's read -s": { command: "read -s -p 'Token? ' p; echo; echo length ${#p}; exec sleep 1000" },
  "bash's read -s with a time limit, without a word": { command: "read -s -t 500 p; echo length ${#p}; exec sleep 1000" },
  "bash's read -s behind script, without a word": {
    command: `script -qc "bash -c 'read -s p; echo; echo length \\\${#p}'" /dev/null; exec sleep 1000`,
  },
  "python's getpass": { command: `python3 -c 'import getpass; print("length", len(getpass.getpass()))'; exec sleep 1000` },
  "a prompt as sudo's": {
    command: `python3 -c '${ASKS_TWICE("[sudo] password for ada: ")}' < /dev/null; exec sleep 1000`,
    times: 2,
  },
  "a prompt as ssh's": {
    command: `(exec python3 -c '${ASKS_TWICE("ada@example.com\\x27s password: ")}'); exec sleep 1000`,
    times: 2,
  },
  "openssl, which asks for it again": {
    command: "openssl enc -aes-256-cbc -pbkdf2 -in /dev/null > /dev/null; echo length 14; exec sleep 1000",
    times: 2,
  },
};

let host: TestHost;
let agent: McpAgent;
let person: Client;
/** Everything that the agent was answered. */
const answers: string[] = [];

beforeAll(async () => {
  host = await startTestHost();
  person = await host.connect("window", "You");
  agent = await startMcpAgent("2025", host.home, { name: "Claude Code", env: { SHELL: "/bin/bash" } });
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

async function call(args: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
  const { text, isError } = await agent.call(args);
  answers.push(text);
  return { text, isError };
}

async function info(id: string): Promise<SessionInfo | undefined> {
  return (await person.request("session/list", {})).find((session) => session.id === id);
}

async function isHidden(id: string): Promise<void> {
  await until(`hidden input in ${id}`, async () => (await info(id))?.hiddenInput !== undefined);
}

function asked(id: string): Promise<NonNullable<NonNullable<SessionInfo["hiddenInput"]>["asked"]>> {
  return until(`a request in ${id}`, async () => (await info(id))?.hiddenInput?.asked);
}

/** No file of the host, no answer to the agent and no export has the secret. */
async function expectNowhere(ids: readonly string[], formats: readonly ExportFormat[] = ["cast", "txt"]): Promise<void> {
  for (const id of ids) {
    const inputs = await person.request("session/inputs", { id });
    answers.push(JSON.stringify(inputs), JSON.stringify(await info(id)));
    for (const format of formats) answers.push(await exported(id, format));
  }
  for (const answer of answers) expect(answer).not.toContain(SECRET);
  for (const file of readdirSync(host.home.root, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    expect(readFileSync(join(file.parentPath, file.name), "latin1"), file.name).not.toContain(SECRET);
  }
}

async function exported(id: string, format: ExportFormat): Promise<string> {
  let text = "";
  for (let from: string | undefined, isFirst = true; isFirst || from !== undefined; isFirst = false) {
    const piece = await person.request("session/export", { id, ...(from === undefined ? { format } : { format, from }) });
    text += piece.encoding ? Buffer.from(piece.text, piece.encoding).toString("latin1") : piece.text;
    from = piece.next;
  }
  return text;
}

describe.each(Object.entries(PROMPTS))("%s", (name, { command, times = 1 }) => {
  const id = name.slice(0, 40);

  it("is hidden input: the agent may not type there, a person sends what it asks for, and it is nowhere", async () => {
    await call({ action: "start", command, name: id });
    await isHidden(id);
    const refused = await call({ action: "stdin", id, data: "guess\r" });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("send_secret") as string });
    for (let time = 1; time <= times; time++) {
      const sent = call({
        action: "send_secret",
        id,
        data: "the test's password",
        wait: { pattern: "length \\d+|again|[Vv]erify" },
      });
      expect(await asked(id)).toMatchObject({ by: "Claude Code", purpose: "the test's password" });
      const needs = { state: "waiting", reason: "Claude Code asks for: the test's password" };
      expect((await info(id))?.attention).toEqual(needs);
      expect(await person.request("session/why", { id })).toMatchObject(needs);
      await person.request("secret/send", { id, secret: SECRET });
      expect((await sent).text).toMatch(/\[match/);
    }
    await waitForScreen(person, id, new RegExp(`length ${SECRET.length}`));
    await until("input shows", async () => (await info(id))?.hiddenInput === undefined);
    const typed = (await person.request("session/inputs", { id })).map(({ client, text }) => [client.name, text]);
    expect(typed).toEqual(Array.from({ length: times }, () => ["You", "••••\r"]));
    await expectNowhere([id], name === "bash's read -s" ? EXPORT_FORMATS : undefined);
  });
});

describe("at hidden input", () => {
  const ASKS = "read -s -p 'Password: ' p; echo; echo length ${#p}; exec sleep 1000";

  it("keys typed by a person are one mask, however many they are, and answer the agent's request", async () => {
    await call({ action: "start", command: ASKS, name: "keys" });
    await isHidden("keys");
    const sent = call({ action: "send_secret", id: "keys", data: "x", wait: "length \\d+" });
    await asked("keys");
    for (const key of SECRET) await person.request("session/write", { id: "keys", input: [{ text: key }] });
    await person.request("session/write", { id: "keys", input: [{ key: "Backspace" }] });
    await person.request("session/write", { id: "keys", input: [{ text: "T" }] });
    await person.request("session/write", { id: "keys", input: [{ key: "Enter" }] });
    expect((await sent).text).toMatch(/length 14/);
    const typed = (await person.request("session/inputs", { id: "keys" })).map(({ text }) => text).join("");
    expect(typed).toBe("••••\r");
    await expectNowhere(["keys"]);
  });

  it("the agent's steps stop, C-c goes through, and a request is declined", async () => {
    const steps = [{ text: `${ASKS}\r`, wait: { input: true } }, "guess"];
    const stopped = await call({ action: "start", command: "bash --norc -i", name: "steps", steps });
    expect(stopped.text).toMatch(/step 2 of 2 and later not sent \(The program reads hidden input/);
    const sent = call({ action: "send_secret", id: "steps", data: "x" });
    await asked("steps");
    await person.request("secret/decline", { id: "steps" });
    expect((await sent).text).toBe("[no secret: the person said no; C-c gives up what the program asks]");
    expect(await call({ action: "stdin", id: "steps", keys: ["C-c"], wait: true })).toMatchObject({ isError: false });
    expect((await call({ action: "stdin", id: "steps", data: "echo free\r", wait: "free$" })).text).toMatch(/\[match/);
  });

  it("a secret is refused where the program would show it", async () => {
    await start(person, "exec cat", { id: "shows" });
    await expect(person.request("secret/send", { id: "shows", secret: SECRET })).rejects.toMatchObject({ code: "no-secret" });
    expect((await call({ action: "send_secret", id: "shows", data: "x" })).isError).toBe(true);
    expect(await waitForScreen(person, "shows", /^$/)).toBe("");
  });

  it("is typed through attach, and by `cotty secret` in a terminal and from a pipe", async () => {
    const { env } = host.home;
    const terminal = (args: string[]): PtyTerminal => new PtyTerminal(process.execPath, [commandScript, ...args], { env });
    for (const id of ["attach", "prompt", "pipe"]) {
      // The one that is asked for ends, and with it the wait for what comes of it.
      await start(person, id === "pipe" ? ASKS.replace("exec sleep 1000", "exit") : ASKS, { id });
      await isHidden(id);
    }
    using attached = terminal(["attach", "attach"]);
    await attached.shows(/Password:/);
    attached.type(`${SECRET}\r`);
    await attached.shows(/length 14/);
    using prompt = terminal(["secret", "prompt"]);
    await prompt.shows(/not shown to agents/);
    prompt.type(`wrong\x15${SECRET}x\x7f\r`);
    expect(await prompt.exited).toBe(0);
    await waitForScreen(person, "prompt", /length 14/);
    const byCommand = await cotty(host.home, ["stdin", "pipe", "guess", "::Enter"]);
    expect(byCommand).toMatchObject({ code: 1, stderr: expect.stringContaining("cotty secret") as string });
    const asking = cottyOk(host.home, ["secret", "--ask", "a test", "pipe"]);
    await asked("pipe");
    await cottyOk(host.home, ["secret", "pipe"], { input: `${SECRET}\n` });
    expect(await asking).toContain("length 14");
    answers.push(attached.output, prompt.output);
    await expectNowhere(["attach", "prompt", "pipe"]);
  });
});

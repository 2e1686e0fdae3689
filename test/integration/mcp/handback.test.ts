/** What an agent hears after a person drove: from the window, with `cotty attach`, and with commands in a shell. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { commandScript } from "../../support/built.ts";
import { type McpAgent, startMcpAgent } from "../../support/mcp-agent.ts";
import { PtyTerminal } from "../../support/pty.ts";
import { startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

let host: TestHost;
let agent: McpAgent;
let viewer: Client;

beforeAll(async () => {
  host = await startTestHost();
  agent = await startMcpAgent("2025", host.home, { name: "agent", env: { SHELL: "/bin/bash", TERM: "xterm-256color" } });
  viewer = await host.connect("script", "viewer");
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

const call = async (args: Record<string, unknown>): Promise<string> => (await agent.call(args)).text.replace(/@\d+/, "@N");

/** A person's way to the session: take the keyboard, type a line, hand it back. */
type Person = Disposable & { take(): Promise<unknown>; type(line: string): Promise<unknown>; give(): Promise<unknown> };

async function atWindow(id: string): Promise<Person> {
  const client = await host.connect("window", "Ann");
  return {
    take: () => client.request("lease/acquire", { id, takeover: true }),
    type: (line) => client.request("session/write", { id, input: [{ text: `${line}\r` }] }),
    give: () => client.request("lease/release", { id }),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

function attached(id: string): Person {
  const terminal = new PtyTerminal(process.execPath, [commandScript, "attach", id], { env: host.home.env });
  return {
    take: () => terminal.shows(/^>>>/m),
    type: (line) => Promise.resolve(terminal.type(`${line}\r`)),
    give: () => {
      terminal.type("\x02");
      return terminal.exited;
    },
    [Symbol.dispose]: () => terminal[Symbol.dispose](),
  };
}

function atShell(id: string): Person {
  const env = { ...host.home.env, PS1: "shell$ ", CT: `${process.execPath} ${commandScript}` };
  const terminal = new PtyTerminal("bash", ["--norc", "-i"], { env, cols: 120 });
  let count = 0;
  const run = (command: string): Promise<true> => {
    terminal.type(`${command}; echo "d""one ${++count}: $?"\r`);
    return terminal.shows(new RegExp(`^done ${count}: 0`, "m"));
  };
  return {
    take: () => run(`$CT lease ${id} take`),
    type: (line) => run(`$CT stdin ${id} '${line}' ::Enter`),
    give: () => run(`$CT lease ${id} give`),
    [Symbol.dispose]: () => terminal[Symbol.dispose](),
  };
}

const PEOPLE = {
  window: { open: atWindow, name: "Ann" },
  attach: { open: attached, name: "\\S+@pts/\\d+" },
  "command line": { open: atShell, name: "\\S+@pts/\\d+" },
} as const;

describe.each(Object.keys(PEOPLE) as (keyof typeof PEOPLE)[])("a person at the %s", (place) => {
  it("is who the agent is refused for, and whose typing and its effect it hears of once", async () => {
    const id = `py-${place.replace(" ", "-")}`;
    await call({ action: "start", command: "python3 -q", name: id, wait: true });
    await call({ action: "stdin", id, steps: ["x = 1"] });
    using person = await PEOPLE[place].open(id);
    await person.take();
    await person.type("x = 41");
    await waitForScreen(viewer, id, /x = 41\n>>>/);
    const refused = await agent.call({ action: "stdin", id, data: "x = 0\r" });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      new RegExp(
        `^${PEOPLE[place].name} \\(a person, \\w+\\) has the keyboard of session ${id}, taken at [\\d:]+\\. Nothing was typed\\..*"if_held":"park"`,
      ),
    );
    expect(await call({ action: "stdin", id, data: "x + 2\r", if_held: "park" })).toMatch(
      new RegExp(`^\\[parked until ${PEOPLE[place].name} sends or drops it @N\\]$`),
    );
    await person.give();
    await waitForScreen(viewer, id, /x \+ 2\n43\n>>>/);
    const next = await call({ action: "stdin", id, steps: ["x + 1"] });
    expect(next).toContain("x = 41\n");
    expect(next).toContain("x + 1\n42\n");
    expect(next).toMatch(
      new RegExp(
        `\\[prompt @N; ${PEOPLE[place].name} had the keyboard and typed "x = 41\\\\r"; parked "x \\+ 2\\\\r" was sent\\]$`,
      ),
    );
    expect(await call({ action: "stdin", id, data: "x\r", wait: true })).toBe("41\n>>>\n[prompt @N]");
  });
});

it("a command typed in a shell without taking the keyboard is told, too", async () => {
  await call({ action: "start", command: "python3 -q", name: "beside", wait: true });
  await call({ action: "stdin", id: "beside", steps: ["x = 1"] });
  using shell = atShell("beside");
  await shell.type("x = 7");
  await waitForScreen(viewer, "beside", /x = 7\n>>>/);
  expect(await call({ action: "stdin", id: "beside", steps: ["x + 1"] })).toMatch(
    /8\n>>>\n\[prompt @N; \S+@pts\/\d+ had the keyboard and typed "x = 7\\r"\]$/,
  );
});

it("an agent's input that waits for its turn is typed after the hand-back, with word of what the person did", async () => {
  await call({ action: "start", command: "python3 -q", name: "turn", wait: true });
  await call({ action: "stdin", id: "turn", steps: ["x = 1"] });
  using person = await atWindow("turn");
  await person.take();
  const waiting = call({ action: "stdin", id: "turn", data: "x\r", wait: true, if_held: "wait" });
  await person.type("x = 5");
  await waitForScreen(viewer, "turn", /x = 5\n>>>/);
  await person.give();
  expect(await waiting).toMatch(/x = 5\n>>> x\n5\n>>>\n\[prompt @N; Ann had the keyboard and typed "x = 5\\r"\]$/);
});

/** `cotty grant` and the filters of `cotty audit`, as a person types them in a terminal. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { startMcpAgent } from "../../support/mcp-agent.ts";
import { PtyTerminal } from "../../support/pty.ts";
import { startTestHost } from "../../support/test-host.ts";

let home: Home;
beforeEach(() => {
  home = createHome();
});
afterEach(() => home[Symbol.asyncDispose]());

/** Runs the command where a person would: in a terminal. Resolves with what it printed. */
async function typed(args: string[]): Promise<{ code: number; output: string }> {
  // A person's terminal is no session of Cotty's, whatever these tests run in.
  const { COTTY_SESSION_ID: _id, COTTY_SESSION_KEY: _key, ...env } = home.env;
  using terminal = new PtyTerminal(process.execPath, [commandScript, ...args], { env, cols: 200 });
  const code = await terminal.exited;
  return { code, output: terminal.output.replaceAll("\r\n", "\n") };
}

describe("cotty grant", () => {
  test("lists, grants by name and by id, and takes back", async () => {
    await using _host = await startTestHost({ home });
    expect(await typed(["grant"])).toEqual({ code: 0, output: "No agent has connected, and none has a grant\n" });
    await using agent = await startMcpAgent("2025", home, { name: "Claude Code" });
    await agent.call({ action: "list" });
    const listed = await cottyOk(home, ["grant"]);
    const [, id = ""] = /^(agent-[0-9a-f]{16}) {2}Claude Code {2}own, new {2}connected {2}\S+\n$/.exec(listed) ?? [];
    expect([id, listed]).toEqual([expect.stringMatching(/^agent-/), expect.stringContaining(home.root)]);
    expect(await typed(["grant", "Claude Code", "all"])).toEqual({
      code: 0,
      output: `Claude Code (${id}) may all, until its connection ends\n`,
    });
    expect((await typed(["grant", id, "observe", "--always"])).output).toBe(
      `Claude Code (${id}) may observe, until you revoke it\n`,
    );
    expect(await cottyOk(home, ["grant"])).toContain("observe, granted always  connected");
    expect(JSON.parse((await typed(["grant", "--revoke", "Claude Code", "--json"])).output)).toMatchObject({
      agent: id,
      tier: "own",
      isNew: false,
    });
    expect(await typed(["grant", "--revoke", id])).toMatchObject({ code: 1 });
  });

  test("two agents of one name: nothing is guessed; an unknown one, and a wrong word, say what to do", async () => {
    await using _host = await startTestHost({ home });
    await using first = await startMcpAgent("2025", home, { name: "twin" });
    await using second = await startMcpAgent("2026-07-28", home, { name: "twin" });
    await first.call({ action: "list" });
    await second.call({ action: "list" });
    const both = await typed(["grant", "twin", "all"]);
    expect(both.code).toBe(1);
    expect(both.output).toMatch(
      /^Failed to grant: 2 agents call themselves 'twin'. Say which one, by its id:\n {2}agent-\S+ {2}\S+\n {2}agent-/,
    );
    expect((await typed(["grant", "nobody", "all"])).output).toContain("There is no agent called 'nobody'. 'cotty grant' lists");
    expect((await typed(["grant", "twin", "admin"])).output).toContain("must be one of observe, own, all");
    expect((await typed(["grant", "twin", "all", "--run", "--once"])).output).toContain("Usage: cotty grant");
  });
});

describe("cotty audit", () => {
  test("filters by client, method, session and refusal, without a host", async () => {
    {
      await using host = await startTestHost({ home });
      await cottyOk(home, ["start", "build", "exec cat"]);
      await cottyOk(home, ["stdin", "build", "x"]);
      const agent = await host.connect("mcp", "Codex");
      await expect(agent.request("session/write", { id: "build", input: [{ text: "x" }] })).rejects.toThrow();
      await cottyOk(home, ["stop", "build"]);
    }
    const rows = async (...filters: string[]): Promise<string[]> =>
      (await cottyOk(home, ["audit", "--json", ...filters]))
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as { client: string; method: string })
        .map(({ client, method }) => `${client} ${method}`);
    expect(await rows()).toHaveLength(4);
    expect(await rows("--client", "codex")).toEqual(["Codex session/write"]);
    expect(await rows("--method", "session/write")).toEqual(["cotty stdin session/write", "Codex session/write"]);
    expect(await rows("--session", "BUILD", "--client", "cotty")).toHaveLength(3);
    expect(await rows("--session", "other")).toEqual([]);
    expect(await rows("--refused")).toEqual(["Codex session/write"]);
    expect(await rows("-n", "1", "--client", "cotty")).toEqual(["cotty stop session/stop"]);
    expect((await cotty(home, ["audit", "--session"])).code).toBe(1);
  });
});

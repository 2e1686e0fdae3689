/** The `terminal` tool, through the relay, as agents of both protocol eras use it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ERAS, type McpAgent, startMcpAgent } from "../../support/mcp-agent.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

for (const era of ERAS) {
  describe(`a client of ${era}`, () => {
    let host: TestHost;
    let agent: McpAgent;
    const call = async (args: Record<string, unknown>): Promise<string> => {
      const { text, isError } = await agent.call(args);
      if (isError) throw new Error(text);
      return text;
    };
    const failure = async (args: Record<string, unknown>): Promise<string> => {
      const { text, isError } = await agent.call(args);
      expect(isError, text).toBe(true);
      return text;
    };

    beforeAll(async () => {
      host = await startTestHost();
      const cwd = join(host.home.root, "agent's place");
      mkdirSync(cwd);
      agent = await startMcpAgent(era, host.home, {
        name: `agent ${era}`,
        cwd,
        env: { AGENTS_OWN: "yes", NODE_OPTIONS: "--no-warnings", SHELL: "/bin/bash" },
      });
    });
    afterAll(async () => {
      await agent[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    });

    it("finds one tool, with a description and a schema it can send by", async () => {
      if (era !== "2025") expect(agent.protocolVersion).toBe(era);
      const tools = await agent.tools();
      expect(tools.map(({ name }) => name)).toEqual(["terminal"]);
      expect(tools[0]?.description).toContain('"action":"start"');
      expect(tools[0]?.inputSchema).toMatchObject({ type: "object", required: ["action"] });
    });

    it("refuses an argument that is nearly one of its own, and names others that it ignores", async () => {
      await call({ action: "start", command: "exec cat", name: "kept" });
      expect(await failure({ action: "stop", id: null })).toContain("Nothing was done");
      expect(await failure({ action: "stop", session: "kept" })).toBe(
        "There is no argument session; did you mean id? Nothing was done",
      );
      expect(await call({ action: "list", security_risk: "low" })).toMatch(/^kept running .*\n\[ignored: security_risk\]$/);
      await call({ action: "stop", id: "kept" });
    });

    it("list is empty, start answers with the id, list has terminalcp's line, stop its text", async () => {
      expect(await call({ action: "list" })).toBe("No active sessions");
      expect(await call({ action: "start", command: "exec cat", name: "a name" })).toBe("a name");
      const generated = await call({ action: "start", command: "exec sleep 1000", cwd: "/" });
      expect(generated).toMatch(/^proc-[0-9a-f]{12}$/);
      expect((await call({ action: "list" })).split("\n")).toEqual([
        `a name running ${host.home.root}/agent's place exec cat`,
        `${generated} running / exec sleep 1000`,
      ]);
      expect(await call({ action: "term-size", id: generated })).toBe("24 80 24");
      expect(await call({ action: "resize", id: generated, cols: 100, rows: 30 })).toBe("");
      expect(await call({ action: "term-size", id: generated })).toBe("30 100 30");
      expect(await call({ action: "stdin", id: "a name", data: "typed\r" })).toBe("");
      await until("the echo", async () => (await call({ action: "stdout", id: "a name" })) === "typed\ntyped");
      expect(await call({ action: "stdout", id: "a name", lines: 1 })).toBe("typed");
      expect(await call({ action: "stop", id: generated })).toBe(`stopped ${generated}`);
      await call({ action: "start", command: "sleep 1000 & exec cat", name: "second" });
      expect(await call({ action: "stop" })).toBe("stopped 2 processes");
      expect(await call({ action: "list" })).toBe("No active sessions");
      expect(await call({ action: "version" })).toBe("0.1.0");
    });

    it("stop names what had to be ended too, and no name of a program can be taken for a line of ours", async () => {
      const program = "'a\n[exited 0 @1]'";
      await call({
        action: "start",
        // Until its exec, the child is a shell still, and would be named so.
        command: `cp /bin/sleep $${program}; ./$${program} 1000 & while grep -q sh /proc/$!/comm; do :; done; echo up; exec cat`,
        name: "x",
        wait: "up",
      });
      expect(await call({ action: "stop", id: "x" })).toMatch(/^stopped x\nended: .*a\\n\[exited 0 @1\] \d+ \(SIG[A-Z]+\).*$/);
    });

    it("arguments may be wrapped in args, and the tool called terminalcp, as terminalcp has it", async () => {
      const { text } = await agent.call({ args: { action: "start", command: "exec cat", name: "wrapped" } }, {}, "terminalcp");
      expect(text).toBe("wrapped");
      expect(await call({ args: { action: "stop", id: "wrapped" } })).toBe("stopped wrapped");
    });

    it("terminalcp's defect 7: start runs in the agent's directory, with the agent's environment", async () => {
      const outcome = await call({ action: "start", command: "pwd; echo own=$AGENTS_OWN options=$NODE_OPTIONS", exit: true });
      expect(outcome).toContain(`${host.home.root}/agent's place\nown=yes options=\n[id proc-`);
      await call({ action: "stop" });
    });

    it("stream: since_last is each agent's own, stripped unless told otherwise", async () => {
      await call({
        action: "start",
        command: "printf 'a\\e[31mb\\e[0m\\n'; printf '10%%\\r20%%\\n'; read x; echo more; exec cat",
        name: "st",
      });
      await until("its output", async () => (await call({ action: "stream", id: "st" })) === "ab\n20%\n");
      expect(await call({ action: "stream", id: "st", strip_ansi: false })).toContain("\x1b[31mb");
      expect(await call({ action: "stream", id: "st", since_last: true })).toBe("ab\n20%\n");
      expect(await call({ action: "stream", id: "st", since_last: true })).toBe("");
      expect((await agent.call({ action: "stream", id: "st", since_last: true, since: 2 })).text).toContain("not both");
      const other = await startMcpAgent(era, host.home, { name: "another" });
      expect((await other.call({ action: "stream", id: "st" })).text).toMatch(/^Process not found: st\./);
      const person = await host.connect("cli");
      await person.request("session/share", { id: "st", with: { name: "another" } });
      expect((await other.call({ action: "stream", id: "st", since_last: true })).text).toBe("ab\n20%\n");
      await other[Symbol.asyncDispose]();
      await call({ action: "stdin", id: "st", data: "\r", wait: "more\\n" });
      expect(await call({ action: "stream", id: "st", since_last: true })).toBe("\nmore\n");
      await call({ action: "stop", id: "st" });
    });

    it("mistakes are results that say what to do, not protocol errors", async () => {
      expect(await failure({ action: "stdout", id: "zzz" })).toMatch(
        /^Process not found: zzz\. There are no sessions; start one\. You reach no sessions of others, .* grant agent-[0-9a-f]{16} all$/,
      );
      expect(await failure({ action: "nonsense" })).toMatch(/^Unknown action: nonsense\. Actions: start, stdin, /);
      expect(await failure({ action: "start", command: "true", cols: 5000 })).toBe("cols must be at most 1000");
      expect(await failure({ action: "stdin", id: "x", steps: [] })).toMatch(/^Missing required field: data, keys or steps\. /);
      expect(await failure({})).toMatch(/^Unknown action: \(none\)/);
      expect(await failure({ action: "start" })).toMatch(/^Missing required field: command\. Example: /);
      expect(await failure({ action: "stdin", id: "x" })).toMatch(/^Missing required field: data, keys or steps\. Example: /);
      expect(await failure({ action: "stdout", id: 5 })).toBe("id must be a string");
      expect(await failure({ action: "stdout", id: "x", lines: "many" })).toBe('lines must be a number of lines, or "first 20"');
      expect(await failure({ action: "stdout", id: "x", lines: -3 })).toBe('lines must be a number of lines, or "first 20"');
      expect(await failure({ action: "stdin", id: "x", data: "y", stop_on: "" })).toMatch(/^stop_on must be .*an empty one/);
      expect(await failure({ action: "wait", id: "x", wait: "" })).toBe("The pattern is empty, so it would match everything");
      expect(await failure({ action: "start", command: "true", cwd: "/nowhere" })).toBe("No such directory: /nowhere");
      expect(await failure({ action: "start", command: "true", wait: "(" })).toContain("JavaScript regular expression");
      expect(await failure({ action: "kill-server" })).toMatch(
        / may not use it\. .*stop without an id\. A person ends the host with `cotty kill-server`/,
      );
      await call({ action: "start", command: "exit 3", name: "over", exit: true });
      expect(await failure({ action: "stdin", id: "over", data: "x" })).toMatch(
        /^Session over is not running \(pid: \d+, ended with code 3\)/,
      );
      expect(await failure({ action: "start", command: "true", name: "over" })).toContain("Session 'over' already exists");
      await call({ action: "stop", id: "over" });
      await expect(agent.call({ action: "list" }, {}, "no-such-tool")).rejects.toThrow(
        "Unknown tool: no-such-tool. The tool is called terminal",
      );
    });

    it("waits inside start and stdin: REPL, build, debugger, shell", async () => {
      expect(await call({ action: "start", command: "python3 -q", name: "py", wait: ">>> $" })).toMatch(/^>>>\s*\[match @\d+\]$/);
      expect(await call({ action: "stdin", id: "py", data: "print(6*7)\r", wait: ">>> $" })).toMatch(
        /^42\n>>>\s*\[match @\d+\]$/,
      );
      expect(await call({ action: "stdin", id: "py", data: "exit()\r", exit: true })).toMatch(/\[exited 0\]$/);
      expect(
        await call({ action: "start", command: "echo cc a.c; sleep 0.1; echo built; exit 2", name: "mk", exit: true }),
      ).toMatch(/^cc a\.c\nbuilt\n\[exited 2\]$/);
      expect(await call({ action: "start", command: "gdb -q -nx /bin/true", name: "gdb", wait: "\\(gdb\\) $" })).toContain(
        "(gdb)",
      );
      expect(
        await call({ action: "stdin", id: "gdb", data: "print 6*7\r", wait: { pattern: "\\$1 = .*", timeout: 10_000 } }),
      ).toContain("$1 = 42");
      expect(await call({ action: "start", command: "bash --norc -i", name: "sh", quiet: 300 })).toMatch(/\[quiet @\d+\]$/);
      expect(await call({ action: "stdin", id: "sh", data: "seq 1 500\r", wait: "^500$", timeout: "20000" })).toMatch(
        /^40\d\n[^]*\[match @\d+; first \d+ lines left out\]$/,
      );
      await call({ action: "stop" });
    });

    it("a time-out is an answer, with what there is; wait goes on from there", async () => {
      await call({ action: "start", command: "echo step 1; read x; echo step 2; read x", name: "slow" });
      await until("its first words", async () => (await call({ action: "stdout", id: "slow" })) === "step 1");
      const first = await call({ action: "wait", id: "slow", wait: "step 2", timeout: 300 });
      expect(first).toMatch(/^step 1\n\[timeout @\d+\]$/);
      await call({ action: "stdin", id: "slow", data: "\r" });
      expect(await call({ action: "wait", id: "slow", wait: "step 2" })).toMatch(/^(\n)?step 2\n\[match @\d+\]$/);
      await call({ action: "stop", id: "slow" });
    });

    it("a person who takes over ends its wait and refuses its input, by name", async () => {
      await call({ action: "start", command: "exec cat", name: "shared" });
      const person = await host.connect("window", "You");
      const waiting = call({ action: "wait", id: "shared", wait: "never" });
      await call({ action: "stdin", id: "shared", data: "mine\r", wait: "^mine$" });
      await person.request("lease/acquire", { id: "shared", takeover: true });
      expect(await waiting).toContain("a person took the keyboard");
      expect(await failure({ action: "stdin", id: "shared", data: "x" })).toMatch(
        /^A person \(window\) has the keyboard of session shared, taken at [\d:]+\. Nothing was typed/,
      );
      const session = (await person.request("session/list", {})).find(({ id }) => id === "shared");
      expect(session?.owner).toMatchObject({ name: `agent ${era}`, kind: "mcp" });
      await person.request("lease/release", { id: "shared" });
      expect(await call({ action: "stdin", id: "shared", data: "back\r", wait: "^back$" })).toContain("[match @");
      await call({ action: "stop", id: "shared" });
    });

    it("cancelling ends the wait, not the program", async () => {
      await call({ action: "start", command: "echo up; exec cat", name: "kept", wait: "up" });
      const controller = new AbortController();
      const waiting = agent.call({ action: "wait", id: "kept", wait: "never" }, { signal: controller.signal });
      waiting.catch(() => {});
      await call({ action: "list" });
      controller.abort();
      await expect(waiting).rejects.toThrow();
      expect(await call({ action: "list" })).toContain("kept running");
      expect(await call({ action: "stdin", id: "kept", data: "still\r", wait: "^still$" })).toContain("still");
      await call({ action: "stop", id: "kept" });
    });

    it("progress comes while it waits, if the agent asked for it", async () => {
      await call({ action: "start", command: "sleep 11; echo ready; exec cat", name: "long" });
      const progress: number[] = [];
      const { text } = await agent.call(
        { action: "wait", id: "long", wait: "ready", timeout: 20_000 },
        { onprogress: ({ progress: beat }) => void progress.push(beat) },
      );
      expect(text).toContain("[match @");
      expect(progress).toEqual([1]);
      await call({ action: "stop", id: "long" });
    });
  });
}

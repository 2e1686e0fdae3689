/** Sharing, tokens, MCP over HTTP and the audit, from the command line. */
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AuditRow } from "../../../shared/audit-entry.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { connectHttpAgent, startMcpAgent } from "../../support/mcp-agent.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";

let home: Home;
beforeEach(() => {
  home = createHome();
});
afterEach(() => home[Symbol.asyncDispose]());

/** A host whose port is any, which `cotty` alone would not ask for. */
const startHost = (): Promise<TestHost> => startTestHost({ home, args: ["--port", "0"] });

describe("share, unshare", () => {
  test("two agents, one session: shared by name, with all, and taken back", async () => {
    await using _host = await startHost();
    await using owner = await startMcpAgent("2025", home, { name: "owner" });
    await using other = await startMcpAgent("2026-07-28", home, { name: "other" });
    await owner.call({ action: "start", command: "exec cat", name: "py" });
    expect((await other.call({ action: "list" })).text).toBe("No active sessions");
    expect(await cottyOk(home, ["ls"])).toMatch(/^ {2}py\n.*\n {4}Agent: owner\n\n$/s);
    expect(await cottyOk(home, ["share", "py", "--with", "other"])).toBe("py is shared with other\n");
    expect(await cottyOk(home, ["ls"])).toContain("    Agent: owner\n    Shared with: other\n");
    expect((await other.call({ action: "list" })).text).toContain("py running");
    expect(await cottyOk(home, ["share", "py", "--json"])).toBe('{"sharedWith":["*","other"]}\n');
    expect(await cottyOk(home, ["unshare", "py"])).toBe("py is shared with nobody\n");
    expect((await other.call({ action: "list" })).text).toBe("No active sessions");
    expect(await cotty(home, ["share", "zzz"])).toMatchObject({
      code: 1,
      stderr: "Failed to share: Process not found: zzz\nRunning or readable: py\n",
    });
    expect((await cotty(home, ["share", "py", "--with", "nobody"])).stderr).toContain("There is no agent called 'nobody'");
    expect((await cotty(home, ["share", "py", "--all", "--with", "other"])).stderr).toContain("Use --with or --all, not both");
    await owner.call({ action: "stop" });
  });
});

describe("rename", () => {
  test("gives a session a name that only people go by, and takes it away", async () => {
    await using _host = await startHost();
    await cottyOk(home, ["start", "build", "exec cat"]);
    expect(await cottyOk(home, ["rename", "build", "Nightly build"])).toBe("build is now called Nightly build\n");
    expect(await cottyOk(home, ["ls"])).toContain("  build\n");
    expect(await cottyOk(home, ["ls"])).toContain("\n    Name: Nightly build\n");
    expect(await cotty(home, ["stdout", "Nightly build"])).toMatchObject({ code: 1 });
    expect(await cotty(home, ["rename", "build", "two", "words"])).toMatchObject({
      code: 1,
      stderr: "A name with blanks must be quoted\nUsage: cotty rename [--json] <session-id> <name>\n",
    });
    expect((await cotty(home, ["rename", "build", "a\nb"])).stderr).toContain("The name contains control characters");
    expect((await cotty(home, ["rename", "build", "x".repeat(81)])).stderr).toContain("longer than 80 characters");
    expect(await cottyOk(home, ["rename", "build", "", "--json"])).toBe('{"id":"build","name":""}\n');
    expect(await cottyOk(home, ["ls"])).not.toContain("Name:");
    await cottyOk(home, ["stop", "build"]);
  });
});

describe("token, http", () => {
  test("a token opens /mcp once HTTP is on, until it is revoked", async () => {
    await using _host = await startHost();
    expect(await cottyOk(home, ["http"])).toBe("MCP over HTTP is off\n");
    const created = await cotty(home, ["token", "create", "codex"]);
    expect(created.stdout).toMatch(/^cotty_[\w-]{43}\n$/);
    expect(created.stderr).toBe("The token is shown only once. MCP over HTTP is off: 'cotty http on' switches it on\n");
    const url = (await cottyOk(home, ["http", "on"])).trim();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    {
      await using agent = await connectHttpAgent("2026-07-28", url, created.stdout.trim());
      expect((await agent.tools()).map(({ name }) => name)).toEqual(["terminal"]);
    }
    expect(await cottyOk(home, ["token", "list"])).toMatch(/^codex own since \d{4}-\S+\n$/);
    expect(await cottyOk(home, ["token", "revoke", "codex"])).toBe("Revoked codex\n");
    await expect(connectHttpAgent("2026-07-28", url, created.stdout.trim())).rejects.toThrow();
    expect(await cottyOk(home, ["http", "off", "--json"])).toBe('{"on":false}\n');
  });

  test("a new address is told to whoever was connected to the one before", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    mkdirSync(dirname(home.paths.httpPort), { recursive: true });
    writeFileSync(home.paths.httpPort, JSON.stringify({ port }));
    await using _host = await startTestHost({ home });
    const { stdout, stderr } = await cotty(home, ["http", "on"]);
    taken.close();
    expect(stdout).not.toContain(`:${port}/`);
    expect(stderr).toBe(
      `[clients that were connected to http://127.0.0.1:${port}/mcp do not reach it here: ` +
        "'cotty connect CLIENT --http' writes the new address]\n",
    );
    expect((await cotty(home, ["http"])).stderr).toBe("");
  });

  test("mistakes are named", async () => {
    await using _host = await startHost();
    expect((await cotty(home, ["token", "create", "x", "--tier", "admin"])).stderr).toContain(
      '--tier must be one of observe, own, all, not "admin"',
    );
    expect((await cotty(home, ["token", "revoke", "x"])).stderr).toContain("There is no token called 'x'");
    for (const args of [["token"], ["token", "create"], ["token", "list", "x"], ["http", "maybe"]]) {
      expect(await cotty(home, args)).toMatchObject({ code: 1, stderr: expect.stringContaining("Usage: ") as string });
    }
  });

  test("H6 no environment and no settings turn the token off; http: true in the settings only opens the port", async () => {
    mkdirSync(dirname(home.paths.settings), { recursive: true });
    writeFileSync(home.paths.settings, JSON.stringify({ http: true, auth: "none", token: "" }));
    await using host = await startTestHost({ home, args: ["--port", "0"], env: { TOKEN: "", AUTH: "none", COTTY_TOKEN: "" } });
    const url = (await cottyOk(home, ["http"])).trim();
    const post = (headers: Record<string, string>): Promise<Response> =>
      fetch(url, { method: "POST", body: "{}", headers: { "content-type": "application/json", ...headers } });
    for (const authorization of ["", "Bearer", "Bearer ", "Bearer undefined", "Bearer null"]) {
      expect((await post({ authorization })).status, authorization).toBe(401);
    }
    expect((await post({})).status).toBe(401);
    expect(host.log()).toContain('the unknown setting "auth" was ignored');
  });
});

describe("audit", () => {
  test("shows who did what, the last rows, also when no host runs", async () => {
    {
      await using _host = await startHost();
      await using agent = await startMcpAgent("2025", home, { name: "Claude Code" });
      await agent.call({ action: "start", command: "exec cat", name: "py" });
      await agent.call({ action: "stdin", id: "py", data: "print(1)\r" });
      await agent.call({ action: "stdout", id: "someone else's" });
      await cottyOk(home, ["stop", "py"]);
    }
    const text = await cottyOk(home, ["audit"]);
    expect(text).toMatch(/^\S+  Claude Code  session\/create  py  8 B  allowed$/m);
    expect(text).toMatch(/^\S+  Claude Code  session\/write  py  9 B  allowed$/m);
    expect(text).toMatch(/^\S+  Claude Code  session\/screen  someone else's  no-such-session$/m);
    expect(text).toMatch(/^\S+  You \(cotty stop\)  session\/stop  py  allowed$/m);
    const rows = (await cottyOk(home, ["audit", "--json", "-n", "2"]))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as AuditRow);
    expect(rows.map(({ method }) => method)).toEqual(["session/screen", "session/stop"]);
    expect(readFileSync(home.paths.audit, "utf8")).not.toContain("print(1)");
  });

  test("is empty before anything was done", async () => {
    expect(await cotty(home, ["audit"])).toEqual({ stdout: "", stderr: "", code: 0 });
    expect((await cotty(home, ["audit", "-n", "0"])).stderr).toContain("-n must be a whole number of at least 1");
  });
});

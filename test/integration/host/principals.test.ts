/** Whose a session is: agents have their own, the person sees all (A6, A7, A11, A12, S6). Codes: docs/threats.md. */
import { createHash, randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { introduce } from "../../../electron/client/host-connection.ts";
import { connect } from "../../../electron/endpoint/socket-transport.ts";
import { Client } from "../../../shared/client.ts";
import { HostError } from "../../../shared/errors.ts";
import type { Method, Params } from "../../../shared/protocol.ts";
import { PROTOCOL_VERSION } from "../../../shared/version.ts";
import { readAudit } from "../../support/audit-rows.ts";
import { connectScript } from "../../support/endpoint.ts";
import { createHome } from "../../support/home.ts";
import { openSocket } from "../../support/http-endpoint.ts";
import { until } from "../../support/until.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

let host: TestHost;
let a: Client;
let b: Client;
let person: Client;
beforeEach(async () => {
  host = await startTestHost();
  a = await host.connect("mcp", "A");
  b = await host.connect("mcp", "B");
  person = await host.connect("cli", "cotty");
});
afterEach(() => host[Symbol.asyncDispose]());

async function failure(request: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await request;
  } catch (error) {
    if (error instanceof HostError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("It did not fail");
}

const ids = async (client: Client): Promise<string[]> => (await client.request("session/list", {})).map(({ id }) => id).sort();
const audit = (): ReturnType<typeof readAudit> => readAudit(host.home.paths.audit, 10_000);

describe("A6 another agent's session", () => {
  const attempts: { [M in Method]?: Omit<Params<M>, "id"> } = {
    "session/attach": {},
    "session/read": {},
    "session/screen": {},
    "session/write": { input: [{ text: "x" }] },
    "session/wait": { until: { timeoutMs: 0 } },
    "session/steps": { steps: [{ input: [{ text: "x" }] }] },
    "session/changes": { caller: "A" },
    "session/search": { pattern: "." },
    "session/resize": { size: { cols: 90, rows: 30 } },
    "session/kill": {},
    "session/stop": {},
    "session/restart": {},
    "session/export": { format: "cast" },
    "session/inputs": {},
    "lease/acquire": { takeover: true },
    "lease/release": {},
    "session/detach": {},
  };

  it("A6 is answered like one that does not exist, whatever another agent asks; the audit has a row", async () => {
    await start(a, "exec cat", { id: "secret" });
    for (const [method, params] of Object.entries(attempts)) {
      if (method === "session/detach") continue;
      const ask = (id: string): Promise<unknown> => b.request(method as "session/kill", { id, ...params });
      const foreign = await failure(ask("secret"));
      const missing = await failure(ask("absent"));
      expect(foreign.code, method).toBe("no-such-session");
      expect(foreign.message.replaceAll("secret", "absent"), method).toBe(missing.message);
      const rows = audit().filter((row) => row.method === method && row.client === "B");
      expect(rows.map(({ session, decision }) => ({ session, decision }))).toEqual([
        { session: "secret", decision: "no-such-session" },
        { session: "absent", decision: "no-such-session" },
      ]);
    }
    expect((await person.request("session/list", {}))[0]).toMatchObject({ id: "secret", size: { cols: 80, rows: 24 } });
    expect((await person.request("session/list", {}))[0]?.exit).toBeUndefined();
  });

  it("A6 does not show in what another agent lists, watches or shows as tiles", async () => {
    const heard: string[] = [];
    const watched = await b.request("host/watch", {});
    expect(watched.sessions).toEqual([]);
    expect(watched.clients.map(({ name }) => name)).toEqual(["B"]);
    b.on("sessions/changed", ({ sessions }) => heard.push(...sessions.map(({ id }) => id)));
    b.on("session/closed", ({ id }) => heard.push(id));
    b.on("clients/changed", ({ clients }) => heard.push(...clients.map(({ name }) => name)));
    b.on("tiles/frame", ({ tiles }) => heard.push(...tiles.map(({ id }) => id)));
    await b.request("tiles/subscribe", { ids: ["a's", "b's"], intervalMs: 50 });
    await start(a, "exec cat", { id: "a's" });
    await b.request("tiles/subscribe", { ids: ["a's", "b's"], intervalMs: 50 });
    await a.request("session/write", { id: "a's", input: [{ text: "hello\r" }], wait: { pattern: "^hello$" } });
    await a.request("session/stop", { id: "a's" });
    await start(b, "exec cat", { id: "b's" });
    await b.request("session/stop", { id: "b's" });
    expect(new Set(heard)).toEqual(new Set(["b's"]));
    expect(await ids(b)).toEqual([]);
  });

  it("A6 10^4 guesses find nothing", async () => {
    await start(a, "exec cat");
    await start(a, "exec cat", { id: "py" });
    for (let round = 0; round < 100; round++) {
      const guesses = Array.from({ length: 100 }, () => `proc-${randomBytes(6).toString("hex")}`);
      const answers = await Promise.all(guesses.map((id) => failure(b.request("session/screen", { id }))));
      expect(answers.every(({ code }) => code === "no-such-session")).toBe(true);
    }
  });

  it("two agents call theirs the same and never meet; the person sees both", async () => {
    const first = await start(a, "echo from A; exec cat", { id: "py" });
    const second = await start(b, "echo from B; exec cat", { id: "py" });
    expect([first.id, second.id]).toEqual(["py", "py"]);
    await waitForScreen(a, "py", /from A/);
    await waitForScreen(b, "py", /from B/);
    const all = await person.request("session/list", {});
    expect(all.map(({ id, owner }) => `${id} of ${owner.name}`).sort()).toEqual(["py of A", "py-2 of B"]);
    expect((await failure(start(b, "exec cat", { id: "py" }))).code).toBe("session-exists");
    // Its id in the host is nobody's business but the person's.
    expect((await failure(b.request("session/screen", { id: "py-2" }))).code).toBe("no-such-session");
    await b.request("session/stop", { id: "py" });
    expect(await ids(person)).toEqual(["py"]);
    expect(await ids(a)).toEqual(["py"]);
  });

  it("A6 nothing that an agent is told, and nothing in its program, says that another has a session of that name", async () => {
    await start(a, "exec cat", { id: "py" });
    const told: unknown[] = [await start(b, "echo id=$COTTY_SESSION_ID; read line; exit 3", { id: "py" })];
    told.push(await waitForScreen(b, "py", /id=/));
    told.push(await b.request("session/attach", { id: "py" }), await b.request("session/list", {}));
    told.push(await b.request("session/export", { id: "py", format: "txt" }));
    told.push(await b.request("session/write", { id: "py", input: [{ text: "\n" }], wait: { exit: true } }));
    const late = await failure(b.request("session/write", { id: "py", input: [{ text: "x" }] }));
    expect(late.code).toBe("session-ended");
    told.push(late.message, (await failure(b.request("session/search", { id: "py", pattern: "(" }))).message);
    told.push(await b.request("session/screen", { id: "py" }), await b.request("session/read", { id: "py" }));
    expect(JSON.stringify(told)).toContain("id=py");
    expect(JSON.stringify(told)).not.toContain("py-2");
    await person.request("session/stop", { id: "py-2" });
  });

  it("A6 nor do the errors of a program that does not read, that a person has frozen, and that is stopped: they say the agent's own name", async () => {
    await start(a, "exec cat", { id: "py" });
    await start(b, "stty raw -echo; echo ready; exec sleep 1000", { id: "py" });
    await waitForScreen(b, "py", /ready/);
    const type = (text: string): Promise<{ code: string; message: string }> =>
      failure(b.request("session/write", { id: "py", input: [{ text }] }));
    const [line, more] = ["x".repeat(200_000), "y".repeat(1000)];
    // The kernel passes input on in a thread of its own: only once this is refused is the terminal certainly full.
    expect(await type(line)).toMatchObject({ code: "input-blocked" });
    const stuck = [type(line), type(more)];
    // A key that becomes a signal takes the place of what waits, and waits itself.
    const key = failure(b.request("session/write", { id: "py", input: [{ key: "C-c" }] }));
    const errors = await Promise.all(stuck);
    await person.request("session/freeze", { id: "py-2" });
    errors.push(await key, await type("x"));
    const script = await host.connect("script");
    expect(await failure(script.request("session/write", { id: "py-2", input: [{ text: "x" }] }))).toMatchObject({
      message: expect.stringContaining("frozen session py-2") as string,
    });
    await person.request("session/resume", { id: "py-2" });
    const last = type(line);
    await person.request("session/stop", { id: "py-2" });
    errors.push(await last);
    const [blocked, frozen] = ["input-blocked", "session-frozen"];
    expect(errors.map(({ code }) => code)).toEqual([blocked, blocked, frozen, frozen, "session-ended"]);
    for (const { message } of errors) expect(message).toMatch(/session py\b(?!-2)/i);
  });

  it("a person's session is not an agent's, and its name is free for the agent", async () => {
    await start(person, "exec cat", { id: "mine" });
    expect(await ids(a)).toEqual([]);
    await start(a, "exec cat", { id: "mine" });
    expect(await ids(person)).toEqual(["mine", "mine-2"]);
  });
});

describe("A7 ending things", () => {
  it("A7 stop without an id ends an agent's own sessions, and only those; a person's ends all", async () => {
    await start(a, "exec cat", { id: "one" });
    await start(a, "exec cat", { id: "two" });
    await start(b, "exec cat", { id: "b's" });
    await person.request("session/share", { id: "b's", with: { name: "A" } });
    expect((await a.request("session/stop-all", {})).stopped).toBe(2);
    expect(await ids(a)).toEqual(["b's"]);
    expect((await a.request("session/stop-all", {})).stopped).toBe(0);
    expect(await ids(person)).toEqual(["b's"]);
    expect((await person.request("session/stop-all", {})).stopped).toBe(1);
  });

  it("A7 an agent does not end the host, open a window, share, or make tokens", async () => {
    for (const request of [
      a.request("host/shutdown", {}),
      a.request("window/open", {}),
      a.request("session/share", { id: "x", with: "all" }),
      a.request("token/create", { name: "more" }),
      a.request("token/list", {}),
      a.request("http/switch", { on: true }),
    ]) {
      expect((await failure(request)).code).toBe("forbidden");
    }
    expect(audit().filter(({ decision }) => decision === "forbidden")).toHaveLength(6);
    expect((await person.request("host/info", {})).pid).toBe(host.pid);
  });
});

describe("sharing", () => {
  it("lets the named agents drive a session by its id, until it is taken back", async () => {
    await start(a, "exec cat", { id: "py" });
    await b.request("host/watch", {});
    const heard: string[] = [];
    b.on("sessions/changed", ({ sessions }) => heard.push(...sessions.map(({ id }) => id)));
    expect(await person.request("session/share", { id: "py", with: { name: "B" } })).toEqual({ sharedWith: ["B"] });
    expect(await ids(b)).toEqual(["py"]);
    await b.request("session/write", { id: "py", input: [{ text: "from B\r" }], wait: { pattern: "^from B$" } });
    await until("B is told", () => heard.includes("py"));
    expect((await failure(start(b, "exec cat", { id: "py" }))).code).toBe("session-exists");
    expect((await person.request("session/list", {}))[0]?.sharedWith).toEqual(["B"]);
    expect(await person.request("session/unshare", { id: "py", name: "B" })).toEqual({ sharedWith: [] });
    expect((await failure(b.request("session/screen", { id: "py" }))).code).toBe("no-such-session");
    expect(await ids(a)).toEqual(["py"]);
  });

  it("with all: also those to come; a name that nobody has is an error that says who there is", async () => {
    await start(person, "exec cat", { id: "open" });
    expect(await person.request("session/share", { id: "open", with: "all" })).toEqual({ sharedWith: ["*"] });
    const late = await host.connect("mcp", "late");
    expect(await ids(late)).toEqual(["open"]);
    const { message } = await failure(person.request("session/share", { id: "open", with: { name: "Nobody" } }));
    expect(message).toBe("There is no agent called 'Nobody'. Agents now: A, B, late; or share with all");
    await person.request("session/unshare", { id: "open" });
    expect(await ids(late)).toEqual([]);
  });

  it("taken back, ends what the other follows of it: output, tiles, waits", async () => {
    await start(a, "exec cat", { id: "py" });
    await person.request("session/share", { id: "py", with: { name: "B" } });
    const heard: string[] = [];
    await b.request("host/watch", {});
    b.on("session/output", ({ text }) => heard.push(text));
    b.on("sessions/changed", ({ sessions }) => heard.push(...sessions.map(({ id }) => `changed ${id}`)));
    b.on("session/closed", ({ id }) => heard.push(`closed ${id}`));
    b.on("tiles/frame", ({ seq }) => heard.push(`frame ${seq}`));
    await b.request("session/attach", { id: "py" });
    await b.request("tiles/subscribe", { ids: ["py"], intervalMs: 50 });
    const waiting = b.request("session/wait", { id: "py", until: { pattern: "secret" } });
    // On the same connection, so it is answered after the wait has begun.
    await b.request("session/list", {});
    await person.request("session/unshare", { id: "py" });
    expect((await waiting).ended).toBe("cancelled");
    await until("B is told", () => heard.includes("closed py"));
    heard.length = 0;
    await a.request("session/write", { id: "py", input: [{ text: "secret\r" }], wait: { pattern: "^secret$" } });
    await a.request("session/stop", { id: "py" });
    expect((await failure(b.request("session/screen", { id: "py" }))).code).toBe("no-such-session");
    expect(heard).toEqual([]);
  });

  it("when it is taken back, an export under way ends, even if its key is used with another session", async () => {
    await start(a, "seq 1 100000; exec cat", { id: "py", wait: { pattern: "^100000$" } });
    await start(b, "seq 1 100000; exec cat", { id: "own", wait: { pattern: "^100000$" } });
    await person.request("session/share", { id: "py", with: { name: "B" } });
    const piece = (id: string, from?: string): Promise<{ next?: string | undefined }> =>
      b.request("session/export", { id, format: "cast", ...(from !== undefined && { from }) });
    const { next: foreign = "" } = await piece("py");
    const { next: own = "" } = await piece("own");
    await person.request("session/unshare", { id: "py" });
    expect((await failure(piece("py", foreign))).code).toBe("no-such-session");
    expect((await failure(piece("own", foreign))).message).toContain("start it again without `from`");
    await piece("own", own);
  });

  it("taken back, a search or an export that is under way tells nothing any more", async () => {
    await start(a, "seq 1 300000; exec cat", { id: "py", wait: { pattern: "^300000$" } });
    await person.request("session/share", { id: "py", with: { name: "B" } });
    const searching = failure(b.request("session/search", { id: "py", pattern: "9$" }));
    const exporting = failure(b.request("session/export", { id: "py", format: "txt" }));
    // On the same connection, so it is answered after both have begun.
    await b.request("session/list", {});
    await person.request("session/unshare", { id: "py" });
    for (const request of [searching, exporting]) expect((await request).code).toBe("no-such-session");
  });

  it("is refused where an agent has a session of that name, which it could not tell from the other", async () => {
    await start(a, "exec cat", { id: "py" });
    await start(b, "exec cat", { id: "py" });
    for (const whom of [{ name: "B" }, "all"] as const) {
      const refused = await failure(person.request("session/share", { id: "py", with: whom }));
      expect(refused).toMatchObject({ code: "session-exists", message: expect.stringContaining("B has a session") as string });
    }
  });
});

describe("an agent that comes back", () => {
  const connectAs = async (key: string): Promise<Client> =>
    (await introduce({ paths: host.home.paths, name: "again", kind: "mcp", key })).client;

  it("gets its sessions back with the same key, and nobody else gets them", async () => {
    const key = randomBytes(32).toString("hex");
    {
      using before = await connectAs(key);
      await start(before, "exec cat", { id: "kept" });
    }
    using other = await connectAs(randomBytes(32).toString("hex"));
    expect(await ids(other)).toEqual([]);
    using after = await connectAs(key);
    expect(await ids(after)).toEqual(["kept"]);
    await after.request("session/write", { id: "kept", input: [{ text: "x\r" }], wait: { pattern: "^x$" } });
  });

  it("may never come back: the user sees and shares what it left", async () => {
    {
      using gone = await connectAs(randomBytes(32).toString("hex"));
      await start(gone, "exec cat", { id: "left" });
    }
    expect(await ids(person)).toEqual(["left"]);
    await person.request("session/share", { id: "left", with: { name: "A" } });
    expect(await ids(a)).toEqual(["left"]);
  });

  it("what two gone agents called the same can be shared; one that comes back means its own by that name", async () => {
    await start(a, "exec cat", { id: "py" });
    const key = randomBytes(32).toString("hex");
    {
      using gone = await connectAs(key);
      await start(gone, "echo its own; exec cat", { id: "py" });
    }
    await until("it has gone", async () => (await person.request("host/info", {})).clients.every(({ name }) => name !== "again"));
    await person.request("session/share", { id: "py", with: "all" });
    expect(await ids(b)).toEqual(["py"]);
    using back = await connectAs(key);
    await waitForScreen(back, "py", /its own/);
  });

  it("a key short enough to guess is refused", async () => {
    await expect(connectAs("short")).rejects.toThrow(/key must have at least 22 characters/);
  });
});

describe("A11 how much one agent may do", () => {
  it("A11 50 sessions; others are not affected", async () => {
    for (let n = 0; n < 50; n++) await start(a, "exec sleep 1000", { id: `s${n}` });
    const refused = await failure(start(a, "exec sleep 1000"));
    expect(refused).toMatchObject({ code: "too-many-sessions", message: expect.stringContaining("50 sessions") as string });
    await start(b, "exec sleep 1000");
    await start(person, "exec sleep 1000");
    expect((await a.request("session/stop-all", {})).stopped).toBe(50);
    for (let n = 0; n < 10; n++) await start(a, "exec sleep 1000");
    const tooFast = await failure(start(a, "exec sleep 1000"));
    expect(tooFast.code).toBe("too-many-requests");
    expect(tooFast.message).toMatch(/Try again in \d+ s$/);
    expect(audit().filter(({ decision }) => decision === "too-many-requests")).toHaveLength(1);
  });

  it("A11 32 waits at the same time; others are not affected", async () => {
    await start(a, "exec cat", { id: "s" });
    const stop = new AbortController();
    setMaxListeners(32, stop.signal);
    const waits = Array.from({ length: 32 }, () => a.request("session/wait", { id: "s", until: { exit: true } }, stop.signal));
    expect((await failure(a.request("session/wait", { id: "s", until: { exit: true } }))).code).toBe("too-many-requests");
    await start(b, "exec cat", { id: "s", wait: { timeoutMs: 1 } });
    stop.abort();
    for (const { ended } of await Promise.all(waits)) expect(ended).toBe("cancelled");
    expect((await a.request("session/wait", { id: "s", until: { timeoutMs: 1 } })).ended).toBe("timeout");
  });

  it("A11 two searches at the same time; others are not affected", async () => {
    const endless = { id: "s", pattern: "^(a+)+$" };
    await start(a, `echo ${"a".repeat(60)}!; exec cat`, { id: "s", wait: { pattern: "!" } });
    await start(b, "echo b; exec cat", { id: "s", wait: { pattern: "b" } });
    const stop = new AbortController();
    const slow = [1, 2].map(() => failure(a.request("session/search", endless, stop.signal)));
    const refused = await failure(a.request("session/search", { id: "s", pattern: "a" }));
    expect(refused).toMatchObject({ code: "too-many-requests", message: expect.stringContaining("2 searches") as string });
    expect((await b.request("session/search", { id: "s", pattern: "b" })).matches).toBe(1);
    stop.abort();
    await Promise.all(slow);
    expect((await a.request("session/search", { id: "s", pattern: "a" })).matches).toBe(1);
  });
});

describe("A12 the audit", () => {
  it("A12 names each session that a stop of all has ended", async () => {
    for (const id of ["one", "two"]) await start(a, "exec cat", { id });
    await start(b, "exec cat", { id: "one" });
    await a.request("session/stop-all", {});
    await a.request("session/stop-all", {});
    await person.request("session/stop-all", {});
    const rows = audit().filter(({ method }) => method === "session/stop-all");
    expect(rows.map(({ name, session, decision }) => `${name} ${session} ${decision}`)).toEqual([
      "A one allowed",
      "A two allowed",
      "A undefined allowed",
      "You one-2 allowed",
    ]);
  });

  it("A12 has a row for each effect, with who, what and a hash, never the input; and is its owner's alone", async () => {
    await start(a, "exec cat", { id: "s" });
    const { id: unnamed } = await start(a, "exec cat");
    const input = "hunter2 is what was typed\r";
    await a.request("session/write", { id: "s", input: [{ text: input }] });
    await a.request("session/screen", { id: "s" });
    const window = await host.connect("window", "You");
    await window.request("session/write", { id: "s", input: [{ text: "h" }] });
    expect((await failure(a.request("session/write", { id: "s", input: [{ text: "x" }] }))).code).toBe("lease-held");
    await person.request("session/stop", { id: "s", force: true });
    const text = readFileSync(host.home.paths.audit, "utf8");
    expect(text).not.toContain("hunter2");
    expect(statSync(host.home.paths.audit).mode & 0o777).toBe(0o600);
    const sha256 = (of: string): string => createHash("sha256").update(of).digest("hex");
    const agent = { principal: expect.stringMatching(/^agent-[0-9a-f]{16}$/) as string, name: "A", client: "A" };
    expect(audit()).toMatchObject([
      { ...agent, method: "session/create", session: "s", bytes: 8, sha256: sha256("exec cat"), decision: "allowed" },
      { ...agent, method: "session/create", session: unnamed, decision: "allowed" },
      { ...agent, method: "session/write", session: "s", bytes: input.length, sha256: sha256(input), decision: "allowed" },
      { principal: "user", client: "You", method: "session/write", session: "s", bytes: 1, decision: "allowed" },
      { ...agent, method: "session/write", session: "s", decision: "lease-held" },
      { principal: "user", client: "cotty", method: "session/stop", session: "s", decision: "allowed" },
    ]);
    expect(audit()[3]?.sha256, "one key's hash would be the key").toBeUndefined();
  });

  it("A12 says whom a session was shared with, and for whom and how far a token is", async () => {
    await start(a, "exec cat", { id: "s" });
    await person.request("session/share", { id: "s", with: { name: "B" } });
    await person.request("session/share", { id: "s", with: "all" });
    await person.request("session/unshare", { id: "s", name: "B" });
    await person.request("token/create", { name: "ci", tier: "all" });
    await person.request("token/revoke", { name: "ci" });
    expect(audit().map(({ method, agent }) => `${method} ${agent}`)).toEqual([
      "session/create undefined",
      "session/share B",
      "session/share *",
      "session/unshare B",
      "token/create ci (all)",
      "token/revoke ci",
    ]);
  });

  it("A12 a wait does not keep its row back, and a killed host leaves a file that can be read", async () => {
    const home = createHome();
    const victim = await startTestHost({ home });
    const agent = await victim.connect("mcp", "A");
    const waiting = start(agent, "exec cat", { id: "s", wait: { exit: true } });
    const flood = Array.from({ length: 200 }, (_, n) =>
      agent.request("session/resize", { id: "s", size: { cols: 80 + (n % 9), rows: 24 } }),
    );
    const ended = Promise.allSettled([waiting, ...flood]);
    await flood[100];
    await victim.stop("SIGKILL");
    await ended;
    const lines = readFileSync(home.paths.audit, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ principal: expect.any(String) as string, name: "A" });
    const created = lines.filter((line) => line.includes('"session/create"')).map((line) => JSON.parse(line) as unknown);
    expect(created).toMatchObject([{ session: "s", decision: "allowed" }]);
    await victim[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  it("H8 wrong and missing tokens in the window's socket make at most ten audit rows a minute, and a right token gets in", async () => {
    const { url } = await person.request("window/open", {});
    const { origin, port, hash } = new URL(url);
    const body = JSON.stringify({ code: hash.replace("#code=", "") });
    const headers = { "content-type": "application/json" };
    const { token } = (await (await fetch(`${origin}/session`, { method: "POST", headers, body })).json()) as { token: string };
    const ask = async (method: string, params: object) => {
      const socket = await openSocket(Number(port));
      socket.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
      return socket;
    };
    const client = { name: "browser", kind: "window" };
    const hello = (given: string) => ask("host/hello", { protocol: PROTOCOL_VERSION, token: given, client });
    for (let n = 0; n < 15; n++) {
      expect(await (await ask("session/list", {})).closed).toBe(4401);
      expect(await (await hello(`guess ${n}`)).closed).toBe(4401);
    }
    expect(audit().filter(({ decision }) => decision === "unauthorized")).toHaveLength(10);
    const inside = await hello(token);
    expect(await inside.next()).toMatchObject({ id: 1, result: { protocol: PROTOCOL_VERSION } });
    inside.socket.terminate();
  });

  it("S6 a wrong or missing token is refused without effect, and the audit has a row", async () => {
    await expect(connectScript(host.home, "wrong")).rejects.toThrow("Wrong or missing token");
    await expect(connectScript(host.home, "")).rejects.toThrow("Wrong or missing token");
    const { token } = await person.request("token/create", { name: "over http" });
    await expect(connectScript(host.home, token)).rejects.toThrow("Wrong or missing token");
    expect(audit().filter(({ decision }) => decision === "unauthorized")).toHaveLength(3);
    expect(readFileSync(host.home.paths.audit, "utf8")).not.toContain(token);
    expect(await ids(person)).toEqual([]);
  });

  it.each([
    ["wrong token", { token: "wrong" }, "Wrong or missing token"],
    ["other protocol", { protocol: PROTOCOL_VERSION + 1 }, "Update the older one"],
  ])("S6 what follows a hello at once fails as that does, and counts as no second one: %s", async (_, wrong, reason) => {
    const { transport, token } = await connect(host.home.paths);
    using client = new Client(transport);
    const hello = client.hello({ token, name: "early", kind: "cli", protocol: PROTOCOL_VERSION, ...wrong });
    const request = client.request("session/create", { command: "cat" });
    await Promise.all([hello, request].map(async (answer) => expect(answer).rejects.toThrow(reason)));
    expect(await ids(person)).toEqual([]);
    expect(audit().filter(({ decision }) => decision === "unauthorized").length).toBeLessThan(2);
  });
});

describe("flatSessions", () => {
  it("lets every client see and drive all sessions, as terminalcp has it", async () => {
    const home = createHome();
    writeFileSync(home.paths.settings, '{"flatSessions": true, "color": "blue"}');
    {
      await using flat = await startTestHost({ home });
      const first = await flat.connect("mcp", "A");
      const second = await flat.connect("mcp", "B");
      await start(first, "exec cat", { id: "py" });
      expect(await ids(second)).toEqual(["py"]);
      expect((await failure(start(second, "exec cat", { id: "py" }))).code).toBe("session-exists");
      await second.request("session/write", { id: "py", input: [{ text: "x\r" }], wait: { pattern: "^x$" } });
      expect((await failure(second.request("host/shutdown", {}))).code).toBe("forbidden");
      expect((await second.request("session/stop-all", {})).stopped).toBe(1);
      expect(flat.log()).toContain(`${home.paths.settings}: line 1: the unknown setting "color" was ignored`);
    }
    await home[Symbol.asyncDispose]();
  });
});

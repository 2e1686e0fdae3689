/** Stopping a session takes all of its processes with it (F20, terminalcp's defect 6). Codes: docs/threats.md. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { startStopwatch } from "../../support/budget.ts";
import { exitOf, readAll, start, startTestHost, survivors, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

/** A program with every kind of child that has been known to stay behind. */
const TREE = `
sleep 1001 &
nohup sleep 1002 >/dev/null 2>&1 &
setsid sleep 1003 >/dev/null 2>&1 &
( ( setsid nohup sleep 1004 >/dev/null 2>&1 & ) & )
bash -c 'trap "" HUP TERM; sleep 1005 & wait; while :; do sleep 1005; done' &
sleep 1006 & kill -STOP $!
env -i sleep 1007 &
echo planted; sleep 1008`;

/** All but the one that has lost its environment, and the one that may have been stopped before it became `sleep`. */
const KEYED_SLEEPERS = 6;

function sleepers({ home }: TestHost): number {
  return survivors(home).filter(({ command }) => command === "sleep").length;
}

async function plant(host: TestHost, client: Client, command = TREE): Promise<string> {
  const before = sleepers(host);
  const { id } = await start(client, command);
  await waitForScreen(client, id, /planted/);
  if (command === TREE) await until("all have begun to sleep", () => sleepers(host) >= before + KEYED_SLEEPERS);
  return id;
}

describe("F20, terminalcp's defect 6: no survivors", () => {
  let host: TestHost;
  let client: Client;
  beforeAll(async () => {
    host = await startTestHost();
    client = await host.connect();
  });
  afterAll(() => host[Symbol.asyncDispose]());

  for (const method of ["session/stop", "session/kill"] as const) {
    it(`${method} ends the whole tree within 5 s and lists it`, async () => {
      const id = await plant(host, client);
      const stopwatch = startStopwatch();
      const { ended } = await client.request(method, { id });
      expect(stopwatch.ms()).toBeLessThan(5000);
      expect(survivors(host.home)).toEqual([]);
      expect(ended.filter(({ command }) => command === "sleep").length).toBeGreaterThan(KEYED_SLEEPERS);
      expect(ended.find(({ command, signal }) => command === "bash" && signal === "SIGKILL")).toBeDefined();
      expect(new Set(ended.map(({ pid }) => pid)).size).toBe(ended.length);
      if (method === "session/stop") return;
      // Killed, not stopped: it stays readable, and says how it ended.
      expect(await exitOf(client, id)).toMatchObject({ signal: "SIGHUP" });
      expect(await readAll(client, id)).toContain("planted");
      await client.request("session/stop", { id });
    });
  }

  it("children of a program that ended by itself are found, too", async () => {
    const id = await plant(host, client, "setsid sleep 1011 & nohup sleep 1012 >/dev/null 2>&1 & sleep 0.2; echo planted");
    expect(await exitOf(client, id)).toEqual({ code: 0 });
    await until("both have begun to sleep", () => sleepers(host) === 2);
    expect(survivors(host.home).length).toBe(2);
    const { ended } = await client.request("session/stop", { id });
    expect(ended.map(({ command }) => command)).toEqual(["sleep", "sleep"]);
    expect(survivors(host.home)).toEqual([]);
  });

  for (const lifeMs of [400, 20]) {
    it(`a program that forks and dies in turn, every ${lifeMs} ms, does not get away`, async () => {
      const hop = `import os, signal, time
signal.signal(signal.SIGHUP, signal.SIG_IGN); signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.setsid() if os.fork() == 0 else (print("planted", flush=True), time.sleep(1000))
while True:
    time.sleep(${lifeMs / 1000})
    if os.fork() > 0: os._exit(0)`;
      const id = await plant(host, client, `exec python3 -c '${hop}'`);
      await client.request("session/stop", { id });
      expect(survivors(host.home)).toEqual([]);
    });
  }

  it("stop answers after the end has been recorded, with the program's last words", async () => {
    const { id } = await start(client, `trap 'echo last words; exit 3' HUP; echo ready; while :; do sleep 0.05; done`);
    await waitForScreen(client, id, /ready/);
    await client.request("session/kill", { id });
    const session = (await client.request("session/list", {})).find((listed) => listed.id === id);
    expect(session?.exit).toEqual({ code: 3 });
    expect(await readAll(client, id)).toContain("last words");
    await client.request("session/stop", { id });
  });

  it("stopping twice at once, and a session that has ended, is no error", async () => {
    const id = await plant(host, client, "echo planted; exec sleep 1020");
    const both = await Promise.all([client.request("session/stop", { id }), client.request("session/stop", { id })]);
    expect(both[0]).toEqual(both[1]);
    const other = await start(client, "true");
    await exitOf(client, other.id);
    expect(await client.request("session/stop", { id: other.id })).toEqual({ ended: [] });
    await expect(client.request("session/stop", { id: other.id })).rejects.toMatchObject({ code: "no-such-session" });
  });

  it("its name is free again, and no earlier", async () => {
    await start(client, "exec sleep 1021", { id: "again" });
    await expect(start(client, "true", { id: "again" })).rejects.toMatchObject({
      code: "session-exists",
      message: "Session 'again' already exists. Stop it first, or choose another name",
    });
    await client.request("session/stop", { id: "again" });
    await start(client, "true", { id: "again" });
    await client.request("session/stop", { id: "again" });
  });
});

describe("F20: the host ends", () => {
  for (const how of ["SIGTERM", "host/shutdown"] as const) {
    it(`${how}: every tree goes first, within 10 s`, async () => {
      await using host = await startTestHost();
      const client = await host.connect();
      await plant(host, client);
      await plant(host, client);
      await plant(host, client, `exec vim -u NONE -c 'call setline(1, "planted")'`);
      const stopwatch = startStopwatch();
      if (how === "SIGTERM") await host.stop();
      else {
        expect(await client.request("host/shutdown", {})).toEqual({ stopped: 3 });
        await host.stop("SIGCONT");
      }
      expect(stopwatch.ms()).toBeLessThan(10_000);
      expect(host.child.exitCode).toBe(0);
      expect(survivors(host.home)).toEqual([]);
    });
  }

  it("takes no new session once it is asked to end", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    // It needs the whole ladder, so there is time to ask.
    await plant(host, client, `trap '' HUP TERM; echo planted; while :; do sleep 0.1; done`);
    host.child.kill("SIGTERM");
    for (let refused = false; !refused;) {
      refused = await start(client, "exec sleep 1030").then(
        () => false,
        () => true,
      );
    }
    await host.stop("SIGCONT");
    expect(survivors(host.home)).toEqual([]);
  });
});

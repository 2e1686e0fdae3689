import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../../electron/endpoint/socket-transport.ts";
import { Client } from "../../../shared/client.ts";
import { bundleFixture } from "../../support/bundle.ts";
import { createHome, type Home } from "../../support/home.ts";
import { type StandIn, startStandIn } from "../../support/stand-in-host.ts";
import { until } from "../../support/until.ts";

let script: string;
beforeAll(async () => {
  script = await bundleFixture("stand-in-host");
});

/** The pid of whoever answers at the socket. */
async function askForPid(home: Home): Promise<number> {
  const { transport, token } = await connect(home.paths);
  using client = new Client(transport);
  const { pid } = await client.hello({ token, name: "test", kind: "script", protocol: 1 });
  return pid;
}

async function startMany(home: Home, count: number): Promise<StandIn[]> {
  return Promise.all(Array.from({ length: count }, () => startStandIn(script, home)));
}

async function expectOneHost(home: Home, started: StandIn[]): Promise<StandIn> {
  const hosts = started.filter(({ kind }) => kind === "hosting");
  expect(hosts).toHaveLength(1);
  const [host] = hosts;
  if (!host) throw new Error("no host");
  for (let i = 0; i < started.length; i++) expect(await askForPid(home)).toBe(host.pid);
  return host;
}

async function kill(standIn: StandIn): Promise<void> {
  standIn.child.kill("SIGKILL");
  await once(standIn.child, "close");
}

describe("F15 two hosts racing", () => {
  test("eight starts at once yield one host and seven clients, with a fresh folder and with what a killed host left", async () => {
    await using home = createHome();
    for (let round = 0; round < 4; round++) {
      const started = await startMany(home, 8);
      const host = await expectOneHost(home, started);
      // SIGKILL: the next round finds a stale lock and a stale socket.
      await kill(host);
      expect(existsSync(home.paths.socket)).toBe(true);
      for (const other of started) other.child.kill("SIGKILL");
    }
    expect(readdirSync(home.paths.runDirectory).sort()).toEqual(["cotty.sock", "lock.4", "token"]);
  });

  test("a stale lock whose pid belongs to another process by now is taken over", async () => {
    await using home = createHome();
    const [first] = await startMany(home, 1);
    if (!first) throw new Error("not started");
    await kill(first);
    const lock = join(home.paths.runDirectory, "lock.1");
    const record = JSON.parse(readFileSync(lock, "utf8")) as object;
    writeFileSync(lock, JSON.stringify({ ...record, pid: process.pid }));
    await expectOneHost(home, await startMany(home, 3));
  });

  test("a stopped holder is still the holder", async () => {
    await using home = createHome();
    const [first] = await startMany(home, 1);
    first?.child.kill("SIGSTOP");
    const second = await startStandIn(script, home);
    expect(second.kind).toBe("taken");
    first?.child.kill("SIGCONT");
    expect(await askForPid(home)).toBe(first?.pid);
  });

  test("a zombie holds nothing", async () => {
    await using home = createHome();
    // The shell becomes `sleep`, which never reaps the host it started before.
    const keeper = await startStandIn(script, home, ["sh", "-c", '"$0" "$1" <&0 & exec sleep 60']);
    process.kill(keeper.pid, "SIGKILL");
    await until("the host is a zombie", () => /\) Z /.test(readFileSync(`/proc/${keeper.pid}/stat`, "latin1")));
    expect((await startStandIn(script, home)).kind).toBe("hosting");
    keeper.child.kill("SIGKILL");
  });

  test("a host that left in order is followed at once", async () => {
    await using home = createHome();
    const [first] = await startMany(home, 1);
    first?.child.stdin?.end();
    if (first) await once(first.child, "close");
    expect(existsSync(home.paths.socket)).toBe(false);
    expect((await startStandIn(script, home)).kind).toBe("hosting");
  });

  test("a live socket is never replaced, even when its lock files are gone", async () => {
    await using home = createHome();
    const [first] = await startMany(home, 1);
    for (const name of readdirSync(home.paths.runDirectory)) {
      if (name.startsWith("lock.")) rmSync(join(home.paths.runDirectory, name));
    }
    const started = await startMany(home, 4);
    expect(started.map(({ kind }) => kind)).toEqual(["taken", "taken", "taken", "taken"]);
    expect(await askForPid(home)).toBe(first?.pid);
  });

  test("a live socket of some other program is not replaced", async () => {
    await using home = createHome();
    const [first] = await startMany(home, 1);
    if (first) await kill(first);
    rmSync(home.paths.socket);
    const foreign = createServer().listen(home.paths.socket);
    await once(foreign, "listening");
    expect((await startStandIn(script, home)).kind).toBe("taken");
    foreign.close();
  });

  test("S3 a lock that is a symbolic link is refused and its target untouched", async () => {
    await using home = createHome();
    const [first] = await startMany(home, 1);
    if (first) await kill(first);
    const victim = join(home.root, "victim");
    writeFileSync(victim, "precious");
    const lock = join(home.paths.runDirectory, "lock.1");
    rmSync(lock);
    symlinkSync(victim, lock);
    await expect(startStandIn(script, home)).rejects.toThrow(`${lock}: it is a symbolic link`);
    expect(readFileSync(victim, "utf8")).toBe("precious");
  });
});

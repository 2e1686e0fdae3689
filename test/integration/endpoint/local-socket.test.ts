import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { listen } from "../../../electron/endpoint/listener.ts";
import { openRunDirectory, writeToken } from "../../../electron/endpoint/run-directory.ts";
import { connect } from "../../../electron/endpoint/socket-transport.ts";
import { fileLog } from "../../../electron/platform/log.ts";
import { Client } from "../../../shared/client.ts";
import { HostError } from "../../../shared/errors.ts";
import { bundleFixture } from "../../support/bundle.ts";
import { connectScript, nextLine, rawConnection, startEndpoint } from "../../support/endpoint.ts";
import { createHome, type Home } from "../../support/home.ts";
import { startStandIn } from "../../support/stand-in-host.ts";
import { until } from "../../support/until.ts";

const MIB = 1024 * 1024;

let script: string;
beforeAll(async () => {
  script = await bundleFixture("stand-in-host");
});

describe("the run directory's rights", () => {
  test("S1 under umask 000 a watcher never sees a right for others, over many starts", async () => {
    await using home = createHome();
    const watcher = spawn("python3", ["-c", WATCH_RIGHTS, home.paths.runDirectory], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface(watcher.stdout);
    await once(lines, "line");
    // Or it has ended, and has nothing to tell in the end.
    const hasLookedOften = Promise.race([once(lines, "line"), once(watcher, "exit")]).then(() => true);
    const before = process.umask(0);
    try {
      // On a busy machine many starts may pass between two looks.
      do {
        for (let round = 0; round < 30; round++) await (await startEndpoint(home)).close();
      } while (!(await Promise.race([hasLookedOften, Promise.resolve(false)])));
    } finally {
      process.umask(before);
    }
    await using _last = await startEndpoint(home);
    const report = once(lines, "line");
    watcher.stdin.end();
    const [line] = (await report) as [string];
    const seen = JSON.parse(line) as { open: string[]; files: string[] };
    expect(seen.open).toEqual([]);
    expect(seen.files).toEqual(expect.arrayContaining(["cotty.sock", "token"]));
  });

  test("S2 a run directory open to others: the host does not start and says why", async () => {
    await using home = createHome();
    mkdirSync(home.paths.runDirectory);
    chmodSync(home.paths.runDirectory, 0o755);
    await expect(startStandIn(script, home)).rejects.toThrow(`Refusing to use ${home.paths.runDirectory}`);
    expect(readdirSync(home.paths.runDirectory)).toEqual([]);
    await expect(connect(home.paths)).rejects.toThrow("chmod 700");
  });
});

describe("S5 hostile frames", () => {
  test("garbage is answered, and the connection goes on", async () => {
    await using home = createHome();
    await using _host = await startEndpoint(home);
    const socket = await rawConnection(home);
    socket.write("hello\n");
    expect((await nextLine(socket)).error?.code).toBe(-32700);
    socket.write(`${"[".repeat(100_000)}\n`);
    expect((await nextLine(socket)).error?.code).toBe(-32700);
    socket.destroy();
  });

  test("somebody who floods garbage and never reads is cut off", async () => {
    await using home = createHome();
    await using _host = await startEndpoint(home);
    const socket = await rawConnection(home);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.pause();
    const flood = (): void => {
      while (!socket.destroyed && socket.writableLength < MIB) socket.write("garbage\n".repeat(1000));
      if (!socket.destroyed) setImmediate(flood);
    };
    flood();
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  test("a character cut in two by the chunks arrives whole", async () => {
    await using home = createHome();
    await using running = await startEndpoint(home);
    const socket = await rawConnection(home);
    const hello = { jsonrpc: "2.0", id: 1, method: "host/hello", params: { token: running.token, name: "中🙂" } };
    const bytes = Buffer.from(`${JSON.stringify(hello)}\n`);
    const answer = nextLine(socket);
    for (const byte of bytes) socket.write(Uint8Array.of(byte));
    expect(JSON.stringify(await answer)).toContain("中🙂");
    socket.destroy();
  });
});

describe("S6 tokens", () => {
  test.each(["", "wrong", "x".repeat(43)])("%j opens nothing and changes nothing", async (token) => {
    await using home = createHome();
    await using running = await startEndpoint(home);
    const error = await connectScript(home, token).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(HostError);
    expect((error as HostError).code).toBe("unauthorized");
    expect(running.sessions.sideEffects).toBe(0);
  });

  test("a request before hello is refused", async () => {
    await using home = createHome();
    await using running = await startEndpoint(home);
    const { transport } = await connect(home.paths);
    using stranger = new Client(transport);
    await expect(stranger.request("session/create", { command: "id" })).rejects.toThrow("unauthorized");
    expect(running.sessions.sideEffects).toBe(0);
  });

  test("S9 each host has a token of its own, and no log has it", async () => {
    await using home = createHome();
    const first = await startEndpoint(home);
    await first.close();
    await using second = await startEndpoint(home);
    expect(second.token).not.toBe(first.token);
    expect(readFileSync(home.paths.token, "utf8").trim()).toBe(second.token);
    expect(readFileSync(home.paths.log, "utf8")).not.toContain(second.token);
  });
});

describe("the token's file", () => {
  /** A program at the host's socket that says nothing and leaves the token to the test. `closed` counts the connections that have ended. */
  async function listenWithoutToken(
    home: Home,
  ): Promise<AsyncDisposable & { readonly server: Server; readonly closed: () => number }> {
    openRunDirectory(home.paths);
    let closed = 0;
    const server = createServer((socket) => socket.on("close", () => closed++).resume());
    await once(server.listen(home.paths.socket), "listening");
    return {
      server,
      closed: () => closed,
      [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
    };
  }

  test("S8 is waited for while it is missing, because the host writes it again", async () => {
    await using home = createHome();
    await using host = await listenWithoutToken(home);
    const connecting = connect(home.paths);
    await until("the client has not found it", () => host.closed() > 0);
    writeToken(home.paths, "again");
    const { transport, token } = await connecting;
    expect(token).toBe("again");
    transport.close();
  });

  test("that stays missing is named, with the next step, and no connection stays open", async () => {
    await using home = createHome();
    await using host = await listenWithoutToken(home);
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const failed = expect(connect(home.paths)).rejects.toThrow(
        `A host runs, but its token is missing: ${home.paths.token} does not exist. The host writes it again within seconds. ` +
          "If it does not, check whether its process is suspended, or end it and start it again",
      );
      await once(host.server, "connection");
      vi.setSystemTime(Date.now() + 60_000);
      await failed;
    } finally {
      vi.useRealTimers();
    }
    const left = (): Promise<number> => new Promise((resolve) => host.server.getConnections((_error, count) => resolve(count)));
    await until("all connections are closed", async () => (await left()) === 0);
  });

  test("that others can read is refused, and the connection is closed", async () => {
    await using home = createHome();
    await using host = await listenWithoutToken(home);
    writeToken(home.paths, "open");
    chmodSync(home.paths.token, 0o644);
    await expect(connect(home.paths)).rejects.toThrow(`chmod 600 '${home.paths.token}'`);
    await until("it is closed", () => host.closed() === 1);
  });
});

describe("a host that cannot be reached", () => {
  test.each(["EPERM", "EACCES"])("is not taken for none: %s", async (code) => {
    await using home = createHome();
    openRunDirectory(home.paths);
    const { socket } = home.paths;
    const dial = () => Promise.reject(Object.assign(new Error(`connect ${code} ${socket}`), { code }));
    await expect(connect(home.paths, dial)).rejects.toMatchObject({
      code: "internal",
      message:
        `Not allowed to connect to the host (connect ${code} ${socket}). ` +
        `If a sandbox keeps this process in, allow it the socket ${socket}`,
    });
  });

  test("a full queue is named when the time is over", async () => {
    await using home = createHome();
    openRunDirectory(home.paths);
    const uptime = vi.spyOn(process, "uptime");
    const dial = () => {
      uptime.mockReturnValue(Number.POSITIVE_INFINITY);
      return Promise.reject(Object.assign(new Error("connect EAGAIN /s"), { code: "EAGAIN" }));
    };
    try {
      await expect(connect(home.paths, dial)).rejects.toMatchObject({
        code: "internal",
        message: `The host takes no connection at ${home.paths.socket}. Check whether its process is suspended`,
      });
    } finally {
      uptime.mockRestore();
    }
  });
});

describe("a slow reader", () => {
  test("shows in bufferedAmount, and onDrain says when it has caught up", async () => {
    await using home = createHome();
    const log = fileLog(home.paths.log);
    let settle: (bufferedAmount: number) => void = () => {};
    const drained = new Promise<number>((resolve) => (settle = resolve));
    const outcome = await listen({
      paths: home.paths,
      log,
      accept: (transport) => {
        transport.onDrain(() => settle(transport.bufferedAmount));
        for (let i = 0; i < 100; i++) transport.send({ text: "x".repeat(64 * 1024) });
        expect(transport.bufferedAmount).toBeGreaterThan(MIB);
      },
    });
    const socket = await rawConnection(home);
    socket.resume();
    expect(await drained).toBe(0);
    socket.destroy();
    if (outcome.kind === "hosting") await outcome.close();
  });
});

test("closing removes socket and connections, and a second close does nothing", async () => {
  await using home = createHome();
  const running = await startEndpoint(home);
  const connected = await connectScript(home);
  const closed = new Promise<void>((resolve) => void connected.onClose(() => resolve()));
  await running.close();
  await closed;
  await running.close();
  await expect(connect(home.paths)).rejects.toMatchObject({
    code: "no-host",
    message: `No host is running: nothing listens at ${home.paths.socket}`,
  });
  expect(readdirSync(home.paths.runDirectory).sort()).toEqual(["lock.1", "token"]);
});

/** Looks at every file's rights once a millisecond until its stdin ends. */
const WATCH_RIGHTS = `
import json, os, select, sys
directory = sys.argv[1]
print("ready", flush=True)
seen, open_to_others, looks = set(), set(), 0
last = False
while not last:
    last = bool(select.select([sys.stdin], [], [], 0.001)[0])
    looks += 1
    if looks == 50:
        print("looked often", flush=True)
    try:
        names = os.listdir(directory)
    except FileNotFoundError:
        continue
    for name in [""] + names:
        try:
            mode = os.lstat(os.path.join(directory, name)).st_mode
        except FileNotFoundError:
            continue
        seen.add(name)
        if mode & 0o077:
            open_to_others.add("%s %o" % (name, mode))
print(json.dumps({"open": sorted(open_to_others), "files": sorted(seen)}), flush=True)
`;

/** Commands reach the host by a private handle of Node's. It must behave as `node:net` does. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPipe } from "../../../electron/client/pipe-internals.ts";
import { dialPipe } from "../../../electron/client/pipe-transport.ts";
import { type Dial, dialSocket } from "../../../electron/endpoint/socket-transport.ts";
import type { Transport } from "../../../shared/transport.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { startHeadless } from "../../support/headless.ts";
import { createHome, type Home } from "../../support/home.ts";

const MIB = 1024 * 1024;

/** A server at a socket of the home, and both of its ends: the transport, and the server's socket. */
async function connected(
  home: Home,
  dial: Dial,
): Promise<AsyncDisposable & { transport: Transport; peer: Socket; server: Server }> {
  const path = join(home.root, "s");
  const server = createServer();
  await once(server.listen(path), "listening");
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const transport = await dial(path);
  const [peer] = await accepted;
  return {
    transport,
    peer,
    server,
    [Symbol.asyncDispose]: async () => {
      peer.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function closeOf(transport: Transport): Promise<string> {
  return new Promise((resolve) => void transport.onClose(({ reason }) => resolve(reason)));
}

test("this version of Node has the handle", () => {
  const pipe = createPipe();
  pipe?.handle.close();
  expect(pipe, "Try the commands with this version, and name it in pipe-internals.ts").toBeDefined();
});

describe.each([
  ["the handle", dialPipe],
  ["node:net", dialSocket],
])("by %s", (_name, dial) => {
  test("messages of all sizes arrive whole and in order, both ways", async () => {
    await using home = createHome();
    await using ends = await connected(home, dial);
    ends.peer.pipe(ends.peer);
    const sent = [0, 1, 100, 70_000, 3 * MIB, 5, MIB].map((length, n) => ({ n, text: "é中🙂a".repeat(length / 4) }));
    const received: unknown[] = [];
    const all = new Promise<void>((resolve) => {
      ends.transport.onMessage((message) => received.push(message) === sent.length && resolve());
    });
    for (const message of sent) ends.transport.send(message);
    await all;
    expect(received).toEqual(sent);
  });

  test("a slow reader shows in bufferedAmount, and onDrain says when it has caught up", async () => {
    await using home = createHome();
    await using ends = await connected(home, dial);
    const drained = new Promise<number>((resolve) => {
      ends.transport.onDrain(() => resolve(ends.transport.bufferedAmount));
    });
    for (let i = 0; i < 100; i++) ends.transport.send({ text: "x".repeat(64 * 1024) });
    expect(ends.transport.bufferedAmount).toBeGreaterThan(MIB);
    ends.peer.resume();
    expect(await drained).toBe(0);
  });

  test("what was sent right before a close arrives, although the answer is not read", async () => {
    await using home = createHome();
    await using ends = await connected(home, dial);
    const closed = closeOf(ends.transport);
    ends.peer.write("{}\n".repeat(1000));
    ends.transport.send({ text: "x".repeat(3 * MIB) });
    ends.transport.close();
    expect(await closed).toBe("closed by this side");
    let bytes = 0;
    for await (const chunk of ends.peer) bytes += (chunk as Buffer).length;
    expect(bytes).toBeGreaterThan(3 * MIB);
  });

  test("what the other side says before it closes is heard, then that it has closed; what is sent later is dropped", async () => {
    await using home = createHome();
    await using ends = await connected(home, dial);
    const heard: unknown[] = [];
    ends.transport.onMessage((message) => heard.push(message));
    const closed = closeOf(ends.transport);
    const isOver = once(ends.peer.resume(), "close");
    ends.peer.end('{"last":1}\n');
    expect(await closed).toBe("the other side closed the connection");
    // This side has closed, too.
    await isOver;
    expect(heard).toEqual([{ last: 1 }]);
    ends.transport.send({ text: "late" });
    ends.transport.close();
    expect(ends.transport.bufferedAmount).toBe(0);
  });

  test("a line without end closes the connection, and the other side is told", async () => {
    await using home = createHome();
    await using ends = await connected(home, dial);
    const closed = closeOf(ends.transport);
    const line = Buffer.alloc(MIB, "x");
    for (let i = 0; i < 65; i++) ends.peer.write(line);
    expect(await closed).toMatch(/^Frame longer than/);
    const [answer] = (await once(ends.peer, "data")) as [Buffer];
    expect(answer.toString()).toContain("Frame longer than");
  });
});

test.each(["nothing", "file", "folder", "full"])("both fail alike where there is: %s", async (what) => {
  await using home = createHome();
  const path = what === "folder" ? home.root : join(home.root, what);
  if (what === "file") writeFileSync(path, "");
  using _listener = what === "full" ? await listenAndNeverAccept(path) : undefined;
  // In a full queue, some connections still find a place.
  for (let placed = what === "full"; placed;) placed = (await failureOf(dialSocket, path)) === undefined;
  const byHandle = await failureOf(dialPipe, path);
  expect(byHandle).toEqual(await failureOf(dialSocket, path));
  expect(byHandle).toEqual([expect.stringMatching(/^E[A-Z]+$/), expect.stringContaining(path)]);
});

/** The code and the words; undefined where it connects. */
function failureOf(dial: Dial, path: string): Promise<readonly [code: string | undefined, words: string] | undefined> {
  return dial(path).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => [error.code, error.message],
  );
}

describe("a command", () => {
  test("does not load node:net, which takes as long as all else that it does", async () => {
    await using home = createHome();
    await using _host = await startHeadless(home);
    const hook = join(home.root, "loaded.cjs");
    writeFileSync(hook, 'process.on("exit", () => console.error(process.moduleLoadList.includes("NativeModule net")))');
    const env = { NODE_OPTIONS: `--require ${hook}` };
    await cottyOk(home, ["start", "s", "cat"]);
    for (const args of [
      ["ls"],
      ["stdin", "s", "x"],
      ["stdout", "s"],
      ["wait", "--quiet", "20", "s"],
      ["stream", "s"],
      ["stop", "s"],
    ])
      expect(await cotty(home, args, { env }), args.join(" ")).toMatchObject({ code: 0, stderr: "false\n" });
    // It is there where it is needed.
    expect((await cotty(home, ["mcp"], { env, input: "" })).stderr).toBe("true\n");
  });

  test("says nothing of deprecated parts of Node", async () => {
    await using home = createHome();
    await using _host = await startHeadless(home);
    const env = { NODE_OPTIONS: "--pending-deprecation" };
    expect(await cotty(home, ["ls"], { env })).toEqual({ stdout: "No active sessions\n", stderr: "", code: 0 });
  });

  test("uses node:net where Node refuses the handle", async () => {
    await using home = createHome();
    await using _host = await startHeadless(home);
    const permission = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
    const env = { NODE_OPTIONS: `${permission} --allow-fs-read=* --no-warnings` };
    expect(await cotty(home, ["ls"], { env })).toEqual({ stdout: "No active sessions\n", stderr: "", code: 0 });
  });
});

/** A program that listens and leaves all connections in the queue. */
async function listenAndNeverAccept(path: string): Promise<Disposable> {
  const program =
    'import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(1); print("listens",flush=True); sys.stdin.read()';
  const child = spawn("python3", ["-c", program, path], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return { [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

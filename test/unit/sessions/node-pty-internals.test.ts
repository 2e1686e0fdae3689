import { spawn } from "node-pty";
import { describe, expect, test } from "vitest";
import { assertUnixTerminal, NODE_PTY_VERSION } from "../../../electron/sessions/node-pty-internals.ts";

describe.skipIf(process.platform === "win32")("a terminal of another node-pty", () => {
  test.each([
    ["fd", "terminal.fd (writes without waiting"],
    ["ptsName", "terminal.ptsName (holds the far end open"],
    [
      "_socket",
      "terminal._socket.read (reads what a paused stream holds at the end): function expected, nothing found and 4 more",
    ],
    ["once", "terminal.once (tells of the exit"],
  ])("without %s is refused, and its program ended", async (name, message) => {
    const terminal = spawn("/bin/sh", ["-c", "exec sleep 1000"], { cwd: "/", env: {}, encoding: null });
    const exit = new Promise<number | undefined>((resolve) => void terminal.onExit(({ signal }) => resolve(signal)));
    expect(() => assertUnixTerminal(terminal)).not.toThrow();
    // As a program would find it: node-pty itself still has the part.
    const other = new Proxy(terminal, {
      get: (target, key) => (key === name ? undefined : (Reflect.get(target, key) as unknown)),
    });
    expect(() => assertUnixTerminal(other)).toThrow(
      `Cotty needs node-pty ${NODE_PTY_VERSION} and version ${NODE_PTY_VERSION} differs: ${message}`,
    );
    expect(await exit).toBe(9);
  });
});

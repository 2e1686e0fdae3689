/** What of the Windows terminal does not need Windows: on node-pty's terminal of this system, with real programs in it. */
import { spawn } from "node-pty";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { ptyOptions } from "../../../electron/sessions/pty.ts";
import { WindowsPty } from "../../../electron/sessions/windows-pty.ts";
import type { ExitStatus } from "../../../shared/protocol.ts";

const place = { cwd: "/", env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" }, size: { cols: 80, rows: 24 } };

test("node-pty is asked for ConPTY on Windows, and for bytes elsewhere", () => {
  const common = { cwd: "/", env: place.env, cols: 80, rows: 24, name: "xterm-256color" };
  expect(ptyOptions(place, "win32")).toEqual({ ...common, useConpty: true, conptyInheritCursor: false });
  for (const platform of ["linux", "darwin"] as const) expect(ptyOptions(place, platform)).toEqual({ ...common, encoding: null });
});

describe.skipIf(process.platform === "win32")("a Windows pty", () => {
  function start(command: string): { pty: WindowsPty; text: () => string; exit: Promise<ExitStatus> } {
    const pty = new WindowsPty(spawn("/bin/sh", ["-c", command], ptyOptions(place, "win32")));
    onTestFinished(() => pty[Symbol.dispose]());
    let text = "";
    pty.onData((data) => (text += data.toString()));
    const exit = new Promise<ExitStatus>((resolve) => void pty.onExit(resolve));
    return { pty, text: () => text, exit };
  }

  it("passes on what is typed, characters that come in pieces included, and tells the exit code", async () => {
    const { pty, text, exit } = start(`stty -echo; printf 'ready '; read -r line; printf '%s' "$line"; read -r line; exit 7`);
    const ready = new Promise<void>((resolve) => void pty.onData(() => text().includes("ready") && resolve()));
    await ready;
    const bytes = Buffer.from("grüße 🙂\n");
    for (const byte of bytes) expect(pty.write(Uint8Array.of(byte))).toBe(1);
    // It stays until that has been read: the last words of a program may be lost on this system.
    await expect.poll(text).toContain("ready grüße 🙂");
    pty.write(Buffer.from("\n"));
    expect(await exit).toEqual({ code: 7 });
  });

  it("has read all that came before a turn of the event loop", async () => {
    const { pty, text } = start("stty -echo; echo up; read -r line; echo more; exec sleep 1000");
    await expect.poll(text).toContain("up");
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    expect(pty.drain()).toBe(false);
    await turn();
    expect(pty.drain()).toBe(true);
    expect(pty.drain()).toBe(false);
    await turn();
    pty.write(Buffer.from("\n"));
    // The turn was before what the program says to that.
    expect(pty.drain()).toBe(false);
    await expect.poll(text).toContain("more");
    expect(pty.drain()).toBe(false);
  });

  it("takes and drops what is typed after the end, and may be disposed of", async () => {
    const { pty, exit } = start("true");
    expect(await exit).toEqual({ code: 0 });
    expect(pty.write(Buffer.from("late"))).toBe(4);
    pty.resize({ cols: 90, rows: 20 });
    pty[Symbol.dispose]();
  });

  it("ends its program when it is disposed of", async () => {
    const { pty, text } = start("echo up; exec sleep 1000");
    await new Promise<void>((resolve) => void pty.onData(() => text().includes("up") && resolve()));
    const { pid } = pty;
    pty[Symbol.dispose]();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The cures for node-pty's faults, where they begin: on the pty itself (F17, F18). Codes: docs/threats.md. */
import { describe, expect, it, onTestFinished } from "vitest";
import { type TerminalReader, terminalReader } from "../../../electron/prompt/prompt-detector.ts";
import { type Pty, ptyStarter } from "../../../electron/sessions/pty.ts";

const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };

function run(command: string): { pty: Pty; text: () => string; exit: Promise<{ code: number; signal?: string | undefined }> } {
  const pty = ptyStarter()({ file: "/bin/sh", args: ["-c", command], cwd: "/", env, size: { cols: 80, rows: 24 } });
  onTestFinished(() => pty[Symbol.dispose]());
  const chunks: Buffer[] = [];
  let ended = false;
  pty.onData((data) => {
    if (ended) throw new Error("data after the exit");
    chunks.push(Buffer.from(data));
  });
  const exit = new Promise<{ code: number; signal?: string | undefined }>((resolve) => {
    pty.onExit((status) => {
      ended = true;
      resolve(status);
    });
  });
  return { pty, text: () => Buffer.concat(chunks).toString(), exit };
}

const expected = Array.from({ length: 12_000 }, (_, i) => `${i + 1}\r\n`).join("");

/** The program reads its terminal, and has woken up since this turn. */
function readsAgain(pid: number, turn: string): TerminalReader {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const reader = terminalReader(pid);
    if (reader.reading === "alone" && reader.turn !== turn) return reader;
  }
  throw new Error("It does not read");
}

/** The same, once it sleeps: Linux may have it wait at the beginning of its read, too, and counts that as another turn. */
function readsOn(pid: number): TerminalReader {
  const before = readsAgain(pid, "");
  block(1);
  const now = readsAgain(pid, "");
  return now.turn === before.turn ? now : readsOn(pid);
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe.skipIf(process.platform === "win32")("a pty", () => {
  it("F18: loses and doubles nothing when the event loop is blocked across the exit, 10 of 10", async () => {
    for (let round = 0; round < 10; round++) {
      const { text, exit } = run("seq 1 12000");
      block(round === 0 ? 600 : 100);
      expect(await exit).toEqual({ code: 0 });
      expect(text() === expected).toBe(true);
    }
  });

  it("F18: loses and doubles nothing when it is paused across the exit, 10 of 10", async () => {
    for (let round = 0; round < 10; round++) {
      const { pty, text, exit } = run("seq 1 12000");
      let paused = false;
      pty.onData(() => {
        if (paused) return;
        paused = true;
        pty.pause();
        setTimeout(() => pty.resume(), 80);
      });
      expect(await exit).toEqual({ code: 0 });
      expect(text() === expected).toBe(true);
    }
  });

  it.skipIf(process.platform !== "linux")("has all that a program printed before it read, at once, 300 of 300", () => {
    const { pty, text } = run("printf '> '; while read line; do printf '%s\\n> ' \"$line\"; done");
    let shown = "> ";
    for (let round = 0; round < 300; round++) {
      // The event loop has no turn in between, so what is read here came with the drain alone.
      const { turn } = readsOn(pty.pid);
      // On a busy machine, the thread that reads floods may need some time to stop.
      expect(Array.from({ length: 50 }).some(() => pty.drain())).toBe(true);
      expect(text()).toBe(shown);
      pty.write(Buffer.from(`${round}\r`));
      readsAgain(pty.pid, turn);
      shown += `${round}\r\n${round}\r\n> `;
    }
  });

  it("what the stream holds after a pause comes before what a drain finds", async () => {
    const { pty, text, exit } = run("seq 1 12000; sleep 0.05; seq 1 12000");
    let paused = 0;
    pty.onData(() => {
      if (paused++ % 7 !== 0) return;
      pty.pause();
      setTimeout(() => {
        pty.resume();
        pty.drain();
      }, 5);
      setImmediate(() => pty.drain());
    });
    expect(await exit).toEqual({ code: 0 });
    expect(text() === expected + expected).toBe(true);
  });

  it("reads what is printed without a pause in large pieces, and all of it", async () => {
    const { pty, text, exit } = run("seq 1 12000; seq 1 12000; seq 1 12000");
    let longest = 0;
    pty.onData(({ length }) => (longest = Math.max(longest, length)));
    expect(await exit).toEqual({ code: 0 });
    expect(text() === expected.repeat(3)).toBe(true);
    // The kernel hands out less than this at a time.
    expect(longest).toBeGreaterThan(4096);
  });

  it("tells code and signal, once", async () => {
    expect(await run("exit 7").exit).toEqual({ code: 7 });
    expect(await run("kill -INT $$; sleep 5").exit).toEqual({ code: 130, signal: "SIGINT" });
    expect(await run("kill -ABRT $$; sleep 5").exit).toEqual({ code: 134, signal: "SIGABRT" });
  });

  it("says how much it took, and takes nothing from who does not read", async () => {
    const { pty, exit } = run("stty raw -echo; sleep 1000");
    const piece = Buffer.alloc(4096, "x");
    let total = 0;
    // The line discipline changes a moment after the start; before, it takes and drops.
    const deadline = Date.now() + 30_000;
    for (let taken = 1; taken > 0 || total < 8192;) {
      taken = pty.write(piece);
      total += taken;
      if (taken === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(Date.now()).toBeLessThan(deadline);
    }
    expect(total).toBeLessThan(8 * 1024 * 1024);
    process.kill(pty.pid, "SIGKILL");
    await exit;
    expect(pty.write(piece)).toBe(piece.length);
    pty.resize({ cols: 90, rows: 20 });
  });
});

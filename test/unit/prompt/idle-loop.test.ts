/** What the kernel says of real programs that wait in other calls than a read. */
import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { isIdleLoop, sleepsFor } from "../../../electron/prompt/idle-loop.ts";
import { type TerminalReader, terminalReader } from "../../../electron/prompt/terminal-reader.ts";
import { ptyStarter } from "../../../electron/sessions/pty.ts";

const python = (() => {
  try {
    return execFileSync("python3", ["-c", "import os, sys; print(os.path.realpath(sys.executable))"]).toString().trim();
  } catch {
    return undefined;
  }
})();
const isThere = process.platform === "linux" && python !== undefined;

/** Runs a Python program in a terminal, and resolves when it has come to `wait` and waits as `isRight` says. */
async function waitingIn(
  program: string,
  wait = "p.poll()",
  isRight = ({ reading }: TerminalReader): boolean => reading === "among-others",
): Promise<TerminalReader> {
  const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };
  const args = ["-c", `${program}\nprint("ready", flush=True)\n${wait}`];
  const pty = ptyStarter()({ file: python ?? "", args, cwd: "/", env, size: { cols: 80, rows: 24 } });
  onTestFinished(() => pty[Symbol.dispose]());
  let text = "";
  pty.onData((data) => void (text += data.toString()));
  let reader = terminalReader(pty.pid);
  await expect
    .poll(() => text.includes("ready") && isRight((reader = terminalReader(pty.pid))), { interval: 5, message: text })
    .toBe(true);
  return reader;
}

/** A loop that waits for its terminal, and for a pipe of its own. */
const LOOP = "import os, select; p = select.poll(); p.register(0, select.POLLIN); p.register(os.pipe()[0], select.POLLIN)";

test.runIf(isThere)("a loop is idle for as long as its time limit lets it sleep", async () => {
  const limited = await waitingIn(LOOP, "p.poll(3_000_000)");
  expect(limited.timed).toBe(true);
  expect(isIdleLoop(limited)).toBe(false);
  expect(sleepsFor(limited, 2000)).toBe(true);
  expect(sleepsFor(limited, 4_000_000)).toBe(false);
  const endless = await waitingIn(LOOP);
  expect(isIdleLoop(endless)).toBe(true);
  expect(sleepsFor(endless, 2000)).toBe(true);
  const sleeper = "import threading, time; threading.Thread(target=lambda: time.sleep(3000), daemon=True).start()";
  expect(sleepsFor(await waitingIn(`${LOOP}\n${sleeper}`), 2000), "another thread").toBe(false);
});

/** timerfd_create(2) and timerfd_settime(2) by ctypes: Python has them since 3.13 alone. */
const TIMER = [
  "import ctypes, select",
  "libc = ctypes.CDLL(None)",
  "timer = libc.timerfd_create(1, 0)",
  "def set(seconds): libc.timerfd_settime(timer, 0, (ctypes.c_long * 4)(0, 0, seconds, 0), None)",
  "p = select.poll(); p.register(0, select.POLLIN); p.register(timer, select.POLLIN)",
].join("\n");

test.runIf(isThere)("a timer wakes a loop only when it is set, and no sooner", async () => {
  const isSet = await waitingIn(`${TIMER}\nset(3000)`);
  expect(sleepsFor(isSet, 2000)).toBe(true);
  expect(sleepsFor(isSet, 4_000_000)).toBe(false);
  expect(isIdleLoop(isSet), "it will go on some time").toBe(false);
  expect(sleepsFor(await waitingIn(TIMER), 4_000_000)).toBe(true);
});

test.runIf(isThere)("a child that is stopped does not make its parent go on; one that sleeps does", async () => {
  const withChild = (child: string, options: string): string =>
    [
      LOOP,
      "import signal, time",
      "pid = os.fork()",
      "if pid == 0:",
      `  ${child}`,
      "  time.sleep(3000)",
      `os.waitpid(pid, ${options})`,
    ].join("\n");
  expect(isIdleLoop(await waitingIn(withChild("os.kill(os.getpid(), signal.SIGSTOP)", "os.WUNTRACED")))).toBe(true);
  expect(isIdleLoop(await waitingIn(withChild("pass", "os.WNOHANG")))).toBe(false);
});

test.runIf(isThere)("a job sleeps where all of it does, and only its own processes talk to each other", async () => {
  const talking = (child: string): string =>
    [
      "import os, select, socket, time",
      "ours, theirs = socket.socketpair()",
      "pid = os.fork()",
      `if pid == 0: ${child}`,
      "p = select.poll(); p.register(0, select.POLLIN); p.register(ours, select.POLLIN)",
    ].join("\n");
  const asleep = await waitingIn(talking("os.read(theirs.fileno(), 1)"));
  // The child may come to its own wait after its parent.
  await expect.poll(() => sleepsFor(asleep, 2000), { interval: 5 }).toBe(true);
  expect(isIdleLoop(asleep), "the child might say something some time").toBe(false);
  expect(sleepsFor(await waitingIn(talking("time.sleep(3000)")), 2000)).toBe(false);
  const listening = "import select, socket; s = socket.create_server(('127.0.0.1', 0))";
  const served = await waitingIn(`${listening}; p = select.poll(); p.register(0, select.POLLIN); p.register(s, select.POLLIN)`);
  expect(sleepsFor(served, 2000), "nobody calls").toBe(true);
  expect(isIdleLoop(served), "somebody may call").toBe(false);
  const server =
    "import select, socket; s = socket.create_server(('127.0.0.1', 0)); c = socket.create_connection(s.getsockname())";
  const far = `${server}; p = select.poll(); p.register(0, select.POLLIN); p.register(c, select.POLLIN)`;
  expect(sleepsFor(await waitingIn(far), 2000), "a connection to who knows").toBe(false);
});

test.runIf(isThere)(
  "a program that the terminal wakes by a signal reads, though none of its threads waits for the terminal",
  async () => {
    const withFlags = (flags: string): string =>
      [
        "import fcntl, os, threading",
        "tty = os.open('/dev/tty', os.O_RDWR)",
        `fcntl.fcntl(tty, fcntl.F_SETFL, fcntl.fcntl(tty, fcntl.F_GETFL)${flags})`,
        "threading.Thread(target=threading.Event().wait, daemon=True).start()",
      ].join("\n");
    const wait = "threading.Event().wait()";
    const { turn, thread } = await waitingIn(withFlags(" | os.O_ASYNC"), wait);
    expect(turn).not.toBe("");
    expect(thread).toBeDefined();
    expect(await waitingIn(withFlags(""), wait, () => true)).toMatchObject({ reading: "no" });
  },
);

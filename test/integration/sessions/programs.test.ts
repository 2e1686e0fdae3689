/** Real programs, driven the way an agent drives them. Codes: docs/threats.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { InputPart, WaitCondition, WaitOutcome } from "../../../shared/protocol.ts";
import { exitOf, readAll, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

async function type(id: string, input: InputPart[], wait: WaitCondition): Promise<WaitOutcome> {
  const { wait: outcome } = await client.request("session/write", { id, input, wait });
  if (!outcome) throw new Error("No outcome");
  return outcome;
}

describe("real programs", () => {
  it("bash: commands one after the other, each answer only what is new", async () => {
    const { id } = await start(client, "exec bash --norc -i");
    await client.request("session/wait", { id, until: { pattern: "[#$] $" } });
    for (const number of [1, 2, 3]) {
      // With the prompt after it: what comes after a wait belongs to the next.
      const outcome = await type(id, [{ text: `echo answer $((${number} * 7))\r` }], { pattern: "^answer \\d+\\n.*[#$] $" });
      expect(outcome.ended).toBe("match");
      expect(outcome.text.split("\n")[0]).toBe(`answer ${number * 7}`);
    }
    expect((await type(id, [{ text: "exit 5\r" }], { exit: true })).exit).toEqual({ code: 5 });
  });

  it("python3: a REPL with a traceback and a loop", async () => {
    const { id } = await start(client, "exec python3 -q");
    await client.request("session/wait", { id, until: { pattern: ">>> $" } });
    expect((await type(id, [{ text: "6*7\r" }], { pattern: ">>> $" })).text).toMatch(/^42$/m);
    expect((await type(id, [{ text: "1/0\r" }], { pattern: ">>> $" })).text).toContain("ZeroDivisionError");
    const loop = await type(id, [{ text: "for i in range(3): print('n', i)\r\r" }], { pattern: "n 2[^]*>>> $" });
    expect(loop.text).toMatch(/n 0\nn 1\nn 2/);
    await type(id, [{ key: "C-d" }], { exit: true });
  });

  it("gdb: break, run, backtrace, quit", async () => {
    const source = join(host.home.root, "bug.c");
    writeFileSync(source, "int inner(int x) { return x * 2; }\nint main(void) { return inner(21) - 42; }\n");
    const binary = join(host.home.root, "bug");
    expect(spawnSync("gcc", ["-g", "-O0", "-o", binary, source]).status).toBe(0);
    const { id } = await start(client, `exec gdb -q -nx ${binary}`);
    await client.request("session/wait", { id, until: { pattern: "\\(gdb\\) $" } });
    await type(id, [{ text: "set confirm off\r" }], { pattern: "\\(gdb\\) $" });
    expect((await type(id, [{ text: "break inner\r" }], { pattern: "\\(gdb\\) $" })).text).toContain("Breakpoint 1");
    await type(id, [{ text: "run\r" }], { pattern: "Breakpoint 1, [^]*\\(gdb\\) $" });
    const { text } = await type(id, [{ text: "bt\r" }], { pattern: "\\(gdb\\) $" });
    expect(text).toMatch(/#0 +inner \(x=21\)/);
    expect(text).toMatch(/#1 .* main /);
    expect((await type(id, [{ text: "quit\r" }], { exit: true })).exit).toBeDefined();
  });

  it("vim: edit and save", async () => {
    const file = join(host.home.root, "note.txt");
    const { id } = await start(client, `exec vim -u NONE -n ${file}`);
    await waitForScreen(client, id, /~/);
    await client.request("session/write", { id, input: [{ text: "ihello from an agent" }, { key: "Escape" }] });
    await waitForScreen(client, id, /hello from an agent/);
    const saved = await type(id, [{ text: ":wq\r" }], { exit: true });
    expect(saved.exit).toEqual({ code: 0 });
    expect(spawnSync("cat", [file], { encoding: "utf8" }).stdout).toBe("hello from an agent\n");
  });

  it("less: cursor keys follow the mode it sets", async () => {
    const file = join(host.home.root, "long.txt");
    writeFileSync(file, Array.from({ length: 300 }, (_, i) => `row ${i + 1}`).join("\n"));
    const { id } = await start(client, `exec less ${file}`);
    await waitForScreen(client, id, /row 1\n/);
    await client.request("session/write", { id, input: [{ key: "Down" }, { key: "Down" }] });
    await waitForScreen(client, id, /^row 3\n/);
    await client.request("session/write", { id, input: [{ text: "G" }] });
    await waitForScreen(client, id, /row 300/);
    expect((await type(id, [{ text: "q" }], { exit: true })).exit).toEqual({ code: 0 });
  });

  it("htop: draws itself and quits", async () => {
    const { id } = await start(client, "exec htop -d 5", { size: { cols: 120, rows: 40 } });
    await waitForScreen(client, id, /F10\s*Quit/);
    expect((await type(id, [{ key: "F10" }], { exit: true })).exit).toEqual({ code: 0 });
  });
});

describe("terminalcp's defect 11: terminal queries", () => {
  const PROBE = `
import os, sys, termios, tty
fd = sys.stdin.fileno(); old = termios.tcgetattr(fd); tty.setraw(fd)
got = b""
for ask, end in ((b"\\x1b[6n", b"R"), (b"\\x1b[c", b"c"), (b"\\x1b]11;?\\x1b\\\\", b"\\\\"), (b"\\x1b[?2026$p", b"y")):
    os.write(1, ask); part = b""
    while not part.endswith(end): part += os.read(fd, 1)
    got += part + b" "
termios.tcsetattr(fd, termios.TCSADRAIN, old)
print("ANSWERS", got); input("more? "); print("END")
`;

  it("are answered by the host, once, and attaching later answers none of them again", async () => {
    const script = join(host.home.root, "probe.py");
    writeFileSync(script, PROBE);
    const { id } = await start(client, `exec python3 ${script}`);
    const text = await waitForScreen(client, id, /ANSWERS.*more\?/s);
    expect(text).toMatch(/\\x1b\[\d+;\d+R/);
    expect(text).toMatch(/\\x1b\[\?1;2c/);
    expect(text).toMatch(/\\x1b\]11;rgb:/);
    expect(text).toMatch(/\\x1b\[\?2026;[0-4]\$y/);
    for (const kind of ["window", "attach"] as const) {
      const viewer = await host.connect(kind, kind);
      const { screen, session } = await viewer.request("session/attach", { id });
      // A viewer's own terminal must find no question in what it is given.
      expect(screen).not.toMatch(/\x1b\[6n|\x1b\[0?c|\x1b\]11;\?/);
      expect(session.driver).toBeUndefined();
      await viewer.request("session/resize", { id, size: { cols: kind === "window" ? 90 : 91, rows: 25 } });
      viewer[Symbol.dispose]();
    }
    expect((await type(id, [{ text: "\r" }], { exit: true })).text).toBe("END");
    expect((await readAll(client, id)).split("more? ")[1]).toBe("\r\nEND\r\n");
    expect((await exitOf(client, id)).code).toBe(0);
  });
});

describe("attention", () => {
  it("tells who works, who waits for an answer, who has finished and who failed", async () => {
    const state = async (id: string): Promise<string> =>
      (await client.request("session/list", {})).find((session) => session.id === id)?.attention.state ?? "gone";
    const asking = await start(client, "read -p 'Overwrite it? [y/N] ' answer; exit 1");
    await until("it waits", async () => (await state(asking.id)) === "waiting");
    await type(asking.id, [{ text: "y\r" }], { exit: true });
    expect(await state(asking.id)).toBe("failed");
    const { id } = await start(client, "true");
    await exitOf(client, id);
    expect(await state(id)).toBe("finished");
    const killed = await start(client, "cat");
    await client.request("session/kill", { id: killed.id });
    expect(await state(killed.id)).toBe("finished");
  });
});

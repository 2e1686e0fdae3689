/** Where real debuggers stand, told among the session's facts. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { DebuggerState } from "../../../shared/protocol.ts";
import { type DebuggerAction, debuggerCommand } from "../../../shared/debuggers.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let client: Client;

const C =
  "int twice(int n) {\n  return 2 * n;\n}\nint main(void) {\n  int total = 0;\n  total += twice(1);\n  return total;\n}\n";
const PYTHON = "total = 0\nfor n in range(3):\n    total += n\nprint(total)\n";
const JS = "let total = 0;\nfor (let n = 0; n < 3; n++) total += n;\nconsole.log(total);\n";

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect("script");
  const { root } = host.home;
  writeFileSync(join(root, "t.c"), C);
  writeFileSync(join(root, "t.py"), PYTHON);
  writeFileSync(join(root, "t.mjs"), JS);
  execFileSync("gcc", ["-g", "-O0", "-o", "t", "t.c"], { cwd: root });
});
afterAll(() => host[Symbol.asyncDispose]());

async function debuggerIn(id: string): Promise<DebuggerState | undefined> {
  return (await client.request("session/list", {})).find((session) => session.id === id)?.debugger;
}

async function start(id: string, command: string): Promise<void> {
  await client.request("session/create", { id, command, cwd: host.home.root, wait: { prompt: true } });
}

async function type(id: string, line: string): Promise<void> {
  await client.request("session/write", { id, input: [{ text: `${line}\r` }], wait: { prompt: true } });
}

/** Types what a button of the window types. */
async function tell(id: string, action: DebuggerAction): Promise<void> {
  const state = await debuggerIn(id);
  await type(id, (state && debuggerCommand(state.kind, action)) ?? "");
}

async function stands(id: string, expected: object): Promise<void> {
  let seen: DebuggerState | undefined;
  await until(
    () => `${id} stands at ${JSON.stringify(expected)}, and not at ${JSON.stringify(seen)}`,
    async () => {
      seen = await debuggerIn(id);
      return (
        seen !== undefined &&
        Object.entries(expected).every(
          ([name, value]) => JSON.stringify({ ...seen, ...seen?.stopped }[name as never]) === JSON.stringify(value),
        )
      );
    },
  );
  expect(seen).toBeDefined();
}

it("gdb stops, steps, walks the frames and lists its breakpoints", async () => {
  await start("gdb", "gdb -q -nx ./t");
  await stands("gdb", { kind: "gdb", isAtPrompt: true, breakpoints: [] });
  await type("gdb", "break twice");
  await type("gdb", "run");
  await stands("gdb", { line: 2, source: "return 2 * n;", breakpoints: [{ id: 1, file: "t.c", line: 2 }] });
  await tell("gdb", "up");
  await stands("gdb", { line: 6 });
  await tell("gdb", "backtrace");
  await stands("gdb", { line: 6 });
  await tell("gdb", "next");
  await stands("gdb", { line: 3 });
  await tell("gdb", "breakpoints");
  await stands("gdb", { breakpoints: [{ id: 1, file: "t.c", line: 2 }] });
  await type("gdb", "delete 1");
  await stands("gdb", { breakpoints: [] });
  await tell("gdb", "continue");
  await until("the program has ended", async () => (await debuggerIn("gdb"))?.stopped === undefined);
});

it("pdb stops, and is gone with the shell's prompt", async () => {
  await start("pdb", "exec env PS1='sh$ ' bash --norc -i");
  await type("pdb", "python3 -m pdb t.py");
  await stands("pdb", { kind: "pdb", line: 1, source: "total = 0" });
  await type("pdb", "break 3");
  await tell("pdb", "continue");
  await stands("pdb", { line: 3, breakpoints: [{ id: 1, file: join(host.home.root, "t.py"), line: 3 }] });
  await type("pdb", "quit");
  await until("there is no debugger any more", async () => (await debuggerIn("pdb")) === undefined);
});

it("node inspect stops at the first line, and goes on", async () => {
  await start("node", "node inspect t.mjs");
  await stands("node", { kind: "node", line: 1, source: "let total = 0;" });
  // It stops twice in the first line: before the statement, and at the value in it.
  await tell("node", "next");
  await stands("node", { line: 1 });
  await tell("node", "next");
  await stands("node", { line: 2 });
});

it("lldb stops at a breakpoint", async () => {
  await start("lldb", "lldb -x ./t");
  await type("lldb", "breakpoint set -n twice");
  await stands("lldb", { kind: "lldb", breakpoints: [{ id: 1, file: "t.c", line: 2 }] });
  await type("lldb", "run");
  await stands("lldb", { line: 2, source: "return 2 * n;" });
});

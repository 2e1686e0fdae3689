/** Keys by name and clicks, in real programs, from an agent and from the command line. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { answerTo, type McpAgent, refusalOf, startMcpAgent } from "../../support/mcp-agent.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";

let host: TestHost;
let agent: McpAgent;
let file: string;

beforeAll(async () => {
  host = await startTestHost();
  agent = await startMcpAgent("2026-07-28", host.home, { name: "typist", env: { SHELL: "/bin/bash" } });
  file = join(host.home.root, "numbers");
  writeFileSync(file, Array.from({ length: 100 }, (_, index) => `number ${index + 1}\n`).join(""));
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

const call = (args: Record<string, unknown>): Promise<string> => answerTo(agent, args);
const failure = (args: Record<string, unknown>): Promise<string> => refusalOf(agent, args);

test("vim: keys by any name, and a click puts the cursor where it was aimed at", async () => {
  const command = `vim -u NONE -N -c 'set mouse=a ttymouse=sgr ruler' ${file}`;
  await call({ action: "start", name: "vim", command, wait: "1,1 .*Top" });
  const at = (line: number): string => `${line},1 `;
  await call({ action: "stdin", id: "vim", keys: ["Down", "arrowdown", "Ctrl+F"], wait: "\\d+,1 +\\d+%" });
  await call({ action: "stdin", id: "vim", data: "gg", keys: ["Down", "j"], wait: at(3) });
  await call({ action: "stdin", id: "vim", click: { row: 7, col: 3 }, wait: "7,3" });
  await call({ action: "stdin", id: "vim", click: { text: "number 12" }, wait: "12,5" });
  expect(await failure({ action: "stdin", id: "vim", click: { text: "number 1" } })).toMatch(
    /^"number 1" is on the screen \d+ times: row 1 col 4, row 10 col 4,/,
  );
  expect(await failure({ action: "stdin", id: "vim", click: { text: "Quit" } })).toContain('"Quit" is not on the screen');
  expect(await call({ action: "stdin", id: "vim", data: ":q!", submit: true, exit: true })).toContain("[exited 0");
  await call({ action: "stop", id: "vim" });
});

test("less: paging by name; it does not listen to the mouse, and says so", async () => {
  await call({ action: "start", name: "less", command: `less ${file}`, wait: "numbers" });
  await call({ action: "stdin", id: "less", keys: ["PgDn"], wait: "number 46" });
  await call({ action: "stdin", id: "less", keys: ["End"], wait: "number 100" });
  await call({ action: "stdin", id: "less", keys: ["Home"], wait: "number 1$" });
  expect(await failure({ action: "stdin", id: "less", click: { row: 1, col: 1 } })).toContain("does not listen to the mouse");
  expect(await failure({ action: "stdin", id: "less", keys: ["PgDwn"] })).toMatch(/^Unknown key "PgDwn"\. Did you mean PgDn/);
  expect(await failure({ action: "stdin", id: "less", steps: ["x", { keys: ["PgDwn"] }] })).toMatch(
    /^Step 2: Unknown key "PgDwn"/,
  );
  await call({ action: "stdin", id: "less", keys: ["q"], exit: true });
  await call({ action: "stop", id: "less" });
});

test("htop: a click on its label quits it, from the command line too", async () => {
  await call({ action: "start", name: "htop", command: "TERM=xterm-256color htop", wait: "F10", rows: 30, cols: 100 });
  expect(await call({ action: "stdin", id: "htop", click: "Help", wait: "htop \\d.*- \\(C\\)" })).toContain("Released under");
  await call({ action: "stdin", id: "htop", keys: ["q"], wait: "F10" });
  const refused = await cotty(host.home, ["click", "--text", "no such label", "htop"]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('"no such label" is not on the screen') });
  expect(await cottyOk(host.home, ["click", "--text", "Quit", "htop"])).toBe("");
  expect(await call({ action: "wait", id: "htop", exit: true })).toContain("[exited 0");
  await call({ action: "stop", id: "htop" });
});

test("application modes are those of the moment of writing", async () => {
  const command =
    "stty raw -echo; printf 'ready\\r\\n'; head -c 3 | od -c; printf '\\e[?1h\\e=app\\r\\n'; head -c 6 | od -c; exec cat";
  await call({ action: "start", name: "modes", command, wait: "ready" });
  expect(await call({ action: "stdin", id: "modes", keys: ["up"], wait: "app" })).toMatch(/033 +\[ +A/);
  expect(await call({ action: "stdin", id: "modes", keys: ["ArrowUp", "numpad5"], wait: "0000006" })).toMatch(
    /033 +O +A +033 +O +u/,
  );
  await call({ action: "stop", id: "modes" });
});

test("the command line takes every spelling", async () => {
  await cottyOk(host.home, [
    "start",
    "--wait",
    "ready",
    "sig",
    "bash",
    "-c",
    "trap 'echo caught' INT; echo ready; while :; do sleep 0.1; done",
  ]);
  expect(await cottyOk(host.home, ["stdin", "--wait", "caught", "sig", "::ctrl+c"])).toContain("caught");
  await cottyOk(host.home, ["stop", "sig"]);
});

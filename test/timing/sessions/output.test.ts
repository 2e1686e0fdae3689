/** How soon output and exits are told (F17, terminalcp's defect 8). Codes: docs/threats.md. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { slowness } from "../../support/budget.ts";
import { residentBytes, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

it("F17 the exit is told within 100 ms, not after node-pty's 200", async () => {
  const latencies: number[] = [];
  for (let run = 0; run < 10; run++) {
    const { session, wait } = await client.request("session/create", {
      command: "exec date +%s%N",
      wait: { exit: true },
    });
    latencies.push(Date.now() - Number(wait?.text.trim()) / 1e6);
    expect(session.exit).toEqual({ code: 0 });
  }
  latencies.sort((a, b) => a - b);
  expect(latencies[5]).toBeLessThan(100 * slowness());
});

it("terminalcp's defect 8: the screen is read at once and memory stays flat while `yes` runs", async () => {
  const { id } = await start(client, "exec yes");
  await waitForScreen(client, id, /y/);
  const times: number[] = [];
  const deadline = Date.now() + 3000;
  let before = 0;
  while (Date.now() < deadline || times.length < 10) {
    const asked = performance.now();
    const { text } = await client.request("session/screen", { id, lines: 24 });
    times.push(performance.now() - asked);
    expect(text).toMatch(/^(y\n)*y$/);
    if (times.length === 3) before = residentBytes(host.pid);
  }
  const { offset } = (await client.request("session/list", {})).find((session) => session.id === id) ?? { offset: 0 };
  expect(offset).toBeGreaterThan(1_000_000);
  expect(Math.max(...times)).toBeLessThan(1000 * slowness());
  expect(residentBytes(host.pid) - before).toBeLessThan(100 * 1024 * 1024);
  await client.request("session/stop", { id });
});

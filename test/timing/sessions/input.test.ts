/** How long input may take: a program that does not read (F19), Enters and Ctrl-C (terminalcp's defects 8 and 9). Codes: docs/threats.md. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { HostError } from "../../../shared/errors.ts";
import { slowness, startStopwatch } from "../../support/budget.ts";
import { cpuMs, exitOf, residentBytes, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

async function failureOf(request: Promise<unknown>): Promise<HostError> {
  return request.then(
    () => {
      throw new Error("It did not fail");
    },
    (error: HostError) => error,
  );
}

describe("F19: a program that does not read", () => {
  it("10 MB for `sleep` cost no CPU, a bounded queue, and an error that says so within 6 s; then kill works", async () => {
    const { id } = await start(client, "stty raw -echo; echo ready; exec sleep 1000");
    await waitForScreen(client, id, /ready/);
    const other = await start(client, "exec cat");
    const memoryBefore = residentBytes(host.pid);
    const stopwatch = startStopwatch();
    const began = performance.now();
    const cpuBefore = cpuMs(host.pid);
    const line = "x".repeat(1024 * 256);
    const writes = Array.from({ length: 40 }, () => failureOf(client.request("session/write", { id, input: [{ text: line }] })));
    const errors = await Promise.all(writes);
    const tookMs = performance.now() - began;
    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => "input-blocked"));
    expect(errors[0]?.message).toContain(`The program in session ${id} does not read its input`);
    expect(tookMs).toBeGreaterThan(4500);
    expect(stopwatch.ms()).toBeLessThan(6000);
    // Parsing 10 MB of requests is in it.
    expect(cpuMs(host.pid) - cpuBefore).toBeLessThan(tookMs * 0.25);
    expect(residentBytes(host.pid) - memoryBefore).toBeLessThan(64 * 1024 * 1024);
    const answer = await client.request("session/write", {
      id: other.id,
      input: [{ text: "still here\r" }],
      wait: { pattern: "^still here$" },
    });
    expect(answer.wait?.ended).toBe("match");
    const { ended } = await client.request("session/kill", { id });
    expect(ended.map(({ command }) => command)).toContain("sleep");
    expect(await exitOf(client, id)).toMatchObject({ signal: "SIGHUP" });
  });

  it("idle while it is blocked: under 5 % of a core", async () => {
    // A host of its own: the one above still collects what the 10 MB left, which is not what is measured here.
    await using quiet = await startTestHost();
    const client = await quiet.connect();
    const { id } = await start(client, "stty raw -echo; echo ready; exec sleep 1000");
    await waitForScreen(client, id, /ready/);
    const blocked = failureOf(client.request("session/write", { id, input: [{ text: "x".repeat(300_000) }] }));
    const began = performance.now();
    const cpuBefore = cpuMs(quiet.pid);
    expect((await blocked).code).toBe("input-blocked");
    expect((cpuMs(quiet.pid) - cpuBefore) / (performance.now() - began)).toBeLessThan(0.05 * slowness());
  });

  it("what is too much at once is not typed in part", async () => {
    const { id } = await start(client, "stty raw -echo; echo ready; exec sleep 1000");
    await waitForScreen(client, id, /ready/);
    const first = failureOf(client.request("session/write", { id, input: [{ text: "x".repeat(500_000) }] }));
    const second = failureOf(client.request("session/write", { id, input: [{ text: "y".repeat(510_000) }] }));
    const began = performance.now();
    const third = await failureOf(
      client.request("session/write", { id, input: [{ text: "z".repeat(200_000) }, { key: "Enter" }] }),
    );
    expect(third.code).toBe("input-blocked");
    const tookMs = performance.now() - began;
    // At once: the two before it are given up after five seconds.
    await client.request("session/stop", { id });
    expect([(await first).code, (await second).code]).toEqual(["session-ended", "session-ended"]);
    expect(tookMs).toBeLessThan(2000 * slowness());
  });
});

describe("terminalcp's defects 8 and 9: Enters and Ctrl-C", () => {
  it("30 Enters answer at once, and Ctrl-C after 15 lines takes no 2.9 s", async () => {
    const { id } = await start(client, "exec bash --norc -i");
    await waitForScreen(client, id, /[#$]$/m);
    const answered = startStopwatch();
    await client.request("session/write", { id, input: Array.from({ length: 30 }, () => ({ key: "Enter" })) });
    expect(answered.ms()).toBeLessThan(1000);
    const lines = client.request("session/write", {
      id,
      input: [{ text: "sleep 1000\r" }, ...Array.from({ length: 15 }, (_, i) => ({ text: `echo line ${i}\r` }))],
    });
    const interrupted = startStopwatch();
    await Promise.all([lines, client.request("session/write", { id, input: [{ key: "C-c" }] })]);
    expect(interrupted.ms()).toBeLessThan(1000);
    // The program is interrupted, not only told later.
    const after = await client.request("session/write", { id, input: [{ text: "echo b''ack\r" }], wait: { pattern: "^back$" } });
    expect(after.wait?.ended).toBe("match");
    await client.request("session/stop", { id });
  });
});

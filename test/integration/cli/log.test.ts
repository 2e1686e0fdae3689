/** `cotty log`: every input with who typed it, of a session that runs and of one that has gone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecordedInput } from "../../../shared/recorded-input.ts";
import { readAudit } from "../../support/audit-rows.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const inputsOf = async (id: string, ...options: string[]): Promise<RecordedInput[]> =>
  (await cottyOk(host.home, ["log", "--json", ...options, id]))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RecordedInput);

test("each input has its driver: agent, person key by key, command; a password is masked; 300 keys are one row of the audit", async () => {
  const agent = await host.connect("mcp", "Claude Code");
  const person = await host.connect("window", "Ann");
  const { id } = await start(agent, "exec env PS1='$ ' bash --norc -i", { id: "sh" });
  const beganAtMs = Date.now();
  await agent.request("session/write", { id, input: [{ text: "echo one\r" }], wait: { prompt: true } });
  const typed = `echo ${"long ".repeat(59)}`;
  for (const key of typed) await person.request("session/write", { id, input: [{ text: key }] });
  await person.request("session/write", { id, input: [{ text: "\r" }], wait: { prompt: true } });
  await person.request("session/write", { id, input: [{ text: "read -s x\r" }] });
  await waitForScreen(person, id, /read -s x\s*$/);
  await person.request("session/write", { id, input: [{ text: "hunter2\r" }], wait: { prompt: true } });
  await person.request("lease/release", { id });
  await cottyOk(host.home, ["stdin", "--prompt", id, "echo two", "::Enter"]);

  const expected = [
    ["Claude Code", "mcp", "echo one\r"],
    ["Ann", "window", `${typed}\r`],
    ["Ann", "window", "read -s x\r"],
    ["Ann", "window", "••••\r"],
    ["cotty stdin", "cli", "echo two\r"],
  ];
  const inputs = await until("all of it is recorded", async () => {
    const found = await inputsOf(id);
    return found.length === expected.length ? found : undefined;
  });
  expect(inputs.map(({ name, kind, text }) => [name, kind, text])).toEqual(expected);
  for (const { atMs } of inputs) {
    expect(atMs).toBeGreaterThan(beganAtMs - 2000);
    expect(atMs).toBeLessThanOrEqual(Date.now());
  }
  expect(await inputsOf(id, "-n", "1")).toEqual(inputs.slice(-1));
  expect((await cottyOk(host.home, ["log", id])).split("\n")[3]).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z {2}Ann \(window\) {2}••••\\r$/,
  );

  const rows = readAudit(host.home.paths.audit, 10_000).filter(
    ({ client, method }) => client === "Ann" && method === "session/write",
  );
  // Two turns of keys, each ended by an Enter that waits, which has a row of its own.
  expect(rows).toHaveLength(4);
  expect(rows.filter(({ turn }) => turn)).toHaveLength(2);

  await person.request("session/stop", { id });
  expect(await inputsOf(id)).toEqual(inputs);
  const missing = await cotty(host.home, ["log", "nothing-of-this-name"]);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("Failed to read who typed: ") as string]);
});

/** What is typed arrives, however much it is. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { exitOf, readAll, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

describe("large input", () => {
  it("400 KB go through a reading program unharmed, and every byte of it once", async () => {
    const { id } = await start(client, "stty raw -echo; echo ready; exec head -c 400000 | md5sum");
    await waitForScreen(client, id, /ready/);
    const text = Array.from({ length: 40_000 }, (_, i) => `${i}`.padStart(9, "é").slice(-9))
      .join("\n")
      .slice(0, 400_000);
    const bytes = Buffer.from(text).subarray(0, 400_000);
    const whole = bytes.toString("utf8").replace(/\ufffd+$/, "");
    await client.request("session/write", { id, input: [{ text: whole }] });
    const rest = 400_000 - Buffer.byteLength(whole);
    if (rest > 0) await client.request("session/write", { id, input: [{ text: "e".repeat(rest) }] });
    await exitOf(client, id);
    const { createHash } = await import("node:crypto");
    const expected = createHash("md5")
      .update(whole + "e".repeat(rest))
      .digest("hex");
    expect(await readAll(client, id)).toContain(expected);
  });
});

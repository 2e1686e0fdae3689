/** What a client that never reads costs others (F7 in docs/threats.md). */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { slowness } from "../../support/budget.ts";
import { RawSocket } from "../../support/raw-socket.ts";
import { residentBytes, start, startTestHost, type TestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

it("F7 a client that never reads during 60 MB costs the host little, others nothing, and gets the right screen when it reads again", async () => {
  using slow = await RawSocket.open(host.home, "window");
  const { id } = await start(client, "read go; yes $(printf '%0200d' 7) | head -c 60000000; printf 'all done'; read go");
  await slow.request("session/attach", { id });
  await slow.request("host/watch", {});
  await slow.request("tiles/subscribe", { ids: [id], intervalMs: 100 });
  slow.pause();
  const before = residentBytes(host.pid);
  const fast = await host.connect("window", "fast");
  let counted = 0;
  fast.on("session/output", ({ text }) => (counted += text.length));
  await fast.request("session/attach", { id });
  await client.request("session/write", { id, input: [{ text: "\r" }] });
  let peak = before;
  let slowest = 0;
  await until(
    "the flood is over",
    async () => {
      peak = Math.max(peak, residentBytes(host.pid));
      const asked = performance.now();
      await client.request("host/info", {});
      slowest = Math.max(slowest, performance.now() - asked);
      const { ended } = await client.request("session/wait", { id, until: { pattern: "all done", timeoutMs: 100 } });
      return ended === "match";
    },
    100_000,
  );
  expect(peak - before).toBeLessThan(150 * 1024 * 1024);
  expect(slowest).toBeLessThan(1000 * slowness());
  expect(counted).toBeGreaterThan(0);
  slow.resume();
  const last = await until("a new screen", () =>
    slow.messages.findLast(
      ({ method, params }) => method === "session/resync" && String(params?.["screen"]).includes("all done"),
    ),
  );
  expect(String(last.params?.["screen"])).toContain("0000007");
  // It was given up at once, not after megabytes.
  const sent = slow.messages.filter(({ method }) => method === "session/output");
  expect(sent.reduce((sum, { params }) => sum + String(params?.["text"]).length, 0)).toBeLessThan(6 * 1024 * 1024);
  await client.request("session/stop", { id });
});

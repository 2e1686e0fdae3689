import { expect, test } from "vitest";
import type { HostError } from "../../../shared/errors.ts";
import { start, startTestHost } from "../../support/test-host.ts";

test("searches beyond those that run wait for their turn, and only beyond those they are refused", async () => {
  await using host = await startTestHost();
  const client = await host.connect();
  const { id } = await start(client, "echo needle; exec cat", { id: "hay", wait: { pattern: "needle" } });
  const search = (): Promise<number> =>
    client.request("session/search", { id, pattern: "needle" }).then(({ matches }) => matches);
  expect(await Promise.all(Array.from({ length: 4 }, search))).toEqual(Array(4).fill(1));

  const asked = await Promise.allSettled(Array.from({ length: 30 }, search));
  const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason as HostError] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const { code, message } of refused) {
    expect(code).toBe("too-many-requests");
    expect(message).toMatch(/^Too many searches are running already/);
  }
  expect(asked.length - refused.length).toBeGreaterThan(2);

  // Who has given up keeps no place.
  for (let n = 0; n < 9; n++) {
    const stop = new AbortController();
    client.request("session/search", { id, pattern: "needle" }, stop.signal).catch(() => {});
    stop.abort();
  }
  expect(await Promise.all(Array.from({ length: 4 }, search))).toEqual(Array(4).fill(1));
});

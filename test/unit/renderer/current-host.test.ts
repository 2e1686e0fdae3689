/** What the window asks before it is connected. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CurrentHost } from "../../../renderer/connection/current-host.ts";
import { Client } from "../../../shared/client.ts";
import { createTransportPair } from "../../../shared/transport.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const REFUSED = { code: "disconnected" };

test("waits for the first connection, in order", async () => {
  const host = new CurrentHost();
  const [near, far] = createTransportPair();
  const asked: unknown[] = [];
  far.onMessage((message) => asked.push("method" in message && message.method));
  const answers = [host.request("session/list", {}), host.request("host/info", {})];
  for (const answer of answers) answer.catch(() => {});
  await vi.advanceTimersByTimeAsync(4000);
  expect(asked).toEqual([]);
  using client = new Client(near);
  host.use(client);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["session/list", "host/info"]);
});

test("is refused when the first attempt fails, and when nobody says anything for five seconds", async () => {
  const failing = new CurrentHost();
  const refused = expect(failing.request("session/list", {})).rejects.toMatchObject(REFUSED);
  failing.handleUnreachable();
  await refused;
  await expect(failing.request("session/list", {})).rejects.toMatchObject(REFUSED);

  const silent = new CurrentHost();
  const given = expect(silent.request("session/list", {})).rejects.toMatchObject(REFUSED);
  await vi.advanceTimersByTimeAsync(5000);
  await given;
  await expect(silent.request("session/list", {})).rejects.toMatchObject(REFUSED);
});

import { expect, it } from "vitest";
import { startStopwatch } from "../../support/budget.ts";
import { start, startTestHost, waitForScreen } from "../../support/test-host.ts";

it("a slow pattern costs its session a moment, not the host", async () => {
  await using own = await startTestHost();
  const client = await own.connect();
  const { id } = await start(client, `printf 'a%.0s' $(seq 1 40); printf '!'; exec cat`);
  await waitForScreen(client, id, /a!/);
  const watch = startStopwatch();
  const slow = client
    .request("session/wait", { id, until: { pattern: "^(a+)+$", timeoutMs: 60_000 } })
    .catch((error: unknown) => error);
  expect((await client.request("host/info", {})).pid).toBe(own.pid);
  expect(watch.ms()).toBeLessThan(500);
  expect(await slow).toMatchObject({
    code: "bad-request",
    message: expect.stringMatching(/^The pattern takes too long/) as string,
  });
  await client.request("session/stop", { id });
});

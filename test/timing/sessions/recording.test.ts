/** How much of a recording a killed host loses (R6 in docs/threats.md). */
import { statSync } from "node:fs";
import { expect, it } from "vitest";
import { slowness } from "../../support/budget.ts";
import { onlyCast, outputOf, readCast } from "../../support/cast.ts";
import { createHome } from "../../support/home.ts";
import { readAll, start, startTestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

it("R6: plays at any moment, and a killed host loses at most the last second", async () => {
  await using home = createHome();
  const host = await startTestHost({ home });
  const client = await host.connect();
  const { id } = await start(client, "i=0; while :; do i=$((i + 1)); echo tick $i $(date +%s%N); done");
  const file = onlyCast(home);
  await until("some of it", () => statSync(file).size > 20_000);
  for (let look = 0; look < 200; look++) {
    readCast(file, { mayBeTorn: true });
    await client.request("session/list", {});
  }
  expect((await readAll(client, id)).length).toBeGreaterThan(0);
  const killedAt = Date.now();
  await host.stop("SIGKILL");
  const written = outputOf(readCast(file));
  const lastTick = Number([...written.matchAll(/tick \d+ (\d+)/g)].at(-1)?.[1]) / 1e6;
  expect(killedAt - lastTick).toBeLessThan(1000 * slowness());
  // And the place is as it was: a new host starts, and keeps the old recording.
  await using next = await startTestHost({ home });
  expect((await next.connect()).isClosed).toBe(false);
  expect(outputOf(readCast(file))).toBe(written);
});

/** How soon others are served while one client floods the socket (S5 in docs/threats.md). */
import { expect, test } from "vitest";
import { startStopwatch } from "../../support/budget.ts";
import { connectScript, nextLine, rawConnection, startEndpoint } from "../../support/endpoint.ts";
import { createHome } from "../../support/home.ts";

const MIB = 1024 * 1024;

test("S5 two megabytes without a newline: an error, the end, and no memory; others are served meanwhile", async () => {
  await using home = createHome();
  await using _host = await startEndpoint(home);
  using other = await connectScript(home);
  const socket = await rawConnection(home);
  const answer = nextLine(socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (let sent = 0; sent < 2 * MIB; sent += 64 * 1024) socket.write("x".repeat(64 * 1024));
  const watch = startStopwatch();
  await other.request("session/list", {});
  expect(watch.ms()).toBeLessThan(500);
  expect((await answer).error?.message).toContain("1048576 bytes");
  await closed;
  await other.request("session/list", {});
});

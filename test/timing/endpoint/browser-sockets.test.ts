/** How soon browsers are put out (H22), and answered among many idle connections (H9). Codes: docs/threats.md. */
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startStopwatch } from "../../support/budget.ts";
import { openSocket, startTestEndpoint, type TestEndpoint } from "../../support/http-endpoint.ts";

let endpoint: TestEndpoint;
beforeEach(async () => {
  endpoint = await startTestEndpoint();
});
afterEach(() => endpoint[Symbol.asyncDispose]());

test("H22 revoking closes the sockets within a second, and the token is void", async () => {
  const token = await endpoint.newToken();
  const unused = endpoint.newCode();
  const socket = await openSocket(endpoint.port);
  await socket.hello(token);
  const watch = startStopwatch();
  endpoint.http.revokeBrowsers();
  expect(await socket.closed).toBe(4401);
  expect(watch.ms()).toBeLessThan(1000);
  const again = await openSocket(endpoint.port);
  expect(await again.hello(token)).toMatchObject({ error: {} });
  expect((await endpoint.postSession(JSON.stringify({ code: unused }))).status).toBe(401);
});

test("H22 a socket that does not answer the close is cut within a second", async () => {
  const socket = await openSocket(endpoint.port);
  await socket.hello(await endpoint.newToken());
  socket.socket.pause();
  const gone = new Promise<void>((resolve) => endpoint.accepted[0]?.onClose(() => resolve()));
  const watch = startStopwatch();
  await endpoint.http.close();
  await gone;
  expect(watch.ms()).toBeLessThan(1000);
  socket.socket.terminate();
});

test("H9 1 000 idle connections: at most 128 are kept, and who is in is answered at once", async () => {
  const greeted = await openSocket(endpoint.port);
  await greeted.hello(await endpoint.newToken());
  let open = 0;
  const idle = await Promise.all(
    Array.from({ length: 1000 }, () => {
      const socket = connect(endpoint.port, "127.0.0.1");
      socket
        .on("connect", () => open++)
        .on("close", () => open--)
        .on("error", () => {});
      return new Promise<typeof socket>((resolve) =>
        socket.once("connect", () => resolve(socket)).once("error", () => resolve(socket)),
      );
    }),
  );
  await expect.poll(() => open).toBeLessThanOrEqual(128);
  const watch = startStopwatch();
  greeted.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 9 }));
  expect(await greeted.next()).toMatchObject({ id: 9 });
  expect(watch.ms()).toBeLessThan(100);
  for (const socket of idle) socket.destroy();
});

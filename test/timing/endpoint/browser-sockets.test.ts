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

test("H22 a browser's token that is revoked, for there are 64 newer ones, is void, and its socket closes within a second", async () => {
  const token = await endpoint.newToken();
  const socket = await openSocket(endpoint.port);
  await socket.hello(token);
  for (let newer = 1; newer < 64; newer++) await endpoint.newToken();
  socket.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 2 }));
  expect(await socket.next(), "63 newer ones do not revoke it").toMatchObject({ id: 2 });
  await endpoint.newToken();
  const watch = startStopwatch();
  expect(await socket.closed).toBe(4401);
  expect(watch.ms()).toBeLessThan(1000);
  const again = await openSocket(endpoint.port);
  expect(await again.hello(token)).toMatchObject({ error: {} });
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

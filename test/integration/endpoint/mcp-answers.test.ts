/** How the answers of the MCP side get to the agent. */
import { expect, test } from "vitest";
import { startTestEndpoint } from "../../support/http-endpoint.ts";
import { rawRequest } from "../../support/raw-http.ts";

const EVENT = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n';
/** As the MCP SDK answers with events. */
const asEvents = (): Response =>
  new Response(EVENT, { headers: { "content-type": "text/event-stream", connection: "keep-alive" } });

test.each([
  { offer: [], wish: "close" },
  // What follows such an offer may be lost, so the connection ends; see endpoint/offered-protocols.ts.
  { offer: [["Upgrade", "h2c"]] as const, wish: "upgrade" },
])("events: after Connection: $wish the connection closes with the answer", async ({ offer, wish }) => {
  await using endpoint = await startTestEndpoint({ answer: asEvents });
  const { token } = endpoint.tokens.create("agent", "own");
  const answer = await rawRequest(endpoint.port, {
    method: "POST",
    path: "/mcp",
    headers: [
      ["Host", `127.0.0.1:${endpoint.port}`],
      ["Authorization", `Bearer ${token}`],
      ["Content-Type", "application/json"],
      ["Content-Length", "2"],
      ["Connection", wish],
      ...offer,
    ],
    body: "{}",
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("connection")).toBe("close");
  expect(answer.body).toContain(EVENT);
});

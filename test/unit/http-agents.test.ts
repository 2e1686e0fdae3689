import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { AgentTokens } from "../../electron/endpoint/agent-tokens.ts";
import { USER } from "../../electron/host/access/principal.ts";
import { HttpAgents } from "../../electron/http-agents.ts";
import { Client } from "../../shared/client.ts";
import { testTransportPair } from "../support/transport-pair.ts";

const directory = mkdtempSync(join(tmpdir(), "cotty-agents-"));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("an agent whose MCP side could not be opened is served when it can", async () => {
  const tokens = new AgentTokens(join(directory, "tokens.json"), () => {});
  const { name, tier, createdAtMs } = tokens.create("agent", "own");
  let tries = 0;
  const connect = (): Client => {
    if (++tries < 3) throw new Error("not now");
    return new Client(testTransportPair()[0]);
  };
  using agents = new HttpAgents({ tokens, isOn: true, principalOf: () => USER, connect, onError: () => {}, onRefused: () => {} });
  const serve = (): Promise<Response> =>
    agents.serve(
      { name, tier, createdAtMs },
      {
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: "no JSON",
        disconnected: new AbortController().signal,
      },
    );
  await expect(serve()).rejects.toThrow("not now");
  const failing = serve();
  // It ends while it is being opened: nobody else hears of the failure.
  tokens.revoke("agent");
  await expect(failing).rejects.toThrow("not now");
  expect((await serve()).status).toBe(400);
});

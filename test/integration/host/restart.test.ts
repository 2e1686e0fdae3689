/** A session that is started again is the same one to everybody but its new program. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ClientInfo, SessionId } from "../../../shared/protocol.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host[Symbol.asyncDispose]());

it("keeps name, owner, command, folder, environment, sharing, given name and size, and says who removed the one before", async () => {
  const agent = await host.connect("mcp", "Claude Code");
  const other = await host.connect("mcp", "Codex");
  const person = await host.connect("window", "You");
  const closed: { id: SessionId; by?: ClientInfo }[] = [];
  person.on("session/closed", (event) => closed.push(event));
  const toldAgent: object[] = [];
  agent.on("session/closed", (event) => toldAgent.push(event));
  await person.request("host/watch", {});
  await agent.request("host/watch", {});
  await start(agent, 'echo "$COLOR in $PWD"; cat', { id: "srv", cwd: "/", env: { ...process.env, COLOR: "blue" } });
  await person.request("session/share", { id: "srv", with: { name: "Codex" } });
  await person.request("session/resize", { id: "srv", size: { cols: 91, rows: 21 } });
  await person.request("session/rename", { id: "srv", name: " Staging API " });
  const before = (await agent.request("session/list", {}))[0];

  const { session } = await person.request("session/restart", { id: "srv" });

  expect(session).toMatchObject({
    id: "srv",
    shownName: "Staging API",
    cwd: "/",
    size: { cols: 91, rows: 21 },
    owner: { name: "Claude Code" },
    sharedWith: ["Codex"],
  });
  expect(session.pid).not.toBe(before?.pid);
  await waitForScreen(agent, "srv", /^blue in \/$/m);
  await other.request("session/write", { id: "srv", input: [{ text: "shared\r" }] });
  await waitForScreen(agent, "srv", /shared/);
  expect(closed).toMatchObject([{ id: "srv", by: { name: "You" } }]);
  // An agent learns of no other client.
  expect(toldAgent).toEqual([{ id: "srv", exit: { code: 129, signal: "SIGHUP" } }]);
});

it("keeps the id by which others know it, though the name is free by then", async () => {
  const [a, b] = [await host.connect("mcp", "A"), await host.connect("mcp", "B")];
  const person = await host.connect("window", "You");
  for (const agent of [a, b]) await start(agent, "cat", { id: "py" });
  await a.request("session/stop", { id: "py" });
  expect((await person.request("session/restart", { id: "py-2" })).session.id).toBe("py-2");
  expect((await b.request("session/list", {})).map(({ id }) => id)).toEqual(["py"]);
});

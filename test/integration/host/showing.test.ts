/** Who can show a window, and what clients hear when somebody ends the host. */
import { expect, test } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { EventName, Events } from "../../../shared/protocol.ts";
import { startTestHost } from "../../support/test-host.ts";

function next<E extends EventName>(client: Client, name: E): Promise<Events[E]> {
  return new Promise((resolve) => client.on(name, resolve));
}

test("window/show reaches the client that provides a window, and says whether there is one", async () => {
  await using host = await startTestHost();
  const asking = await host.connect("cli");
  expect(await asking.request("window/show", {})).toEqual({ shown: false });
  const app = await host.connect("window", "Cotty");
  await app.request("window/provide", {});
  await app.request("window/provide", {});
  const heard: Events["window/show"][] = [];
  app.on("window/show", (event) => void heard.push(event));
  await asking.request("session/create", { id: "gdb", command: "cat" });
  expect(await asking.request("window/show", { id: "gdb" })).toEqual({ shown: true });
  expect(await asking.request("window/show", {})).toEqual({ shown: true });
  await expect.poll(() => heard).toEqual([{ id: "gdb" }, {}]);
  await expect(asking.request("window/show", { id: "none" })).rejects.toMatchObject({ code: "no-such-session" });
  app[Symbol.dispose]();
  await expect.poll(() => asking.request("window/show", {})).toEqual({ shown: false });
});

test("clients that watch hear who ended the host and how many sessions, before their connection closes", async () => {
  await using host = await startTestHost();
  const watching = await host.connect("window", "You");
  await watching.request("host/watch", {});
  const order: string[] = [];
  watching.on("session/closed", ({ id }) => void order.push(id));
  watching.on("host/ending", ({ by, stopped }) => void order.push(`ending by ${by.name}, ${stopped}`));
  const closed = new Promise<void>((resolve) => watching.onClose(() => resolve()));
  const ending = await host.connect("cli", "cotty kill-server");
  await ending.request("session/create", { id: "gdb", command: "cat" });
  expect(await ending.request("host/shutdown", {})).toEqual({ stopped: 1 });
  await closed;
  expect(order).toEqual(["gdb", "ending by cotty kill-server, 1"]);
});

test("a host that the system stops says no such thing: it was nobody's wish", async () => {
  await using host = await startTestHost();
  const watching = await host.connect("window");
  await watching.request("host/watch", {});
  const told = next(watching, "host/ending").then(() => "told");
  const closed = new Promise<string>((resolve) => watching.onClose(() => resolve("closed")));
  await host.stop();
  expect(await Promise.race([told, closed])).toBe("closed");
});

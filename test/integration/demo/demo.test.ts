/** The demo of a built host: its files are in the build, its agents are clients like others, and nothing of it stays. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cotty } from "../../support/cotty.ts";
import { startTestHost, start, waitForScreen } from "../../support/test-host.ts";
import { createHome } from "../../support/home.ts";
import { until } from "../../support/until.ts";

it("starts sessions of scripted agents under free names, works in them, and is over when they are stopped", async () => {
  await using home = createHome();
  const temporary = join(home.root, "temporary");
  mkdirSync(temporary);
  await using host = await startTestHost({ home, env: { TMPDIR: temporary } });
  const client = await host.connect();
  await start(client, "cat", { id: "upgrade" });
  const { sessions } = await client.request("demo/start", {});
  expect(sessions).toEqual(expect.arrayContaining(["upgrade-2", "tests-2", "server-2"]));

  const all = await client.request("session/list", {});
  const owners = new Set(all.filter(({ id }) => sessions.includes(id)).map(({ owner }) => `${owner.kind} ${owner.name}`));
  expect(owners).toContain("mcp Build agent");
  await waitForScreen(client, "upgrade-2", /continue\? \[Y\/n\]/);
  await waitForScreen(client, "python-2", /sum\(orders\.values\(\)\)\n152\.4/);

  await expect(client.request("demo/start", {})).rejects.toMatchObject({ code: "bad-request" });
  expect((await cotty(home, ["demo"])).stderr).toContain("The demo runs already");
  for (const id of sessions) await client.request("session/stop", { id });
  await until("the demo's agents have gone", async () =>
    (await client.request("host/info", {})).clients.every(({ kind }) => kind !== "mcp"),
  );
  expect(readdirSync(temporary)).toEqual([]);

  const again = await cotty(home, ["demo", "--json"]);
  expect((JSON.parse(again.stdout) as { sessions: string[] }).sessions).toHaveLength(sessions.length);
  await host.stop();
  expect(readdirSync(temporary)).toEqual([]);
});

it("an agent of the demo stops typing while a person has the keyboard", async () => {
  await using host = await startTestHost();
  const client = await host.connect();
  const { sessions } = await client.request("demo/start", {});
  expect(sessions).toContain("python");
  const person = await host.connect("window", "Ada");
  await person.request("session/write", { id: "python", input: [{ text: "'mine'\r" }] });
  await waitForScreen(client, "python", /'mine'\n'mine'/);
  expect((await client.request("session/list", {})).find(({ id }) => id === "python")?.driver).toMatchObject({
    held: true,
    client: { name: "Ada" },
  });
});

it("a demo that cannot start all its sessions says why, and leaves none of them", async () => {
  await using home = createHome();
  const [temporary, programs] = [join(home.root, "temporary"), join(home.root, "programs")];
  mkdirSync(temporary);
  mkdirSync(programs);
  // The demo's folder goes with its second session, so the third one cannot start.
  writeFileSync(join(programs, "python3"), '#!/bin/sh\nrm -r "$PWD"\nprintf ">>> "\nexec cat\n', { mode: 0o755 });
  const env = { TMPDIR: temporary, PATH: `${programs}:${home.env["PATH"] ?? "/usr/bin:/bin"}` };
  await using host = await startTestHost({ home, env });
  const client = await host.connect();
  await start(client, "cat", { id: "mine" });
  await expect(client.request("demo/start", {})).rejects.toMatchObject({
    code: "start-failed",
    message: expect.stringContaining("No such directory") as string,
  });
  const { recordings } = await client.request("recording/list", { filter: {}, from: 0, limit: 10 });
  expect(recordings.map(({ name }) => name)).toContain("python");
  expect((await client.request("session/list", {})).map(({ id }) => id)).toEqual(["mine"]);
  expect((await client.request("host/info", {})).clients.filter(({ kind }) => kind === "mcp")).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

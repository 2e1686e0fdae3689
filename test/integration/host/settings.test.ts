/** The settings as clients have them: who may change them, who hears of it, and what holds at once. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome } from "../../support/home.ts";
import { startTestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

test("V6 a person changes a setting, and every window hears of it; automation may only read", async () => {
  await using host = await startTestHost();
  const [window, other, script] = [await host.connect("window"), await host.connect("window"), await host.connect("script")];
  const heard: string[] = [];
  other.on("settings/changed", ({ settings }) => heard.push(settings.theme));
  await other.request("host/watch", {});
  expect((await window.request("settings/read", {})).settings.theme).toBe("system");
  const { settings, given, file } = await window.request("settings/write", { set: JSON.stringify({ theme: "dark" }) });
  expect({ theme: settings.theme, given, file }).toEqual({ theme: "dark", given: ["theme"], file: host.home.paths.settings });
  await until("the other window has heard of it", () => heard.includes("dark"));
  await expect(script.request("settings/write", { set: JSON.stringify({ theme: "light" }) })).rejects.toMatchObject({
    code: "forbidden",
  });
  expect((await script.request("settings/read", {})).settings.theme).toBe("dark");
  await expect(window.request("settings/write", { set: JSON.stringify({ theme: "pink" }) })).rejects.toThrow(
    /"theme" must be one of "system"/,
  );
  await expect(window.request("settings/write", { set: JSON.stringify({ themes: "dark" }) })).rejects.toMatchObject({
    code: "bad-request",
  });
  expect(JSON.parse(readFileSync(host.home.paths.settings, "utf8"))).toEqual({ theme: "dark" });
});

test("V6 an agent reads no settings", async () => {
  await using host = await startTestHost();
  const agent = await host.connect("mcp");
  await expect(agent.request("settings/read", {})).rejects.toMatchObject({ code: "forbidden" });
});

test("what somebody writes into the file holds at once: MCP over HTTP, and the limits of recordings", async () => {
  await using home = createHome();
  // A recording from 1970: nothing deletes it before the settings say so.
  mkdirSync(home.paths.recordings, { recursive: true });
  writeFileSync(
    join(home.paths.recordings, "old.cast"),
    '{"version":3,"term":{"cols":80,"rows":24},"timestamp":1000}\n[0,"o","old"]\n',
  );
  await using host = await startTestHost({ home });
  const window = await host.connect("window");
  const count = async (): Promise<number> => (await window.request("recording/list", {})).total;
  await window.request("host/watch", {});
  let isBroken = false;
  window.on("settings/changed", (state) => (isBroken = state.isBroken));

  writeFileSync(home.paths.settings, "{ broken");
  await until("the broken file is noticed", () => isBroken);
  expect((await window.request("settings/read", {})).faults).toEqual([
    expect.stringMatching(/^line 1: .*The last good settings stay in use$/),
  ]);
  expect(await count()).toBe(1);

  writeFileSync(home.paths.settings, '{ "http": true, "keepRecordingsDays": 30 }');
  await until("HTTP is on", async () => (await window.request("http/switch", {})).on);
  await until("the old recording is gone", async () => (await count()) === 0);
  await window.request("settings/write", { reset: ["http"] });
  await until("HTTP is off", async () => !(await window.request("http/switch", {})).on);
});

import { once } from "node:events";
import { readFileSync, rmSync, statSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { slowness } from "../../support/budget.ts";
import { bundleFixture } from "../../support/bundle.ts";
import { connectScript, startEndpoint } from "../../support/endpoint.ts";
import { createHome } from "../../support/home.ts";
import { startStandIn } from "../../support/stand-in-host.ts";
import { until } from "../../support/until.ts";

let script: string;
beforeAll(async () => {
  script = await bundleFixture("stand-in-host");
});

describe("S8 a deleted socket", () => {
  test("is back within five seconds, and live connections do not notice", async () => {
    await using home = createHome();
    await using _host = await startEndpoint(home);
    using before = await connectScript(home);
    rmSync(home.paths.socket);
    using after = await until("the socket is back", () => connectScript(home).catch(() => undefined), 5000 * slowness());
    expect(statSync(home.paths.socket).mode & 0o777).toBe(0o600);
    await before.request("session/list", {});
    await after.request("session/list", {});
  });

  test("with the whole run directory: lock and token come back with it, and nobody else becomes host", async () => {
    await using home = createHome();
    await using running = await startEndpoint(home);
    rmSync(home.paths.runDirectory, { recursive: true });
    await until("the socket is back", () => connectScript(home).catch(() => undefined), 5000 * slowness());
    expect(readFileSync(home.paths.token, "utf8").trim()).toBe(running.token);
    expect((await startStandIn(script, home)).kind).toBe("taken");
  });

  test("a token that alone was deleted is back, too, and whoever connects meanwhile waits for it", async () => {
    await using home = createHome();
    await using running = await startEndpoint(home);
    rmSync(home.paths.token);
    using client = await connectScript(home);
    await client.request("session/list", {});
    expect(readFileSync(home.paths.token, "utf8").trim()).toBe(running.token);
  });

  test("is left to another host that has taken its place", async () => {
    await using home = createHome();
    const first = await startStandIn(script, home);
    // It would put everything back if it looked before the second is there.
    first.child.kill("SIGSTOP");
    rmSync(home.paths.runDirectory, { recursive: true });
    const second = await startStandIn(script, home);
    expect(second.kind).toBe("hosting");
    const { ino } = statSync(home.paths.socket);
    first.child.kill("SIGCONT");
    await until("the first host has noticed", () => first.stderr().includes("Another host has taken"));
    const ended = once(first.child, "close");
    first.child.stdin?.end();
    await ended;
    expect(statSync(home.paths.socket).ino).toBe(ino);
    expect(await connectScript(home).then((found) => found.request("session/list", {}))).toMatchObject({ pid: second.pid });
  });
});

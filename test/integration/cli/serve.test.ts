import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";

/** `cotty serve` in the foreground, once it has printed its address. */
async function serve(home: Home, args: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [commandScript, "serve", ...args], {
    env: home.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, url };
}

describe("serve", () => {
  test("hosts in the foreground and prints an address that opens the window; a signal ends it cleanly", async () => {
    await using home = createHome();
    const { child, url } = await serve(home, ["--port", "0"]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32}$/);
    expect((await fetch(url)).status).toBe(200);
    expect(await cottyOk(home, ["start", "a", "sleep 100"])).toBe("Started session: a\n");
    const ended = once(child, "close");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(existsSync(home.paths.socket)).toBe(false);
  });

  test("asks the host that runs for a fresh address", async () => {
    await using home = createHome();
    const { child, url } = await serve(home, ["--port", "0"]);
    const second = await cottyOk(home, ["serve"]);
    expect(second.trim()).not.toBe(url);
    expect(new URL(second).origin).toBe(new URL(url).origin);
    expect(JSON.parse(await cottyOk(home, ["serve", "--json"]))).toMatchObject({ expiresInMs: expect.any(Number) as number });
    const ended = once(child, "close");
    await cottyOk(home, ["kill-server"]);
    await ended;
  });

  test("an invalid port and a port in use are refused", async () => {
    await using home = createHome();
    expect((await cotty(home, ["serve", "--port", "65536"])).stderr).toContain("--port must be at most 65535");
    const { child, url } = await serve(home, ["--port", "0"]);
    await using other = createHome();
    const refused = await cotty(other, ["serve", "--port", new URL(url).port]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(new URL(url).port);
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  });
});

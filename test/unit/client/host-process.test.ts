import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAndConnect } from "../../../electron/client/host-process.ts";
import { resolvePaths } from "../../../electron/platform/paths.ts";
import { processesIn } from "../../support/home.ts";
import { until } from "../../support/until.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync("/tmp/ct-start-");
  vi.stubEnv("COTTY_HOME", root);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** Starts a host that is this script. */
function startScript(script: string): Promise<unknown> {
  const hostScript = join(root, "host.cjs");
  writeFileSync(hostScript, script);
  const paths = resolvePaths({ platform: "linux", env: { COTTY_HOME: root }, home: "/", cwd: "/" });
  return startAndConnect({ paths, hostScript, name: "test", kind: "cli" });
}

test("a host that does not start in time is ended", async ({ skip }) => {
  if (process.platform !== "linux") skip("processes are found in /proc");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const starting = expect(startScript("setInterval(() => {}, 1000)")).rejects.toThrow(
    `The host did not start in time. Its log: ${root}/log/host.log`,
  );
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  await starting;
  await until("it is gone", () => processesIn(root).length === 0);
});

test("a host that ends at once: what it complained of, and its log", async () => {
  await expect(startScript('throw new TypeError("no such part")')).rejects.toThrow(
    `The host ended (code 1) before it was ready: no such part. Its log: ${root}/log/host.log`,
  );
});

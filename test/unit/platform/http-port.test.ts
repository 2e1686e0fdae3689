import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_PORT, expectedMcpUrl } from "../../../electron/platform/http-port.ts";
import { resolvePaths } from "../../../electron/platform/paths.ts";

/** The port that clients are told of, with this text in the settings and this one remembered. */
function portWith(settings: string | undefined, remembered?: number): number {
  const root = mkdtempSync(join(tmpdir(), "cotty-port-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const paths = resolvePaths({ platform: "linux", env: { COTTY_HOME: root }, home: root, cwd: root });
  if (settings !== undefined) writeFileSync(paths.settings, settings);
  if (remembered !== undefined) writeFileSync(paths.httpPort, JSON.stringify({ port: remembered }));
  return Number(new URL(expectedMcpUrl(paths)).port);
}

test("clients are told the port of the settings, whose file may have comments", () => {
  expect(portWith('{\n  // behind the proxy\n  "port": 4000,\n}', 5000)).toBe(4000);
});

test.each([undefined, "{}", '{ "port": null }', '{ "port": "4000" }', '{ "port": 70000 }', "{ broken"])(
  "settings %j name no port: the one used last, or the default",
  (settings) => {
    expect(portWith(settings, 5000)).toBe(5000);
    expect(portWith(settings)).toBe(DEFAULT_PORT);
  },
);

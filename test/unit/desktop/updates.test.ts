/** When updates are looked for: the only thing that the app asks anybody for (E13 in docs/threats.md). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type UpdatedInstallation, keepUpToDate, reasonAgainstUpdates } from "../../../electron/desktop/updates.ts";

const configured = mkdtempSync(join(tmpdir(), "cotty-updates-"));
const bare = mkdtempSync(join(tmpdir(), "cotty-updates-"));
writeFileSync(join(configured, "app-update.yml"), "provider: github\n");
afterAll(() => [configured, bare].forEach((folder) => rmSync(folder, { recursive: true })));

const appImage: UpdatedInstallation = {
  isPackaged: true,
  resources: configured,
  platform: "linux",
  env: { APPIMAGE: "/home/ada/Cotty.AppImage" },
};

describe("E13 updates", () => {
  test("are looked for by packages of a release that can replace themselves", () => {
    expect(reasonAgainstUpdates(appImage)).toBeUndefined();
    for (const platform of ["darwin", "win32"] as const) {
      expect(reasonAgainstUpdates({ ...appImage, platform, env: {} })).toBeUndefined();
    }
  });

  test.each<[Partial<UpdatedInstallation>, string]>([
    [{ isPackaged: false }, "not a package"],
    [{ resources: bare }, "without the address of its updates"],
    [{ env: {} }, "only the AppImage"],
    [{ env: { APPIMAGE: "/x", COTTY_UPDATES: "off" } }, "COTTY_UPDATES is off"],
    [{ platform: "darwin", env: { COTTY_UPDATES: "off" } }, "COTTY_UPDATES is off"],
  ])("are not looked for with %o", (change, reason) => {
    expect(reasonAgainstUpdates({ ...appImage, ...change })).toContain(reason);
  });

  test("that are off say so in the log, and nothing else happens", () => {
    const lines: string[] = [];
    const log = { info: (line: string) => lines.push(line), warn: () => {}, error: () => {} };
    keepUpToDate({ ...appImage, resources: bare }, log);
    expect(lines).toEqual(["Updates are off: this package was built without the address of its updates"]);
  });
});

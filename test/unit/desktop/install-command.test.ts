import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Installation, linkCommand, planInstallation } from "../../../electron/desktop/install-command.ts";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cotty-command-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const installation: Installation = {
  platform: "linux",
  isPackaged: true,
  appPath: "/opt/Cotty/resources/app.asar",
  resources: "/opt/Cotty/resources",
  home: "/home/ada",
  env: {},
};

test.each([
  [{}, { kind: "link", target: "/opt/Cotty/resources/bin/cotty", folders: ["/usr/local/bin", "/home/ada/.local/bin"] }],
  [{ isPackaged: false, appPath: "/src/cotty" }, expect.objectContaining({ kind: "link", target: "/src/cotty/bin/cotty.js" })],
  [{ platform: "darwin" }, expect.objectContaining({ kind: "link", target: "/opt/Cotty/resources/bin/cotty" })],
  [{ platform: "win32" }, { kind: "windows-path", folder: "/opt/Cotty/resources/bin" }],
  [
    { platform: "win32", isPackaged: false },
    { kind: "impossible", reason: expect.stringContaining("npm link") },
  ],
  [{ env: { APPIMAGE: "/home/ada/Cotty.AppImage" } }, { kind: "impossible", reason: expect.stringContaining("Install the deb") }],
] as const)("the plan for %j", (change, plan) => {
  expect(planInstallation({ ...installation, ...change })).toEqual(plan);
});

function createTarget(): string {
  const target = join(folder, "resources", "bin", "cotty");
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, "#!/bin/sh\n");
  chmodSync(target, 0o755);
  return target;
}

test("the link goes into the first folder that can be written, and is replaced when the app has moved", () => {
  const target = createTarget();
  const bin = join(folder, "bin");
  const plan = { kind: "link", target, folders: [join(folder, "not there"), bin] } as const;
  expect(linkCommand(plan, { PATH: `/usr/bin:${bin}` })).toBe(`Created ${join(bin, "cotty")}.`);
  expect(readlinkSync(join(bin, "cotty"))).toBe(target);
  rmSync(join(bin, "cotty"));
  symlinkSync("/old/place/bin/cotty", join(bin, "cotty"));
  linkCommand(plan, {});
  expect(readlinkSync(join(bin, "cotty"))).toBe(target);
});

test("where the shell would not find it, the person is told what to add", () => {
  const plan = { kind: "link", target: createTarget(), folders: [join(folder, "bin")] } as const;
  expect(linkCommand(plan, { PATH: "/usr/bin" })).toContain(`add ${join(folder, "bin")} to its PATH`);
});

test.each(["file", "link"])("somebody else's %s of that name is left alone, and named", (what) => {
  const path = join(folder, "cotty");
  if (what === "file") writeFileSync(path, "theirs");
  else symlinkSync("/usr/bin/true", path);
  const plan = { kind: "link", target: createTarget(), folders: [folder] } as const;
  expect(() => linkCommand(plan, {})).toThrow(`${path} already exists and does not belong to Cotty. Remove it and try again.`);
  if (what === "file") expect(readFileSync(path, "utf8")).toBe("theirs");
  else expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

test("a package without the command is reported, and nothing is linked", () => {
  const plan = { kind: "link", target: join(folder, "missing"), folders: [folder] } as const;
  expect(() => linkCommand(plan, {})).toThrow(/missing/);
  expect(lstatSync(join(folder, "cotty"), { throwIfNoEntry: false })).toBeUndefined();
});

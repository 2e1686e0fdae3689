import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Paths, resolvePaths } from "../../../electron/platform/paths.ts";
import { refuseUnsafeHome, secureHome } from "../../../electron/platform/safe-home.ts";

const isRoot = process.getuid?.() === 0;
const SOMEBODY_ELSE = 4242;

let root: string;
let home: string;
let paths: Paths;
beforeEach(() => {
  root = mkdtempSync("/tmp/ct-home-");
  home = join(root, "home");
  paths = resolvePaths({ platform: "linux", env: { COTTY_HOME: home }, home: "/", cwd: "/" });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o7777;
function makeFolder(path: string, mode: number): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
}

describe("S10 a home that others may write to", () => {
  test.each([0o777, 0o757, 0o772])("mode %o is refused with the fix, and left as it is", (mode) => {
    makeFolder(home, mode);
    const message = `Refusing to use ${home}: other users may write to it. To continue, run: chmod go-w '${home}'`;
    expect(() => secureHome(paths)).toThrow(message);
    expect(() => refuseUnsafeHome(paths)).toThrow(message);
    expect(modeOf(home)).toBe(mode);
  });

  test("one that is for all, such as /tmp, is not to be closed", () => {
    makeFolder(home, 0o1777);
    const message = `Refusing to use ${home}: other users may write to it. To continue, set COTTY_HOME to a folder of your own.`;
    expect(() => secureHome(paths)).toThrow(message);
  });

  test("one that belongs to another user is refused", () => {
    makeFolder(home, 0o755);
    if (isRoot) chownSync(home, SOMEBODY_ELSE, SOMEBODY_ELSE);
    else vi.spyOn(process, "getuid").mockReturnValue((process.getuid?.() ?? 0) + 1);
    const message = new RegExp(
      `^Refusing to use ${home}: it belongs to another user \\(uid \\d+\\)\\. To continue, set COTTY_HOME to a folder of your own\\.$`,
    );
    expect(() => secureHome(paths)).toThrow(message);
    expect(() => refuseUnsafeHome(paths)).toThrow(message);
  });

  test.skipIf(!isRoot)("what another user has left in it is refused, be it a link", () => {
    makeFolder(home, 0o700);
    writeFileSync(join(root, "theirs"), "");
    symlinkSync(root, join(home, "log"));
    lchownSync(join(home, "log"), SOMEBODY_ELSE, SOMEBODY_ELSE);
    const message = `Refusing to use ${home}/log: it belongs to another user (uid ${SOMEBODY_ELSE}). To continue, remove it.`;
    expect(() => secureHome(paths)).toThrow(message);
    expect(() => refuseUnsafeHome(paths)).toThrow(message);
  });

  test.skipIf(!isRoot)("what is not Cotty's may belong to anybody", () => {
    makeFolder(home, 0o700);
    writeFileSync(join(home, "notes.txt"), "");
    chownSync(join(home, "notes.txt"), SOMEBODY_ELSE, SOMEBODY_ELSE);
    expect(secureHome(paths)).toEqual([]);
  });
});

describe("S10 a home that its group may write to, as umask 002 makes it", () => {
  test("an empty one is closed to the group", () => {
    makeFolder(home, 0o775);
    expect(() => refuseUnsafeHome(paths)).not.toThrow();
    expect(modeOf(home)).toBe(0o775);
    expect(secureHome(paths)).toEqual([home]);
    expect(modeOf(home)).toBe(0o755);
    expect(secureHome(paths)).toEqual([]);
  });

  test("so is one with files of Cotty's", () => {
    makeFolder(home, 0o2770);
    writeFileSync(paths.settings, "{}");
    writeFileSync(join(home, "notes.txt"), "");
    expect(secureHome(paths)).toEqual([home]);
    expect(modeOf(home)).toBe(0o2750);
  });

  test("the folders that are Cotty's by their names are closed, too", () => {
    const usual = resolvePaths({ platform: "linux", env: {}, home: root, cwd: "/" });
    makeFolder(join(root, ".config/cotty"), 0o775);
    writeFileSync(join(root, ".config/cotty/notes.txt"), "");
    expect(secureHome(usual)).toEqual([join(root, ".config/cotty")]);
    makeFolder(join(root, ".local/share/cotty"), 0o777);
    expect(() => secureHome(usual)).toThrow(`chmod go-w '${root}/.local/share/cotty'`);
  });

  test("a folder with another purpose is refused instead", () => {
    makeFolder(home, 0o775);
    writeFileSync(join(home, "report.odt"), "");
    const message = `Refusing to use ${home}: its group may write to it. To continue, run: chmod go-w '${home}'`;
    expect(() => secureHome(paths)).toThrow(message);
    expect(() => refuseUnsafeHome(paths)).toThrow(message);
    expect(modeOf(home)).toBe(0o775);
  });

  test.skipIf(!isRoot)("so is one in which somebody else has a file", () => {
    makeFolder(home, 0o775);
    writeFileSync(paths.settings, "{}");
    writeFileSync(join(home, "notes.txt"), "");
    chownSync(join(home, "notes.txt"), SOMEBODY_ELSE, SOMEBODY_ELSE);
    expect(() => secureHome(paths)).toThrow("its group may write to it");
    expect(modeOf(home)).toBe(0o775);
  });
});

test("a home that is not there, or is no folder, is not judged here", () => {
  expect(secureHome(paths)).toEqual([]);
  expect(existsSync(home)).toBe(false);
  writeFileSync(home, "");
  expect(secureHome(paths)).toEqual([]);
});

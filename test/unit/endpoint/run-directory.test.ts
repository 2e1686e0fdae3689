import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkRunDirectory, openRunDirectory, readToken, writeToken } from "../../../electron/endpoint/run-directory.ts";
import { type Paths, resolvePaths } from "../../../electron/platform/paths.ts";

let root: string;
let paths: Paths;
const pathsIn = (home: string): Paths => resolvePaths({ platform: "linux", env: { COTTY_HOME: home }, home: "/", cwd: "/" });
beforeEach(() => {
  root = mkdtempSync("/tmp/ct-run-");
  paths = pathsIn(root);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

describe("the run directory", () => {
  test("S1 it and the token are the owner's alone, whatever the umask", () => {
    const before = process.umask(0);
    try {
      openRunDirectory(paths);
      writeToken(paths, "secret");
    } finally {
      process.umask(before);
    }
    expect(statSync(paths.runDirectory).mode & 0o777).toBe(0o700);
    expect(statSync(paths.token).mode & 0o777).toBe(0o600);
    expect(readToken(paths)).toBe("secret");
  });

  test.each([0o755, 0o770, 0o701])("S2 mode %o is refused, with the path and the fix", (mode) => {
    mkdirSync(paths.runDirectory);
    chmodSync(paths.runDirectory, mode);
    expect(() => openRunDirectory(paths)).toThrow(`Refusing to use ${paths.runDirectory}`);
    expect(() => openRunDirectory(paths)).toThrow(`chmod 700 '${paths.runDirectory}'`);
  });

  test("S2 one that others use is left as it is", () => {
    mkdirSync(paths.runDirectory);
    chmodSync(paths.runDirectory, 0o755);
    writeFileSync(join(paths.runDirectory, "initctl"), "");
    expect(() => openRunDirectory(paths)).toThrow(/open to other users. To continue, set COTTY_HOME to a folder of your own\.$/);
  });

  test("S2 a directory of another user is refused", () => {
    openRunDirectory(paths);
    const uid = process.getuid?.() ?? 0;
    vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
    expect(() => openRunDirectory(paths)).toThrow(`${paths.runDirectory}: it belongs to another user (uid ${uid})`);
  });

  test.each(["runDirectory", "socket", "token"] as const)(
    "S3 a symbolic link as %s is refused and its target untouched",
    (place) => {
      const victim = join(root, "victim");
      if (place === "runDirectory") {
        mkdirSync(victim, { mode: 0o700 });
      } else {
        openRunDirectory(paths);
        writeFileSync(victim, "precious");
      }
      symlinkSync(victim, paths[place]);
      expect(() => openRunDirectory(paths)).toThrow(`${paths[place]}: it is a symbolic link`);
      if (place !== "runDirectory") expect(readFileSync(victim, "utf8")).toBe("precious");
    },
  );

  test("S3 a token behind a symbolic link, or that others can read, is not read", () => {
    openRunDirectory(paths);
    const victim = join(root, "victim");
    writeFileSync(victim, "theirs", { mode: 0o600 });
    symlinkSync(victim, paths.token);
    expect(() => readToken(paths)).toThrow("symbolic link");
    rmSync(paths.token);
    writeFileSync(paths.token, "open", { mode: 0o644 });
    expect(() => readToken(paths)).toThrow("open to other users");
    rmSync(paths.token);
    execFileSync("mkfifo", ["-m", "600", paths.token]);
    expect(() => readToken(paths)).toThrow("not a file");
  });

  test.each([104, 107, 108, 120])("S4 a socket path of %i bytes is refused before anything is made", (bytes) => {
    const home = join(root, "x".repeat(bytes - root.length - 1 - "/run/cotty.sock".length));
    const long = pathsIn(home);
    expect(Buffer.byteLength(long.socket)).toBe(bytes);
    expect(() => openRunDirectory(long)).toThrow(`has ${bytes} bytes`);
    expect(() => openRunDirectory(long)).toThrow("COTTY_HOME");
    expect(existsSync(home)).toBe(false);
  });

  test("S4 103 bytes are fine, and bytes are counted, not characters", () => {
    const home = join(root, "x".repeat(103 - root.length - 1 - "/run/cotty.sock".length));
    expect(() => openRunDirectory(pathsIn(home))).not.toThrow();
    expect(() => openRunDirectory(pathsIn(join(root, "é".repeat(40))))).toThrow("bytes");
  });

  test("a new host's token replaces the last one's", () => {
    openRunDirectory(paths);
    expect(readToken(paths)).toBeUndefined();
    writeToken(paths, "old");
    const old = openSync(paths.token, "r");
    writeToken(paths, "new");
    expect(readToken(paths)).toBe("new");
    // In one step: who has opened the old one reads it whole, and nothing else is left.
    expect(readFileSync(old, "utf8")).toBe("old\n");
    closeSync(old);
    expect(readdirSync(paths.runDirectory)).toEqual(["token"]);
  });
});

test("a COTTY_HOME that is no folder is named with the next step", () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  for (const home of [file, join(file, "deeper")]) {
    const message = `COTTY_HOME is ${home}, which is not a folder. Set it to a folder of your own, or unset it.`;
    expect(() => openRunDirectory(pathsIn(home))).toThrow(message);
    expect(() => checkRunDirectory(pathsIn(home))).toThrow(message);
  }
  const usual = resolvePaths({ platform: "linux", env: { XDG_RUNTIME_DIR: file }, home: "/", cwd: "/" });
  expect(() => openRunDirectory(usual)).toThrow(`${file}/cotty is not in a folder. Set COTTY_HOME to a folder of your own.`);
});

test("a place where no folder can be made is named with the next step", () => {
  const message =
    /^COTTY_HOME is \/proc\/x, where Cotty cannot write \(\w+: [^)]+\)\. Set it to a folder of your own, or unset it\.$/;
  expect(() => openRunDirectory(pathsIn("/proc/x"))).toThrow(message);
  const usual = resolvePaths({ platform: "linux", env: { XDG_RUNTIME_DIR: "/proc/x" }, home: "/", cwd: "/" });
  expect(() => openRunDirectory(usual)).toThrow(
    /^Cotty cannot write in \/proc\/x\/cotty \(\w+: [^)]+\)\. Set COTTY_HOME to a folder of your own\.$/,
  );
});

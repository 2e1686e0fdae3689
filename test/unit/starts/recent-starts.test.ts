/** What people started from the window, in its file. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RecentStarts } from "../../../electron/starts/recent-starts.ts";
import { startPresets } from "../../../electron/starts/start-presets.ts";

let folder: string;
let path: string;
const warnings: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-starts-"));
  path = join(folder, "recent-starts.json");
  warnings.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): RecentStarts => new RecentStarts(path, (message) => warnings.push(message));

test("the latest is first, each is there once, and only the user can read the file", () => {
  const starts = open();
  starts.add({ command: "make", cwd: "/a", atMs: 1 });
  starts.add({ command: "bash", cwd: "/a", atMs: 2 });
  starts.add({ command: "make", cwd: "/b", atMs: 3 });
  starts.add({ command: "make", cwd: "/a", atMs: 4 });
  expect(open().all).toEqual([
    { command: "make", cwd: "/a", atMs: 4 },
    { command: "make", cwd: "/b", atMs: 3 },
    { command: "bash", cwd: "/a", atMs: 2 },
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("one can be forgotten, or all; there are never more than 30", () => {
  const starts = open();
  for (let n = 0; n < 40; n++) starts.add({ command: `echo ${n}`, cwd: "/", atMs: n });
  expect(starts.all).toHaveLength(30);
  starts.forget({ command: "echo 39", cwd: "/" });
  expect(open().all[0]?.command).toBe("echo 38");
  starts.forget(undefined);
  expect(open().all).toEqual([]);
  expect(readFileSync(path, "utf8")).not.toContain("echo");
});

test("a damaged file is told of, and what follows is kept again", () => {
  writeFileSync(path, "{ damaged");
  const starts = open();
  expect(starts.all).toEqual([]);
  expect(warnings.join()).toContain(`${path} is damaged`);
  writeFileSync(path, '[{"command":"ok","cwd":"/","atMs":1},{"command":1},null]');
  expect(open().all).toEqual([{ command: "ok", cwd: "/", atMs: 1 }]);
});

test("presets are the shell, and what is on the PATH and can be run", () => {
  writeFileSync(join(folder, "gdb"), "");
  writeFileSync(join(folder, "claude"), "");
  chmodSync(join(folder, "claude"), 0o755);
  expect(startPresets({ platform: "linux", env: { PATH: folder, SHELL: "/usr/bin/fish" } })).toEqual([
    { kind: "shell", label: "Shell (fish)", command: "/usr/bin/fish" },
    { kind: "agent", label: "Claude Code", command: "claude" },
  ]);
});

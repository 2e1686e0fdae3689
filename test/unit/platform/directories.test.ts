import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeDirectory } from "../../../electron/platform/directories.ts";

const root = mkdtempSync("/tmp/ct-dirs-");
afterAll(() => rmSync(root, { recursive: true }));

const mode = (path: string) => statSync(path).mode & 0o777;

test("the missing folders are made for their owner only, and those that are there stay as they are", () => {
  const before = mode(root);
  makeDirectory(join(root, "a/b/c"));
  makeDirectory(join(root, "a/b/c"));
  expect([mode(join(root, "a")), mode(join(root, "a/b/c")), mode(root)]).toEqual([0o700, 0o700, before]);
  symlinkSync("a", join(root, "link"));
  makeDirectory(join(root, "link/d"));
  expect(mode(join(root, "a/d"))).toBe(0o700);
});

test("where none can be made it says so, instead of trying for ever", ({ skip }) => {
  writeFileSync(join(root, "file"), "");
  expect(() => makeDirectory(join(root, "file"))).toThrow("EEXIST");
  expect(() => makeDirectory(join(root, "file/x/y"))).toThrow("ENOTDIR");
  if (process.platform !== "linux") skip("no /proc here");
  expect(() => makeDirectory("/proc/nope/x")).toThrow("ENOENT");
});

/** Files that are replaced on a disk that is full, or almost. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { replaceFile } from "../../../electron/platform/json-file.ts";

/** Bytes that the disk has room for, and that it takes at once. */
const AT_ONCE = 10;
let room: number;

function write(fd: number, bytes: Uint8Array): number {
  if (room === 0) throw new Error("ENOSPC: no space left on device, write");
  const taken = writeSync(fd, bytes.subarray(0, Math.min(room, AT_ONCE)));
  room -= taken;
  return taken;
}

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-json-"));
  path = join(folder, "grants.json");
  writeFileSync(path, "the grants before");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a file that the disk takes piece by piece is whole", () => {
  room = Number.POSITIVE_INFINITY;
  replaceFile(path, "the grants that count from now on, é", write);
  expect(readFileSync(path, "utf8")).toBe("the grants that count from now on, é");
});

it("a disk that gets full leaves the old file, and nothing else", () => {
  room = 25;
  expect(() => replaceFile(path, "the grants that count from now on", write)).toThrow("ENOSPC");
  expect(readFileSync(path, "utf8")).toBe("the grants before");
  expect(readdirSync(folder)).toEqual(["grants.json"]);
});

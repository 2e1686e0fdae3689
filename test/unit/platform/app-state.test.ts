/** What the app remembers, and what it does with a file that is damaged (V5 in docs/threats.md). */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AppStateFile } from "../../../electron/platform/app-state.ts";
import { RunningSessionsFile } from "../../../electron/platform/running-sessions-file.ts";

let folder = "";
let warnings: string[] = [];
const warn = (message: string): void => void warnings.push(message);
const file = (): string => join(folder, "state", "x.json");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-state-"));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const window = { x: -5, y: 10, width: 1000, height: 700, maximized: true };

test("what was remembered is there at the next start, for its owner alone and without scraps", () => {
  const state = new AppStateFile(file(), warn);
  expect(state.state).toEqual({ onClose: "ask" });
  state.update({ window });
  state.update({ onClose: "keep" });
  expect(new AppStateFile(file(), warn).state).toEqual({ window, onClose: "keep" });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, "state"))).toEqual(["x.json"]);
  expect(warnings).toEqual([]);
});

test.each([
  ['{"window":{"x":1', "damaged"],
  ["", "damaged"],
  ["[]", "content"],
  ["null", undefined],
  ['{"onClose":"explode"}', "onClose"],
  ['{"window":{"x":1e99,"y":0,"width":1,"height":1,"maximized":false}}', "window"],
  ['{"window":{"x":1,"y":0,"width":1,"height":1}}', "window"],
  ['{"window":"left"}', "window"],
  [`"${"x".repeat(2_000_000)}"`, "damaged"],
])("V5 %.40s is taken for what it says, the rest is the default, and the log names the file", (text, fault) => {
  new AppStateFile(file(), warn).update({});
  writeFileSync(file(), text);
  expect(new AppStateFile(file(), warn).state).toEqual({ onClose: "ask" });
  expect(warnings).toHaveLength(fault === undefined ? 0 : 1);
  if (fault !== undefined) expect(warnings[0]).toMatch(new RegExp(`x\\.json.*${fault}`));
});

test("one damaged part costs that part", () => {
  new AppStateFile(file(), warn).update({});
  writeFileSync(file(), JSON.stringify({ window, onClose: 7 }));
  expect(new AppStateFile(file(), warn).state).toEqual({ window, onClose: "ask" });
});

test("a bounds that cannot be written costs the memory of the next run, no more", () => {
  writeFileSync(join(folder, "state"), "a file where a folder should be");
  const state = new AppStateFile(file(), warn);
  state.update({ onClose: "end" });
  expect(state.state.onClose).toBe("end");
  expect(warnings.at(-1)).toMatch(/x\.json was not written/);
});

const again = { cwd: "/src", size: { cols: 80, rows: 24 }, startedAtMs: 5 };
const gdb = { id: "gdb", command: "gdb ./a", ...again, recording: "/r/1.cast" };
const cat = { id: "cat", command: "cat", ...again };

test("what ran in a process that died is told once", () => {
  new RunningSessionsFile(file(), warn).update([gdb, cat]);
  const next = new RunningSessionsFile(file(), warn);
  expect(next.takeLost()).toEqual([gdb, cat]);
  expect(next.takeLost()).toEqual([]);
});

test("what ended in time, and a clean end, leave nothing to tell", () => {
  const run = new RunningSessionsFile(file(), warn);
  run.update([gdb, cat]);
  run.update([cat]);
  expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual([cat]);
  run.update([]);
  expect(new RunningSessionsFile(file(), warn).takeLost()).toEqual([]);
});

test("the same list is not written again", () => {
  const run = new RunningSessionsFile(file(), warn);
  run.update([gdb]);
  const before = statSync(file()).ino;
  for (let i = 0; i < 100; i++) run.update([{ ...gdb }]);
  expect(statSync(file()).ino).toBe(before);
});

test.each(['{"a":1}', "[1,null,{}]", '[{"id":1,"command":"x"}]'])("V5 a list like %s loses nobody", (text) => {
  new RunningSessionsFile(file(), warn).update([gdb]);
  writeFileSync(file(), text);
  expect(new RunningSessionsFile(file(), warn).takeLost()).toEqual([]);
});

test("V5 a damaged list is reported in the log, and removed", () => {
  new RunningSessionsFile(file(), warn).update([gdb]);
  writeFileSync(file(), "[{");
  expect(new RunningSessionsFile(file(), warn).takeLost()).toEqual([]);
  expect(warnings[0]).toMatch(/x\.json is damaged/);
  expect(new RunningSessionsFile(file(), warn).takeLost()).toEqual([]);
  expect(warnings).toHaveLength(1);
});

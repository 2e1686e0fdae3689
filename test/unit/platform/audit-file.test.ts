import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AuditFile } from "../../../electron/platform/audit-file.ts";
import { readAudit } from "../../support/audit-rows.ts";
import type { AuditEntry } from "../../../shared/audit-entry.ts";

let directory: string;
let path: string;
const failures: string[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cotty-audit-"));
  path = join(directory, "data", "audit.jsonl");
  failures.length = 0;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const entry = (session: string): AuditEntry => ({
  principal: "agent-1",
  name: "Agent",
  client: "Agent",
  method: "session/write",
  session,
  bytes: 3,
  decision: "allowed",
});
const open = (maxBytes?: number): AuditFile => new AuditFile(path, (message) => failures.push(message), maxBytes);
const sessions = (count: number): (string | undefined)[] => readAudit(path, count).map(({ session }) => session);

test("A12 a row has both clocks and is for its owner's eyes", () => {
  using file = open();
  file.append(entry("one"));
  file.append(entry("two"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(directory, "data")).mode & 0o777).toBe(0o700);
  const rows = readAudit(path, 10);
  expect(rows.map(({ session }) => session)).toEqual(["one", "two"]);
  expect(new Date(rows[0]?.time ?? "").toISOString()).toBe(rows[0]?.time);
  expect(rows[1]?.monotonic).toBeGreaterThanOrEqual(rows[0]?.monotonic ?? Infinity);
});

test("A12 a torn row is passed over and does not take the next one with it", () => {
  {
    using file = open();
    file.append(entry("one"));
  }
  appendFileSync(path, '{"time":"2026-01-01T00:00:0');
  {
    using file = open();
    file.append(entry("two"));
  }
  expect(sessions(10)).toEqual(["one", "two"]);
});

test("A12 it is only ever appended to, and is bounded: of the oldest of four files, little is kept", () => {
  using file = open(1000);
  let before = "";
  for (let n = 0; n < 200; n++) {
    file.append(entry(String(n)));
    const now = readFileSync(path, "utf8");
    expect(now.startsWith(before) || now.split("\n").length === 2).toBe(true);
    before = now;
  }
  const files = readdirSync(join(directory, "data"));
  expect(files.sort()).toEqual(["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2", "audit.jsonl.3", "audit.jsonl.old"]);
  for (const name of files) expect(statSync(join(directory, "data", name)).size).toBeLessThan(1300);
  expect(sessions(3)).toEqual(["197", "198", "199"]);
  const all = sessions(1000).map(Number);
  expect(all).toEqual(Array.from(all, (_, i) => 200 - all.length + i));
});

test("A12 F5 an agent that floods it pushes out its own rows, and not those of others", () => {
  using file = open(20_000);
  const byOther = (n: number): AuditEntry => ({ ...entry(`other-${n}`), principal: 'agent "2"', name: '","principal":"agent-1' });
  for (let n = 0; n < 3; n++) file.append(byOther(n));
  for (let n = 0; n < 3000; n++) file.append(entry(String(n)));
  file.append(byOther(3));
  const all = sessions(10_000);
  expect(all.filter((session) => session?.startsWith("other"))).toEqual(["other-0", "other-1", "other-2", "other-3"]);
  // The flood's own rows have no gap.
  const flood = all.map(Number).filter((n) => !Number.isNaN(n));
  expect(flood).toEqual(Array.from(flood, (_, i) => 3000 - flood.length + i));
  expect(statSync(`${path}.old`).mode & 0o777).toBe(0o600);
  expect(statSync(`${path}.old`).size).toBeLessThan(20_000);
  expect(failures).toEqual([]);
});

test("A12 … and neither do many agents that flood it together", () => {
  using file = open(100_000);
  const other = { ...entry("other"), principal: "other" };
  file.append(other);
  for (let n = 0; n < 5000; n++) file.append({ ...entry(String(n)), principal: `agent-${n % 40}` });
  expect(sessions(10_000)[0]).toBe("other");
  expect(statSync(`${path}.old`).size).toBeLessThanOrEqual(100_000);
});

test("A12 … and many agents together do not make it grow", () => {
  using file = open(5000);
  for (let n = 0; n < 2000; n++) file.append({ ...entry(String(n)), principal: `agent-${n % 100}` });
  expect(statSync(`${path}.old`).size).toBeLessThanOrEqual(5000);
  expect(failures).toEqual([]);
});

test("A12 a symbolic link in its place is not written through, which is said once", () => {
  using file = open();
  file.append(entry("one"));
  file[Symbol.dispose]();
  const victim = join(directory, "victim");
  writeFileSync(victim, "untouched");
  rmSync(path);
  symlinkSync(victim, path);
  file.append(entry("two"));
  file.append(entry("three"));
  expect(readFileSync(victim, "utf8")).toBe("untouched");
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain(path);
});

test("nothing was ever done", () => {
  expect(readAudit(path, 10)).toEqual([]);
});

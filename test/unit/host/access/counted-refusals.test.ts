import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CountedRefusals } from "../../../../electron/host/access/counted-refusals.ts";
import type { AuditEntry } from "../../../../shared/audit-entry.ts";

const WINDOW_MS = 60_000;

let rows: AuditEntry[];
let refusals: CountedRefusals;
beforeEach(() => {
  vi.useFakeTimers();
  rows = [];
  refusals = new CountedRefusals((entry) => void rows.push(entry));
});
afterEach(() => {
  refusals[Symbol.dispose]();
  expect(vi.getTimerCount(), "timers left behind").toBe(0);
  vi.useRealTimers();
});

function entry(more: Partial<AuditEntry> = {}): AuditEntry {
  return { principal: "agent-1", name: "A", client: "A", method: "session/write", decision: "forbidden", ...more };
}

test("A12 100,000 refusals of one kind are four rows: the first three at once, and the count of the others", () => {
  for (let n = 0; n < 100_000; n++) refusals.take(entry({ session: `s${n}`, bytes: n, sha256: "x" }));
  expect(rows.map(({ session }) => session)).toEqual(["s0", "s1", "s2"]);
  vi.advanceTimersByTime(WINDOW_MS);
  expect(rows.slice(3)).toEqual([entry({ count: 99_997 })]);
});

test("A12 what was allowed is never counted together, and another agent, method or code has its own rows", () => {
  for (let n = 0; n < 10; n++) refusals.take(entry({ decision: "allowed" }));
  expect(rows).toHaveLength(10);
  const kinds = [{}, { principal: "agent-2" }, { method: "session/kill" }, { decision: "no-such-session" } as const];
  for (const kind of [...kinds, ...kinds, ...kinds, ...kinds]) refusals.take(entry(kind));
  expect(rows.slice(10)).toEqual([...kinds, ...kinds, ...kinds].map((kind) => entry(kind)));
  refusals.flush();
  expect(rows.slice(22)).toEqual(kinds.map((kind) => entry({ ...kind, count: 1 })));
});

test("A12 a refusal after the window has a row at once again", () => {
  for (let n = 0; n < 3; n++) refusals.take(entry());
  vi.advanceTimersByTime(WINDOW_MS);
  refusals.take(entry({ session: "s" }));
  expect(rows.slice(3)).toEqual([entry({ session: "s" })]);
});

test("A12 the end of the host loses no count", () => {
  for (let n = 0; n < 5; n++) refusals.take(entry());
  refusals[Symbol.dispose]();
  expect(rows.slice(3)).toEqual([entry({ count: 2 })]);
});

test("A12 neither new principals nor made-up methods make more rows than there is room for", () => {
  for (let n = 0; n < 5000; n++) refusals.take(entry({ method: `m${n}` }));
  expect(rows.length).toBeLessThan(40);
  for (let n = 0; n < 5000; n++) refusals.take(entry({ principal: `agent-${n}` }));
  expect(rows.length).toBeLessThan(1100);
  const before = rows.length;
  refusals.flush();
  const counts = rows.slice(before).reduce((sum, { count = 0 }) => sum + count, 0);
  expect(before + counts).toBe(10_000);
});

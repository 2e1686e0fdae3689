/** The audit page by page, from real files. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AuditFile } from "../../../electron/platform/audit-file.ts";
import { auditPage, type AuditQuery } from "../../../electron/platform/audit-pages.ts";
import type { AuditEntry } from "../../../shared/audit-entry.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-audit-"));
  path = join(folder, "audit.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (session: string, change: Partial<AuditEntry> = {}): AuditEntry => ({
  principal: "agent-1",
  name: "Claude Code",
  client: "Claude Code",
  method: "session/write",
  session,
  decision: "allowed",
  ...change,
});

function write(entries: readonly AuditEntry[], maxBytes?: number): void {
  using file = new AuditFile(path, () => {}, maxBytes);
  for (const one of entries) file.append(one);
}

/** The sessions of each page, to the end. */
async function pages(query: Omit<AuditQuery, "before">): Promise<(string | undefined)[][]> {
  const found: (string | undefined)[][] = [];
  for (let before: string | undefined; ;) {
    const { rows, next } = await auditPage(path, { ...query, before });
    found.push(rows.map(({ session }) => session));
    if (next === undefined) return found;
    before = next;
  }
}

test("the latest rows come first, each once, over all rotated files", async () => {
  const names = Array.from({ length: 25 }, (_, n) => `s${n}`);
  // Each file holds a few rows, and four files hold them all.
  write(
    names.map((name) => entry(name)),
    1200,
  );
  const found = await pages({ limit: 4 });
  expect(found.flat()).toEqual(names.toReversed());
  expect(found.every((page) => page.length <= 4)).toBe(true);
});

test("rows that are written between two pages do not move the second one, and neither does a rotation", async () => {
  write(["a", "b", "c", "d"].map((name) => entry(name)));
  const first = await auditPage(path, { limit: 2 });
  expect(first.rows.map(({ session }) => session)).toEqual(["d", "c"]);
  write([entry("e"), entry("f")], 10);
  const second = await auditPage(path, { limit: 2, before: first.next });
  expect(second).toEqual({ rows: [expect.objectContaining({ session: "b" }), expect.objectContaining({ session: "a" })] });
});

test("filters by client, method and refusal; a torn line is passed over", async () => {
  write([
    entry("one"),
    entry("two", { name: "Codex", client: "codex-mcp" }),
    entry("three", { method: "session/kill", decision: "lease-held" }),
    entry("four", { name: "You", client: "You", method: "token/create", agent: "Claude (own)" }),
  ]);
  appendFileSync(path, '{"method":"torn\n');
  expect(await pages({ limit: 9, client: "CODEX" })).toEqual([["two"]]);
  expect(await pages({ limit: 9, client: "claude" })).toEqual([["four", "three", "one"]]);
  expect(await pages({ limit: 9, method: "session/" })).toEqual([["three", "two", "one"]]);
  expect(await pages({ limit: 9, refused: true })).toEqual([["three"]]);
  expect(await pages({ limit: 9, refused: true, client: "You" })).toEqual([[]]);
});

test("without an audit, and after what the place names has gone, there is nothing", async () => {
  expect(await auditPage(path, { limit: 5 })).toEqual({ rows: [] });
  write([entry("a")]);
  expect(await auditPage(path, { limit: 5, before: "1:99:0:0" })).toEqual({ rows: [] });
  expect((await auditPage(path, { limit: 5, before: "nonsense" })).rows).toHaveLength(1);
});

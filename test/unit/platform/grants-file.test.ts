import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { GrantsFile } from "../../../electron/platform/grants-file.ts";

let folder: string;
let path: string;
let warnings: string[];
let file: GrantsFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-grants-"));
  path = join(folder, "grants.json");
  warnings = [];
  file = new GrantsFile(path, (message) => void warnings.push(message));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const GRANT = {
  agent: "agent-0123456789abcdef",
  name: "A",
  folder: "/tmp",
  grant: { tier: "all", lasts: "always", grantedAtMs: 5 },
} as const;

it("keeps grants over a restart, in a file that only the user reads", () => {
  expect(file.load()).toEqual([]);
  file.save([GRANT]);
  expect(new GrantsFile(path, () => {}).load()).toEqual([GRANT]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("A18 grants nothing by a row that is no grant, such as one of the user's own tier", () => {
  const wrong = [
    { ...GRANT, grant: { ...GRANT.grant, tier: "admin" } },
    { ...GRANT, grant: { ...GRANT.grant, lasts: "once" } },
    { ...GRANT, agent: 7 },
    { name: "A" },
    "__proto__",
  ];
  writeFileSync(path, JSON.stringify([GRANT, ...wrong]));
  expect(file.load()).toEqual([GRANT]);
  expect(warnings).toEqual([`${path}: ${wrong.length} rows are no grants and do not count`]);
});

it("keeps the rows of a newer version when it saves, and still grants nothing by them", () => {
  const newer = { ...GRANT, agent: "agent-fedcba9876543210", grant: { ...GRANT.grant, tier: "type-only" } };
  writeFileSync(path, JSON.stringify([newer, GRANT]));
  expect(file.load()).toEqual([GRANT]);
  file.save([]);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual([newer]);
  expect(file.load()).toEqual([]);
});

it("sets a damaged file aside, and grants nothing by it", () => {
  writeFileSync(path, "[{");
  expect(file.load()).toEqual([]);
  expect([existsSync(path), readFileSync(`${path}.damaged`, "utf8")]).toEqual([false, "[{"]);
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, chmodSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AgentTokens } from "../../../electron/endpoint/agent-tokens.ts";

let directory: string;
let path: string;
const warnings: string[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cotty-tokens-"));
  path = join(directory, "data", "tokens.json");
  warnings.length = 0;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (): AgentTokens => new AgentTokens(path, (message) => warnings.push(message));

test("S7 a token is found by its hash alone, also after a restart; its text is nowhere on disk", () => {
  const { token } = open().create("codex", "observe");
  expect(token).toMatch(/^cotty_[\w-]{43}$/);
  expect(open().find(token)).toMatchObject({ name: "codex", tier: "observe" });
  expect(open().list()).toEqual([{ name: "codex", tier: "observe", createdAtMs: expect.any(Number) as number }]);
  for (const name of readdirSync(join(directory, "data"))) {
    const file = join(directory, "data", name);
    expect(readFileSync(file, "utf8")).not.toContain(token.slice(6));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

test("S7 tokens of any other length, and a missing token, are wrong and do not throw", () => {
  const tokens = open();
  const { token } = tokens.create("codex", "own");
  for (const wrong of ["", "x", token.slice(1), token.slice(0, -1), `${token}x`, token.toUpperCase(), "x".repeat(100_000)]) {
    expect(tokens.find(wrong)).toBeUndefined();
  }
  expect(tokens.find(token)?.name).toBe("codex");
});

test("revoked is revoked, for good, and is told", () => {
  const tokens = open();
  const { token } = tokens.create("codex", "own");
  const kept = tokens.create("gemini", "all").token;
  const told: string[] = [];
  using _heard = tokens.onRevoke(({ name }) => told.push(name));
  tokens.revoke("codex");
  expect(told).toEqual(["codex"]);
  for (const now of [tokens, open()]) {
    expect(now.find(token)).toBeUndefined();
    expect(now.find(kept)?.tier).toBe("all");
  }
});

test("mistakes are named, with the next step", () => {
  const tokens = open();
  tokens.create("codex", "own");
  expect(() => tokens.create("codex", "own")).toThrow("There is already a token called 'codex'. Revoke it first");
  expect(() => tokens.create("a\nb", "own")).toThrow("control characters");
  expect(() => tokens.revoke("gemini")).toThrow("There is no token called 'gemini'. Tokens: codex");
});

describe("H6 a file that cannot be used lets nobody in, and is not overwritten", () => {
  const spoil: Record<string, () => void> = {
    empty: () => writeFileSync(path, ""),
    "no JSON": () => writeFileSync(path, "{"),
    "another shape": () => writeFileSync(path, '{"tokens": [{"name": "x", "tier": "own", "createdAtMs": 1, "sha256": ""}]}'),
    "a tier that is none": () =>
      writeFileSync(path, JSON.stringify({ tokens: [{ name: "x", tier: "admin", createdAtMs: 1, sha256: "x".repeat(43) }] })),
    "open to others": () => chmodSync(path, 0o644),
    "a symbolic link": () => {
      const elsewhere = join(directory, "elsewhere");
      writeFileSync(elsewhere, readFileSync(path), { mode: 0o600 });
      rmSync(path);
      symlinkSync(elsewhere, path);
    },
  };
  test.each(Object.keys(spoil))("H6 %s", (how) => {
    const { token } = open().create("codex", "own");
    spoil[how]?.();
    const before = readFileSync(path, "utf8");
    const tokens = open();
    expect(tokens.find(token)).toBeUndefined();
    expect(tokens.find("")).toBeUndefined();
    expect(warnings.join("\n")).toContain(path);
    expect(() => tokens.create("gemini", "own")).toThrow(path);
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});

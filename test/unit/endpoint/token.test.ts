import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createToken, tokensEqual } from "../../../electron/endpoint/token.ts";

describe("S7 tokens", () => {
  test("are 32 random bytes and differ", () => {
    const token = createToken();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(createToken()).not.toBe(token);
  });

  test("compare whatever their lengths", () => {
    const token = createToken();
    expect(tokensEqual(token, token)).toBe(true);
    for (const wrong of ["", "x", token.slice(1), `${token} `, `${token.slice(0, -1)}!`, "x".repeat(100_000)]) {
      expect(tokensEqual(wrong, token)).toBe(false);
    }
  });

  test("are compared by nothing but timingSafeEqual", () => {
    for (const file of ["token", "listener", "browser-access", "agent-tokens", "mcp-route"]) {
      const source = readFileSync(new URL(`../../../electron/endpoint/${file}.ts`, import.meta.url), "utf8");
      expect(source).not.toMatch(/[tT]oken\s*[!=]==|[!=]==\s*\w*[tT]oken/);
    }
  });
});

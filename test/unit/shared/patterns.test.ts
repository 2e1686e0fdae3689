import { expect, test } from "vitest";
import { compilePattern } from "../../../shared/patterns.ts";

test("^ and $ match at line ends, and the syntax of the flag u is known", () => {
  expect(compilePattern("^two$").test("one\ntwo\nthree")).toBe(true);
  expect(compilePattern("^\\p{L}+ done$").test("straße done")).toBe(true);
  expect(compilePattern("^.$").test("🐍")).toBe(true);
  expect(compilePattern("\\u{1f40d}").test("🐍")).toBe(true);
});

test("escapes that the flag u forbids work all the same", () => {
  expect(compilePattern("^user\\@host\\:\\~\\# ").test("user@host:~# ")).toBe(true);
  expect(compilePattern("a\\-b").test("a-b")).toBe(true);
  expect(compilePattern("x{,2}]").test("x{,2}]")).toBe(true);
});

test("(?i) in front ignores case, whichever flags the rest compiles with", () => {
  expect(compilePattern("(?i)^error: \\p{L}").test("ok\nERROR: é")).toBe(true);
  expect(compilePattern("(?i)a\\-b").test("A-B")).toBe(true);
  expect(compilePattern("(?i)ÄPFEL").test("äpfel")).toBe(true);
  expect(compilePattern("error").test("ERROR")).toBe(false);
});

test("what is no pattern is a SyntaxError; (?i) in the middle is none", () => {
  for (const source of ["(", "[", "(?i)(", "a(?i)b", "*"]) expect(() => compilePattern(source), source).toThrow(SyntaxError);
});

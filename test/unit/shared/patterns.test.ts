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

test("an escape that has another meaning without the flag u is not taken for plain letters", () => {
  for (const [source, escape] of [
    ["\\p{Foo}", "\\p{Foo}"],
    ["\\P{Foo}", "\\P{Foo}"],
    ["(?i)a\\p{", "\\p{"],
    ["\\u{110000}", "\\u{110000}"],
    ["\\\\\\x{1b}", "\\x{1b}"],
    ["\\k<name>", "\\k<name>"],
    // The fault is another one, and the escape would change its meaning all the same.
    ["\\p{L}\\-x", "\\p{L}"],
  ] as const) {
    expect(() => compilePattern(source), source).toThrow(SyntaxError);
    expect(() => compilePattern(source), source).toThrow(`(${escape} counts only with the flag u)`);
  }
  for (const source of ["(?s)a", "(?im)a", "a(?i:b)"])
    expect(() => compilePattern(source), source).toThrow("there is only (?i), in front");
  expect(() => compilePattern("\\p{Foo}")).toThrow("Invalid property name");
  // After an escaped backslash it is no escape.
  expect(compilePattern("a\\-\\\\p{Foo}").test("a-\\p{Foo}")).toBe(true);
  expect(compilePattern("(?<n>.)\\k<n>").test("aa")).toBe(true);
});

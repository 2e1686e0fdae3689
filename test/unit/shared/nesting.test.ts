/** Which files nest too deep for their parsers. */
import { expect, it } from "vitest";
import { refuseDeep } from "../../../shared/nesting.ts";

it.each([
  ["brackets", "[".repeat(501)],
  ["braces", '{"a":'.repeat(501)],
  ["columns", `a:\n${" ".repeat(1001)}b: 1`],
  ["items of lists in one line", `a:\n${"- ".repeat(501)}x`],
  ["a key with many tables", `${"a.".repeat(501)}b = 1`],
])("refused: %s", (_, text) => expect(() => refuseDeep(text)).toThrow("excessively nested"));

it.each([
  ["many lists, one after the other", "[]\n".repeat(5000)],
  ["many blank lines", "a: 1\n".padEnd(5000, "\n")],
  ["a line of dots", `# ${".".repeat(5000)}`],
  // Where the time grows with the square of the length, this takes minutes.
  ["a picture as text", `icon: ${"QUJD".repeat(250_000)}`],
])("not refused: %s", (_, text) => expect(() => refuseDeep(text)).not.toThrow());

import { expect, it } from "vitest";
import { endOfDrawn } from "../../../shared/drawn-text.ts";

it.each([
  ["as it is", "$ ls -l\r\n", "ls -l", 7],
  ["wrapped with a blank", "ab \rcd", "abcd", 6],
  ["wrapped as zsh does", "ab \rc\rcd", "abcd", 8],
  ["wrapped at a blank", "ab \r \r cd", "ab cd", 9],
  ["with a mark by its number", "e<0301>x", "e\u0301x", 8],
  ["with a joiner as it is", "a\u200db", "a\u200db", 3],
  ["not at all", "abd", "abc", 0],
  ["without its marks, which is another text", "pass \rword", "pa\u0302ssword", 0],
  ["as marks alone, which are nowhere", "p \r", "\u0302\u0301", 0],
  ["in two places, of which the first goes on otherwise", "abd abc", "abc", 7],
])("a text is looked for that was drawn %s", (_, shown, text, end) => expect(endOfDrawn(shown, 0, text)).toBe(end));

it("output that is full of its beginnings is not looked through for ever", () => {
  // Each round would compare four million characters.
  for (let round = 0; round < 1000; round++) expect(endOfDrawn(` \r${"a".repeat(4094)}`, 0, `${"a".repeat(2000)}b`)).toBe(0);
});

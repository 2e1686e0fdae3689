import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import { expect, test } from "vitest";
import { jsonFault } from "../../../shared/json-faults.ts";

test("every code that the parser has is said in words", () => {
  const names = new Set<string>();
  const texts = [
    "{ x }",
    "01a",
    "{ 1 }",
    "[,]",
    '{ "a" 1 }',
    "[1 2]",
    "{",
    "[",
    "1 1",
    "/*",
    '"',
    "1e",
    '"\\u1"',
    '"\\q"',
    '"\t"',
    "//",
  ];
  for (const text of texts) {
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: text === "//" });
    for (const { error } of errors) names.add(printParseErrorCode(error));
  }
  // All but one, which the parser does not use.
  expect(names.size).toBe(15);
  for (const name of names) expect(jsonFault(name), name).toContain(" ");
});

import { expect, test } from "vitest";
import { isTypedInShell } from "../../../shared/client-kind.ts";

test("a command in a person's shell has the person's name; one that a program runs has the command's", () => {
  expect(isTypedInShell({ kind: "cli", name: "ada@pts/3" })).toBe(true);
  expect(isTypedInShell({ kind: "cli", name: "cotty start" })).toBe(false);
  expect(isTypedInShell({ kind: "cli", name: "terminalcp start" })).toBe(false);
  expect(isTypedInShell({ kind: "mcp", name: "ada@pts/3" })).toBe(false);
});

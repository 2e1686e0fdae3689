import { expect, test } from "vitest";
import { actorOf, isTypedInShell } from "../../../shared/client-kind.ts";

test("a command in a person's shell has the person's name; one that a program runs has the command's", () => {
  expect(isTypedInShell({ kind: "cli", name: "ada@pts/3" })).toBe(true);
  expect(isTypedInShell({ kind: "cli", name: "cotty start" })).toBe(false);
  expect(isTypedInShell({ kind: "cli", name: "terminalcp start" })).toBe(false);
  expect(isTypedInShell({ kind: "mcp", name: "ada@pts/3" })).toBe(false);
});

test("a script that runs a command is no agent, and a person is one in a window, a terminal and a shell", () => {
  expect(actorOf({ kind: "cli", name: "cotty start" })).toBe("script");
  expect(actorOf({ kind: "script", name: "nightly" })).toBe("script");
  expect(actorOf({ kind: "mcp", name: "Codex" })).toBe("agent");
  for (const kind of ["window", "attach"] as const) expect(actorOf({ kind, name: "You" })).toBe("person");
  expect(actorOf({ kind: "cli", name: "ada@pts/3" })).toBe("person");
});

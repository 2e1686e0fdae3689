import { expect, it } from "vitest";
import { Halt } from "../../../../electron/host/access/halt.ts";
import type { ClientInfo } from "../../../../shared/protocol.ts";

const WINDOW: ClientInfo = { id: "w", name: "You", kind: "window" };
const SHELL: ClientInfo = { id: "s", name: "ada@pts/3", kind: "cli" };
/** A command that no person types: an agent's, or a script's. */
const COMMAND: ClientInfo = { id: "c", name: "cotty halt", kind: "cli" };

it.each([WINDOW, SHELL])("A17 what $name has halted, no agent's command undoes", (person) => {
  const halt = new Halt();
  halt.set(person, true);
  expect(() => halt.set(COMMAND, false)).toThrow("They stay halted. You can still read. Only a person lets you go on");
  expect(halt.info).toMatchObject({ by: person.name });
  halt.set(WINDOW, false);
  expect(halt.info).toBeUndefined();
});

it.each([
  [WINDOW, "A person has halted"],
  [SHELL, "ada@pts/3 has halted"],
])("names who has halted the agents: $0.name", (person, words) => {
  const halt = new Halt();
  halt.set(person, true);
  expect(halt.error().message.startsWith(words), halt.error().message).toBe(true);
});

it("a script undoes its own halt, unless a person has halted the agents too", () => {
  const halt = new Halt();
  halt.set(COMMAND, true);
  halt.set(COMMAND, false);
  expect(halt.info).toBeUndefined();
  halt.set(COMMAND, true);
  halt.set(SHELL, true);
  expect(() => halt.set(COMMAND, false)).toThrow("They stay halted");
  halt.set(SHELL, false);
  halt.set(COMMAND, true);
  halt.set(COMMAND, false);
  expect(halt.info).toBeUndefined();
});

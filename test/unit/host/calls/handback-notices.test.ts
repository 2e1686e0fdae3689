import { expect, it } from "vitest";
import { HandbackNotices } from "../../../../electron/host/calls/handback-notices.ts";
import { MASK } from "../../../../shared/mask.ts";
import type { InputEntry } from "../../../../electron/sessions/input-history.ts";
import type { ClientInfo } from "../../../../shared/protocol.ts";

const person: ClientInfo = { id: "w", name: "Ann", kind: "window" };
const agent: ClientInfo = { id: "m", name: "agent", kind: "mcp" };
const entry = (client: ClientInfo, atMs: number, recordable: string): InputEntry => ({
  client,
  atMs,
  at: atMs,
  shown: { recordable, hide: () => {} },
});

it("tells each reader that drove before, once, what people typed since", () => {
  const inputs = [entry(person, 1, "long ago\r")];
  const handbackNotices = new HandbackNotices(inputs);
  handbackNotices.handleReader("a");
  handbackNotices.handlePerson(person, 5);
  inputs.push(entry(person, 5, "ls\r"), entry(agent, 6, "not a person\r"), entry(person, 7, `${MASK}\r`));
  handbackNotices.handlePerson(person, 9);
  handbackNotices.handleReader("late");
  expect(handbackNotices.take("late", agent)?.()).toBeUndefined();
  expect(handbackNotices.take("a", agent)?.()).toEqual({ by: "Ann", typed: "ls\r\r", hidden: true });
  expect(handbackNotices.take("a", agent)?.()).toBeUndefined();
});

it("a reader that comes while a person has the lease hears of all that the person types meanwhile", () => {
  const inputs = [entry(person, 5, "ls\r")];
  const handbackNotices = new HandbackNotices(inputs);
  handbackNotices.handleReader("a", { client: person, sinceMs: 5 });
  inputs.push(entry(person, 6, "cd /\r"));
  expect(handbackNotices.take("a", agent)?.()).toEqual({ by: "Ann", typed: "ls\rcd /\r", hidden: false });
});

it("a takeover without a keystroke is told, too; long input is cut", () => {
  const inputs: InputEntry[] = [];
  const handbackNotices = new HandbackNotices(inputs);
  handbackNotices.handleReader("a");
  handbackNotices.handlePerson({ ...person, name: "You" }, 5);
  expect(handbackNotices.take("a", agent)?.()).toEqual({ by: "a person", typed: "", hidden: false });
  handbackNotices.handlePerson(person, 6);
  inputs.push(entry(person, 6, "x".repeat(5000)));
  expect(handbackNotices.take("a", agent)?.().typed).toHaveLength(200);
});

it("a person at a shell hears of others, and not of the commands of that shell", () => {
  const shell = (id: string): ClientInfo => ({ id, name: "ada@pts/3", kind: "cli" });
  const inputs: InputEntry[] = [];
  const handbackNotices = new HandbackNotices(inputs);
  for (const reader of ["shell", "a"]) handbackNotices.handleReader(reader);
  handbackNotices.handlePerson(shell("1"), 5);
  inputs.push(entry(shell("2"), 6, "x = 5\r"));
  expect(handbackNotices.take("shell", shell("3"))?.()).toBeUndefined();
  expect(handbackNotices.take("a", agent)?.()).toEqual({ by: "ada@pts/3", typed: "x = 5\r", hidden: false });
  handbackNotices.handlePerson(person, 7);
  inputs.push(entry(person, 7, "y\r"));
  expect(handbackNotices.take("shell", shell("4"))?.()).toEqual({ by: "Ann", typed: "y\r", hidden: false });
});

it("a notice that is put back again and again names each person once", () => {
  const notice = (by: string, typed: string) => ({ by, typed, hidden: false });
  const handbackNotices = new HandbackNotices([]);
  for (const one of [notice("Ann", "1"), notice("Bob", "2"), notice("Ann", "3"), notice("Ann and Bob", "4")])
    handbackNotices.putBack("a", one);
  expect(handbackNotices.take("a", agent)?.()).toEqual({ by: "Ann and Bob", typed: "1234", hidden: false });
  expect(handbackNotices.take("a", agent)?.()).toBeUndefined();
});

it("tells as text what has echoed by the end of the call", () => {
  let recordable: string = MASK;
  const shown = {
    get recordable() {
      return recordable;
    },
    hide: () => {},
  };
  const handbackNotices = new HandbackNotices([{ client: person, atMs: 5, at: 5, shown }]);
  handbackNotices.handleReader("a");
  handbackNotices.handlePerson(person, 5);
  const read = handbackNotices.take("a", agent);
  recordable = "ls\r";
  expect(read?.()).toEqual({ by: "Ann", typed: "ls\r", hidden: false });
});

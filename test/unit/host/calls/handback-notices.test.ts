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
  shown: { recordable, hide: () => {} },
});

it("tells each reader that drove before, once, what people typed since", () => {
  const inputs = [entry(person, 1, "long ago\r")];
  const handbackNotices = new HandbackNotices(inputs);
  handbackNotices.handleReader("a");
  handbackNotices.handleTakeover(5);
  inputs.push(entry(person, 5, "ls\r"), entry(agent, 6, "not a person\r"), entry(person, 7, `${MASK}\r`));
  handbackNotices.handleTakeover(9);
  handbackNotices.handleReader("late");
  expect(handbackNotices.take("late")).toBeUndefined();
  expect(handbackNotices.take("a")).toEqual({ by: "Ann", typed: "ls\r\r", hidden: true });
  expect(handbackNotices.take("a")).toBeUndefined();
});

it("a takeover without a keystroke is told, too; long input is cut", () => {
  const inputs: InputEntry[] = [];
  const handbackNotices = new HandbackNotices(inputs);
  handbackNotices.handleReader("a");
  handbackNotices.handleTakeover(5);
  expect(handbackNotices.take("a")).toEqual({ by: "a person", typed: "", hidden: false });
  handbackNotices.handleTakeover(6);
  inputs.push(entry(person, 6, "x".repeat(5000)));
  expect(handbackNotices.take("a")?.typed).toHaveLength(200);
});

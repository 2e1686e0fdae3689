import { expect, it } from "vitest";
import { Handovers } from "../../../electron/host/handovers.ts";
import { MASK } from "../../../electron/recording/echo.ts";
import type { InputEntry } from "../../../electron/sessions/session.ts";
import type { ClientInfo } from "../../../shared/protocol.ts";

const person: ClientInfo = { id: "w", name: "Ann", kind: "window" };
const agent: ClientInfo = { id: "m", name: "agent", kind: "mcp" };
const entry = (client: ClientInfo, atMs: number, recordable: string): InputEntry => ({ client, atMs, shown: { recordable } });

it("tells each reader that drove before, once, what people typed since", () => {
  const inputs = [entry(person, 1, "long ago\r")];
  const handovers = new Handovers(inputs);
  handovers.handleReader("a");
  handovers.handleTakeover(5);
  inputs.push(entry(person, 5, "ls\r"), entry(agent, 6, "not a person\r"), entry(person, 7, `${MASK}\r`));
  handovers.handleTakeover(9);
  handovers.handleReader("late");
  expect(handovers.take("late")).toBeUndefined();
  expect(handovers.take("a")).toEqual({ by: "Ann", typed: "ls\r\r", hidden: true });
  expect(handovers.take("a")).toBeUndefined();
});

it("a takeover without a keystroke is told, too; long input is cut", () => {
  const inputs: InputEntry[] = [];
  const handovers = new Handovers(inputs);
  handovers.handleReader("a");
  handovers.handleTakeover(5);
  expect(handovers.take("a")).toEqual({ by: "a person", typed: "", hidden: false });
  handovers.handleTakeover(6);
  inputs.push(entry(person, 6, "x".repeat(5000)));
  expect(handovers.take("a")?.typed).toHaveLength(200);
});

import { expect, it } from "vitest";
import { InputHistory } from "../../../electron/sessions/input-history.ts";
import type { ClientInfo } from "../../../shared/protocol.ts";

const client: ClientInfo = { id: "c", name: "client", kind: "cli" };
const shown = (history: InputHistory): string[] => history.entries.map((entry) => entry.shown.recordable);

it("lists an input when the terminal takes the first of it, as one entry however many parts it has", () => {
  const history = new InputHistory();
  const first = history.begin(client);
  const second = history.begin(client);
  second({ recordable: "two", hide: () => {} });
  expect(shown(history)).toEqual(["two"]);
  first({ recordable: "one", hide: () => {} });
  first({ recordable: "\r", hide: () => {} });
  expect(shown(history)).toEqual(["two", "one\r"]);
});

it("shows more of an input as its echo is seen", () => {
  const history = new InputHistory();
  const part = { recordable: "••••", hide: () => {} };
  history.begin(client)(part);
  part.recordable = "hello";
  expect(shown(history)).toEqual(["hello"]);
});

it("keeps the last 200, in the same list", () => {
  const history = new InputHistory();
  const { entries } = history;
  for (let i = 0; i < 250; i++) history.begin(client)({ recordable: String(i), hide: () => {} });
  expect([entries.length, entries[0]?.shown.recordable, entries.at(-1)?.shown.recordable]).toEqual([200, "50", "249"]);
});

it("names each line that begins: after Enter, and when another client types", () => {
  const begun: number[] = [];
  const history = new InputHistory((mark) => begun.push(mark));
  const other: ClientInfo = { ...client, id: "d" };
  for (const [who, text] of [
    [client, "ma"],
    [client, "ke\r"],
    [client, "q"],
    [other, "y\r"],
  ] as const) {
    history.begin(who)({ recordable: text, hide: () => {} });
  }
  expect(begun).toEqual([1, 2, 3]);
  expect(history.entries.map(({ mark }) => mark)).toEqual([1, undefined, 2, 3]);
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { OutputFollower } from "../../../renderer/terminal/output-follower.ts";
import { HostError } from "../../../shared/errors.ts";
import { ScriptedHost } from "./scripted-host.ts";

const SIZE = { cols: 80, rows: 24 };

let host: ScriptedHost;
let follower: OutputFollower;
/** What a terminal would be given: screens in brackets, output, failures after an exclamation mark. */
let shown: string[];

beforeEach(() => {
  host = new ScriptedHost();
  shown = [];
  const { client } = host.current;
  if (!client) throw new HostError("disconnected", "The host connects at once");
  follower = new OutputFollower(
    client,
    { id: "s", startedAtMs: 1000, scrollback: 1000 },
    {
      show: ({ screen }) => shown.push(`[${screen}]`),
      write: (text) => shown.push(text),
      fail: (message) => shown.push(`!${message}`),
      gone: () => shown.push("gone"),
    },
  );
});

afterEach(() => {
  follower[Symbol.dispose]();
  host[Symbol.dispose]();
});

const attached = (screen: string, offset: number): Promise<void> =>
  host.answer("session/attach", { screen, offset, size: SIZE, session: { startedAtMs: 1000 } });
const output = (offset: number, text: string, id = "s"): Promise<void> => host.event("session/output", { id, offset, text });

test("the screen first, then each character of the output once", async () => {
  await attached("screen", 10);
  await output(5, "known");
  await output(8, "--new");
  await output(13, "er");
  expect(shown).toEqual(["[screen]", "new", "er"]);
});

test("a gap in the output asks for the screen again", async () => {
  await attached("one", 10);
  await output(40, "lost before");
  await attached("two", 50);
  await output(50, "on");
  expect(shown).toEqual(["[one]", "[two]", "on"]);
});

test("a resync replaces the screen", async () => {
  await attached("one", 10);
  await host.event("session/resync", { id: "s", screen: "resynced", offset: 90, size: SIZE });
  await output(90, "tail");
  expect(shown).toEqual(["[one]", "[resynced]", "tail"]);
});

test("other sessions' output is not shown, nor anything after disposal", async () => {
  await attached("one", 0);
  await output(0, "other", "other");
  follower[Symbol.dispose]();
  await output(0, "late");
  expect(shown).toEqual(["[one]"]);
});

test("a refusal is reported, but not the end of the connection, which somebody else reports", async () => {
  await host.refuse("session/attach", "internal", "The screen is not there");
  expect(shown).toEqual(["!The screen is not there"]);
  void follower.attach();
  host.connect();
  await host.asked("session/attach");
  expect(shown).toHaveLength(1);
});

import { afterEach, beforeEach, expect, it } from "vitest";
import type { Written } from "../../../electron/screens/worker-protocol.ts";
import { AsciiBytes } from "../../../electron/sessions/ascii-bytes.ts";
import { RemoteScreen, type ScreenLink } from "../../../electron/screens/pool/remote-screen.ts";

const MB = 1024 * 1024;

let sent: number[];
let written: Written | undefined;
let screen: RemoteScreen;

beforeEach(() => {
  sent = [];
  const link: ScreenLink = {
    send: (message) => {
      if (message.kind !== "write") return;
      ({ written } = message);
      sent.push(lengthOf(message.written));
    },
    ask: () => Promise.reject(new Error("nothing is asked here")),
    closed: () => undefined,
  };
  screen = new RemoteScreen(1, link, { size: { cols: 80, rows: 24 }, offset: 0 });
});

const lengthOf = (written: Written): number =>
  typeof written === "string" ? written.length : written.reduce((sum, part) => sum + part.length, 0);

afterEach(() => screen[Symbol.dispose]());

const parsed = (length: number): void => screen.receive({ kind: "parsed", screen: 1, length, writes: 0 });

it("has more for the worker before that has parsed all, so that it need not wait", () => {
  screen.write("x".repeat(3 * MB));
  screen.write("y".repeat(MB / 2));
  expect(sent).toEqual([3 * MB]);
  parsed(MB);
  expect(sent, "much is left").toEqual([3 * MB]);
  parsed(MB + 1);
  expect(sent).toEqual([3 * MB, MB / 2]);
  expect(screen.unparsed).toBe(3.5 * MB - 2 * MB - 1);
});

it("hands on a flood of ASCII as bytes, what little of it came as text as well, and all else as one text", () => {
  const flood = new AsciiBytes(Buffer.from("a flood of it\r\n".repeat(5000)));
  screen.write("x".repeat(MB));
  screen.write(flood);
  screen.write("a line\r\n");
  screen.noteInput("");
  expect(written).toEqual([flood.bytes, new Uint8Array(Buffer.from("a line\r\n"))]);
  screen.write("é");
  screen.write(flood);
  screen.noteInput("");
  expect(written === `é${flood.toString()}`).toBe(true);
});

it("gathers what little comes while the worker parses", () => {
  screen.write("x".repeat(MB));
  for (let i = 0; i < 10; i++) {
    screen.write("y".repeat(1000));
    parsed(1000);
  }
  expect(sent).toEqual([MB]);
  parsed(MB - 10_000);
  expect(sent).toEqual([MB, 10_000]);
});

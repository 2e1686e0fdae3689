/** The one path that output takes, with a pty, a screen worker and a recording that only take notes. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { RemoteScreen } from "../../../electron/screens/pool/remote-screen.ts";
import type { Written } from "../../../electron/screens/worker-protocol.ts";
import type { Pty } from "../../../electron/sessions/pty.ts";
import { Session } from "../../../electron/sessions/session.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { ClientInfo, ExitStatus } from "../../../shared/protocol.ts";
import { Random } from "../../support/random.ts";
import { scriptedRecording } from "../../support/scripted-session.ts";

const SIZE = { cols: 80, rows: 24 };
const client: ClientInfo = { id: "c", name: "client", kind: "cli" };

let prints: Emitter<Buffer>;
let happened: string[];
let warnings: string[];
/** What the recording throws when output comes. */
let recordingError: Error | undefined;
let session: Session;
/** What the screen worker has been given and has not parsed. */
let underWay: Written[];
/** What the program has printed and nobody has read. */
let gathered: string;

beforeEach(() => {
  prints = new Emitter();
  happened = [];
  warnings = [];
  recordingError = undefined;
  underWay = [];
  gathered = "";
  const pty: Pty = {
    pid: process.pid,
    onData: prints.event,
    onExit: new Emitter<ExitStatus>().event,
    write: (bytes) => {
      happened.push(`typed ${JSON.stringify(Buffer.from(bytes).toString())}`);
      return bytes.length;
    },
    expectEcho: () => happened.push("echo expected"),
    resize: () => {},
    modes: () => Promise.resolve(undefined),
    read: () => {},
    drain: () => {
      if (gathered !== "") prints.fire(Buffer.from(gathered));
      gathered = "";
      return true;
    },
    pause: () => {},
    resume: () => {},
    [Symbol.dispose]: () => {},
  };
  const recording = scriptedRecording({
    output: (_atMs, text) => {
      if (recordingError) throw recordingError;
      happened.push(`recorded ${text.toString()}`);
    },
  });
  session = new Session(
    { id: "s", key: "k", command: "x", owner: client, spawn: { file: "x", args: [], cwd: "/", env: {}, size: SIZE } },
    {
      spawnPty: () => pty,
      screens: { assertFit: () => {}, open: (size) => new RemoteScreen(1, link, { size, offset: 0 }) },
      recording,
      onWarning: (message) => warnings.push(message),
    },
  );
  session.onOutput(({ offset, text }) => happened.push(`viewed ${offset} ${text.toString()}`));
});
afterEach(() => session[Symbol.dispose]());

const link: ConstructorParameters<typeof RemoteScreen>[1] = {
  send: (message) => {
    if (message.kind === "input") happened.push(`noted ${message.typed}`);
    if (message.kind !== "write") return;
    underWay.push(message.written);
    happened.push(`parsed ${String(message.written)}`);
  },
  ask: () => Promise.reject(new Error("not asked here")),
  closed: () => {},
};

function print(text: string): void {
  prints.fire(Buffer.from(text));
  session.flush();
}

it("tells viewers first, then the screen, the input queue and the recording", async () => {
  const written = session.write(client, [
    { text: "hello", gapMs: 0 },
    { text: "\r", gapMs: 60_000, echoOf: "hello" },
  ]);
  happened.length = 0;
  print("hello");
  await written;
  expect(happened).toEqual(["viewed 0 hello", "parsed hello", 'typed "\\r"', "echo expected", "recorded hello"]);
});

it("gives the screen all that was printed before something is typed", () => {
  gathered = "MARK";
  session.noteInput("make");
  expect(happened).toEqual(["viewed 0 MARK", "parsed MARK", "recorded MARK", "noted make"]);
});

it("reads a flood as fast as before when the program asks its terminal something", () => {
  session.screen.receive({ kind: "reply", screen: 1, text: "\x1b[1;1R" });
  expect(happened).toEqual(['typed "\\u001b[1;1R"']);
});

it("hands output on at once while an Enter waits for its echo", () => {
  void session.write(client, [{ text: "\r", gapMs: 60_000, echoOf: "hello" }]).catch(() => {});
  prints.fire(Buffer.from("hello"));
  expect(happened).toContain('typed "\\r"');
});

it("goes on without a recording that fails, and says so once", () => {
  print("one ");
  recordingError = new Error("no disk");
  print("two ");
  recordingError = undefined;
  print("three ");
  expect(happened.filter((what) => what.startsWith("viewed"))).toEqual(["viewed 0 one ", "viewed 4 two ", "viewed 8 three "]);
  expect(happened.filter((what) => what.startsWith("parsed"))).toEqual(["parsed one ", "parsed two ", "parsed three "]);
  expect(happened.filter((what) => what.startsWith("recorded"))).toEqual(["recorded one "]);
  expect(warnings).toEqual(["Session s: The recording failed and gets no more output: no disk"]);
  expect(session.offset).toBe(14);
});

it("a flood's bytes stay as they are until the screen has parsed them, however far behind it is", () => {
  const random = new Random(5);
  const textOf = (written: Written): string =>
    typeof written === "string" ? written : written.map((part) => Buffer.from(part).toString("latin1")).join("");
  let printed = "";
  let parsed = 0;
  for (let round = 0; round < 150; round++) {
    const text = `${round} `.repeat(random.int(20_000, 60_000));
    print(text);
    printed += text;
    happened.length = 0;
    if (round % 50 < 49) continue;
    while (underWay.length > 0) {
      const done = textOf(underWay.shift() ?? "");
      expect(done === printed.slice(parsed, parsed + done.length), `round ${round}`).toBe(true);
      parsed += done.length;
      session.screen.receive({ kind: "parsed", screen: 1, length: done.length, writes: 1 });
    }
  }
  expect(parsed).toBeGreaterThan(4 * 1024 * 1024);
});

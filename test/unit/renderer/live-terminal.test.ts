import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveTerminal, MAX_UNPARSED } from "../../../renderer/terminal/live-terminal.ts";
import type { Matches, TerminalView } from "../../../renderer/terminal/terminal-view.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { Size } from "../../../shared/protocol.ts";
import { ScriptedHost, settled } from "./scripted-host.ts";

const ID = "build";
const STARTED_AT_MS = 1000;
const SIZE = { cols: 80, rows: 24 };

/** A terminal that notes what it is told, and parses only when the test says so. */
class FakeView implements TerminalView {
  readonly input = new Emitter<string>();
  readonly pasted = new Emitter<string>();
  readonly focused = new Emitter<boolean>();
  readonly onInput = this.input.event;
  readonly onPaste = this.pasted.event;
  readonly onFocus = this.focused.event;
  readonly onMatches = new Emitter<Matches>().event;
  readonly selection = "";
  bracketsPastes = false;
  readonly notes: string[] = [];
  #unparsed: (() => void)[] = [];

  write(text: string, parsed: () => void): void {
    if (text !== "") this.notes.push(text);
    this.#unparsed.push(parsed);
  }

  /** Parses everything written so far, and what is written because of that. */
  parse(): void {
    while (this.#unparsed.length > 0) this.parseOldest();
  }

  parseOldest(): void {
    this.#unparsed.shift()?.();
  }

  reset({ cols, rows }: Size): void {
    this.notes.push(`reset ${cols}×${rows}`);
  }

  show(): void {
    this.notes.push("show");
  }

  [Symbol.dispose](): void {
    this.notes.push("disposed");
  }

  readonly top = new Emitter<"scrolled" | "dragged">();
  readonly onTop = this.top.event;
  rowsAbove = 0;
  scrollFromEnd(rows: number): void {
    this.notes.push(`scrolled ${rows} from the end`);
  }
  keepSelection(): () => void {
    return () => this.notes.push("selected again");
  }
  readonly rowCount = 0;
  readonly height = 0;
  showRow(): void {}
  showLine(): boolean {
    return false;
  }
  readonly typeSize = 13;
  setTextSize(): void {}
  focus(): void {}
  setTheme(): void {}
  endFind(): void {}
  find = (): boolean => false;
  sizeThatFits = (): Size => SIZE;
}

let host: ScriptedHost;
let view: FakeView;
let terminal: LiveTerminal;
/** What the window around the terminal was told or asked. */
let told: string[];
let confirmed: (() => void) | undefined;
let isDriving: boolean;
let isRunning: boolean;

beforeEach(() => {
  host = new ScriptedHost();
  view = new FakeView();
  told = [];
  confirmed = undefined;
  isDriving = false;
  isRunning = true;
  terminal = new LiveTerminal({
    session: { id: ID, startedAtMs: STARTED_AT_MS },
    host: host.current,
    view,
    handlers: {
      onError: (failure, message) => told.push(`${failure}: ${message}`),
      onFocus: (focused) => told.push(focused ? "focus" : "blur"),
      confirmPaste: (text, paste) => {
        told.push(`confirm ${JSON.stringify(text)}`);
        confirmed = paste;
      },
      isDriving: () => isDriving,
      takesFocus: () => true,
      isRunning: () => isRunning,
      followLink: () => {},
    },
  });
});

afterEach(() => {
  terminal[Symbol.dispose]();
  host[Symbol.dispose]();
});

/** The screen that the host answers the attach with. */
const attached = (screen: string, offset: number, size: Size = SIZE, startedAtMs = STARTED_AT_MS): Promise<void> =>
  host.answer("session/attach", { screen, offset, size, session: { startedAtMs } });
const output = (offset: number, text: string): Promise<void> => host.event("session/output", { id: ID, offset, text });
const resync = (screen: string, offset: number, size: Size = SIZE): Promise<void> =>
  host.event("session/resync", { id: ID, screen, offset, size });
/** What the window has asked the host to type and has had no answer for. */
const typing = async (): Promise<unknown[]> => (await host.asked("session/write")).map(({ params }) => params["input"]);

test("the screen comes first, in the session's size, and goes on the page once it has been parsed; then the output", async () => {
  await attached("screen", 6, { cols: 100, rows: 30 });
  expect(view.notes).toEqual([]);
  view.parse();
  expect(view.notes).toEqual(["reset 100×30", "screen", "show"]);
  await output(6, " and more");
  expect(view.notes.slice(3)).toEqual([" and more"]);
});

test("output that arrives before the screen has been put up follows it", async () => {
  await attached("screen", 6);
  await output(6, "one");
  await output(9, "two");
  view.parse();
  expect(view.notes).toEqual(["reset 80×24", "screen", "one", "two", "show"]);
});

test("a sequence that is cut in two reaches the terminal whole", async () => {
  await attached("", 0);
  view.parse();
  await output(0, "red: \x1b[3");
  await output(8, "1mtext");
  expect(view.notes.slice(2)).toEqual(["red: ", "\x1b[31mtext"]);
});

test("a resync replaces the screen after what was written before it, and the output goes on from there", async () => {
  await attached("old", 3);
  view.parse();
  await output(3, "lagging");
  await resync("new", 900);
  await output(900, "tail");
  expect(view.notes.slice(3)).toEqual(["lagging"]);
  view.parse();
  expect(view.notes.slice(4)).toEqual(["reset 80×24", "new", "tail", "show"]);
});

test("of several screens that wait, only the newest is shown, without the output between them", async () => {
  await attached("first", 5);
  await output(5, "between");
  await resync("second", 50);
  await resync("third", 500);
  await output(500, "tail");
  view.parse();
  expect(view.notes).toEqual(["reset 80×24", "third", "tail", "show"]);
});

test("a screen never comes before what was written ahead of it has been parsed, however many screens came before", async () => {
  await attached("first", 5);
  await resync("second", 50);
  view.parseOldest();
  await resync("third", 500);
  view.parseOldest();
  expect(view.notes).toEqual(["reset 80×24", "second", "show"]);
  view.parse();
  expect(view.notes.slice(3)).toEqual(["reset 80×24", "third", "show"]);
});

test("a session that was resized is shown in its new size", async () => {
  await attached("wide", 4, { cols: 120, rows: 36 });
  view.parse();
  await resync("narrow", 4, { cols: 40, rows: 10 });
  view.parse();
  expect(view.notes).toEqual(["reset 120×36", "wide", "show", "reset 40×10", "narrow", "show"]);
});

test("a gap in the output is not shown: the screen is asked for again", async () => {
  await attached("one", 3);
  view.parse();
  await output(90, "after a gap");
  expect(await host.asked("session/attach")).toHaveLength(1);
  await attached("two", 101);
  view.parse();
  expect(view.notes.slice(3)).toEqual(["reset 80×24", "two", "show"]);
});

test("output faster than the terminal parses ends in the newest screen, not in a backlog", async () => {
  await attached("", 0);
  view.parse();
  await output(0, "x".repeat(MAX_UNPARSED));
  expect(await host.asked("session/attach")).toEqual([]);
  await output(MAX_UNPARSED, "x");
  expect(await host.asked("session/attach")).toHaveLength(1);
  await output(MAX_UNPARSED + 1, "not needed any more");
  await attached("newest", 2 * MAX_UNPARSED);
  view.parse();
  expect(view.notes.slice(-3)).toEqual(["reset 80×24", "newest", "show"]);
  expect(view.notes).not.toContain("not needed any more");
});

test("output that has been parsed does not count against the limit", async () => {
  await attached("", 0);
  view.parse();
  for (let sent = 0; sent < 3; sent++) {
    await output(sent * MAX_UNPARSED, "x".repeat(MAX_UNPARSED));
    view.parse();
  }
  expect(await host.asked("session/attach")).toEqual([]);
});

test("an ended session shows its last screen; what was on its way to it is lost without a word, for its view says that it has ended", async () => {
  await attached("[exited 0]", 10);
  view.parse();
  expect(view.notes).toContain("[exited 0]");
  view.input.fire("l");
  view.input.fire("s");
  await host.refuse("session/write", "session-ended", "build has ended");
  expect(told).toEqual([]);
  // What was typed while the first key was on its way went with it.
  expect(await typing()).toEqual([]);
});

test("what is typed and pasted after the end goes nowhere", async () => {
  isRunning = false;
  view.input.fire("rm -rf build\r");
  view.pasted.fire("one\ntwo");
  expect(await typing()).toEqual([]);
  expect(told).toEqual([]);
});

test("a paste that was asked about goes nowhere once the program has ended", async () => {
  view.pasted.fire("one\ntwo");
  isRunning = false;
  confirmed?.();
  expect(await typing()).toEqual([]);
});

test("a session that was removed keeps its screen; no key of it reaches another one of its name", async () => {
  await attached("half a li", 9);
  view.parse();
  view.input.fire("n");
  view.input.fire("e\r");
  await host.event("session/closed", { id: ID });
  await host.answer("session/write", {});
  expect(await typing()).toEqual([]);
  view.input.fire("rm -rf build\r");
  host.connect();
  await settled();
  expect(await typing()).toEqual([]);
  expect(await host.asked("session/attach")).toEqual([]);
  expect(view.notes.at(-1)).toBe("show");
  expect(told).toEqual([]);
});

test("after a reconnect, another session of that name is not shown in its place, and gets no key", async () => {
  await attached("before", 6);
  view.parse();
  host.connect();
  await attached("another", 7, SIZE, STARTED_AT_MS + 1);
  view.parse();
  view.input.fire("y");
  expect(view.notes).toEqual(["reset 80×24", "before", "show"]);
  expect(await typing()).toEqual([]);
});

test("a session that cannot be shown says why; one that is not there any more has a view that says so", async () => {
  await host.refuse("session/attach", "internal", "The screen worker does not answer");
  expect(told).toEqual(["not-shown: The screen worker does not answer"]);
  expect(view.notes).toEqual([]);
  host.connect();
  await host.refuse("session/attach", "no-such-session", "There is no session build");
  expect(told).toHaveLength(1);
});

test("disposed of while its screen is on the way: nothing is shown, nothing is reported, the host is told", async () => {
  terminal[Symbol.dispose]();
  await attached("late", 4);
  view.parse();
  expect(view.notes).toEqual(["disposed"]);
  expect(told).toEqual(["blur"]);
  expect(await host.asked("session/detach")).toHaveLength(1);
});

test("disposed of while its screen waits to be parsed: it never goes on the page", async () => {
  await attached("screen", 6);
  terminal[Symbol.dispose]();
  view.parse();
  expect(view.notes).toEqual(["disposed"]);
});

test("disposed of while its screen is being parsed: it never goes on the page", async () => {
  await attached("screen", 6);
  view.parseOldest();
  expect(view.notes).toEqual(["reset 80×24", "screen"]);
  terminal[Symbol.dispose]();
  view.parse();
  expect(view.notes.slice(2)).toEqual(["disposed"]);
});

test("after a reconnect it follows the session over the new connection", async () => {
  await attached("before", 6);
  view.parse();
  host.connect();
  await attached("after", 60);
  await output(60, "on");
  view.parse();
  expect(view.notes.slice(3)).toEqual(["reset 80×24", "after", "on", "show"]);
  expect(told).toEqual([]);
});

test("keys go to the session even while an agent drives it: a key takes the keyboard over", async () => {
  view.input.fire("y");
  expect(await typing()).toEqual([[{ text: "y" }]]);
});

test("a mouse report goes to the session only while this window drives", async () => {
  view.input.fire("\x1b[<0;10;5M");
  expect(await typing()).toEqual([]);
  isDriving = true;
  view.input.fire("\x1b[<0;10;5M");
  expect(await typing()).toEqual([[{ text: "\x1b[<0;10;5M" }]]);
});

test("the window is told when the terminal gains and loses focus, and when a focused one is disposed of", () => {
  view.focused.fire(true);
  view.focused.fire(false);
  view.focused.fire(true);
  terminal[Symbol.dispose]();
  expect(told).toEqual(["focus", "blur", "focus", "blur"]);
});

test("T7 a paste of one line goes to the session at once, clean", async () => {
  view.pasted.fire("ls\x1b[201~");
  expect(told).toEqual([]);
  expect(await typing()).toEqual([[{ paste: "ls␛[201~" }]]);
});

test("a paste of several lines is asked about where the program would run them", async () => {
  view.pasted.fire("make\nmake install\n");
  expect(told).toEqual(['confirm "make\\rmake install\\r"']);
  expect(await typing()).toEqual([]);
  confirmed?.();
  expect(await typing()).toEqual([[{ paste: "make\rmake install\r" }]]);
});

test("a program that can tell a paste gets several lines without a question", async () => {
  view.bracketsPastes = true;
  view.pasted.fire("one\ntwo");
  expect(told).toEqual([]);
  expect(await typing()).toEqual([[{ paste: "one\rtwo" }]]);
});

test("without a connection, a key is refused and nothing waits for the next one", async () => {
  host.current.client?.[Symbol.dispose]();
  view.input.fire("x");
  await settled();
  expect(told).toEqual(["not-typed: Not connected to the host. The window keeps trying"]);
  host.connect();
  expect(await typing()).toEqual([]);
});

test("at the top, twice as many rows are asked for, and the place that a person looks at stays", async () => {
  const asked = async (): Promise<unknown[]> => (await host.asked("session/attach")).map(({ params }) => params["scrollback"]);
  expect(await asked()).toEqual([1000]);
  await attached("screen", 6);
  view.parse();
  view.rowsAbove = 1000;
  view.top.fire("scrolled");
  view.top.fire("scrolled");
  expect(await asked()).toEqual([2000]);
  await attached("longer", 6);
  view.parse();
  expect(view.notes.slice(-3)).toEqual(["show", "scrolled 1000 from the end", "selected again"]);
  // It has all there is: fewer rows than were asked for.
  view.rowsAbove = 1500;
  view.top.fire("scrolled");
  expect(await asked()).toEqual([]);
});

test("whoever waits for older rows is told when the host goes away, and gets them once it is back", async () => {
  await attached("screen", 6);
  view.parse();
  view.rowsAbove = 1000;
  const answers: boolean[] = [];
  const wait = (): void => terminal.fetchAll((isThere) => answers.push(isThere));
  wait();
  await settled();
  expect(answers).toEqual([]);
  host.current.client?.[Symbol.dispose]();
  expect(answers).toEqual([false]);
  wait();
  expect(answers).toEqual([false, false]);

  host.connect();
  wait();
  expect(answers).toEqual([false, false]);
  await attached("all rows", 6);
  view.rowsAbove = 4000;
  view.parse();
  expect(answers).toEqual([false, false, true]);
});

test("whoever asks for all rows while some older ones are on their way gets all of them", async () => {
  await attached("screen", 6);
  view.parse();
  view.rowsAbove = 1000;
  view.top.fire("scrolled");
  let isThere: boolean | undefined;
  terminal.fetchAll((answer) => (isThere = answer));
  view.rowsAbove = 2000;
  await attached("longer", 6);
  view.parse();
  expect(isThere).toBeUndefined();
  view.rowsAbove = 5000;
  await attached("all rows", 6);
  view.parse();
  expect(isThere).toBe(true);
});

test("at the top by the scroll bar, all rows are asked for, and the first one is shown", async () => {
  await attached("screen", 6);
  view.parse();
  view.rowsAbove = 1000;
  view.top.fire("dragged");
  expect((await host.asked("session/attach")).map(({ params }) => params["scrollback"])).toEqual([10_000]);
  view.rowsAbove = 9000;
  await attached("all rows", 6);
  view.parse();
  expect(view.notes.at(-1)).toBe("scrolled 9000 from the end");
});

import { Terminal } from "@xterm/headless";
import { expect, test, vi } from "vitest";
import { TypingQueue } from "../../../renderer/terminal/typing-queue.ts";
import { isMouseReport, onPersonInput } from "../../../renderer/terminal/person-input.ts";
import { visibleKeys } from "../../../renderer/terminal/visible-keys.ts";
import { assertLiveTerminal, coreOf } from "../../../shared/terminal-internals.ts";
import type { InputPart } from "../../../shared/protocol.ts";

function createTerminal(): { terminal: Terminal; typed: string[]; write: (text: string) => Promise<void> } {
  const terminal = new Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  const typed: string[] = [];
  // The window's terminal and the headless one share all that is used here.
  onPersonInput(terminal as unknown as Parameters<typeof onPersonInput>[0], (text) => typed.push(text));
  return { terminal, typed, write: (text) => new Promise((resolve) => terminal.write(text, resolve)) };
}

test("T5: what the terminal answers by itself is not typed", async () => {
  const { typed, write } = createTerminal();
  const questions = "\x1b[c \x1b[>c \x1b[5n \x1b[6n \x1b[?6n \x1b[?2004$p \x1bP$qm\x1b\\ \x1b]10;?\x07 \x1b]4;1;?\x07 \x1b[18t";
  await write(questions);
  expect(typed).toEqual([]);
});

test("what a person types is, also between two answers", async () => {
  const { terminal, typed, write } = createTerminal();
  await write("\x1b[c");
  terminal.input("l", true);
  await write("\x1b[6n");
  terminal.input("s", true);
  expect(typed).toEqual(["l", "s"]);
});

test("a terminal without the hook is refused loudly", () => {
  const terminal = new Terminal({ allowProposedApi: true });
  expect(() => assertLiveTerminal(terminal)).not.toThrow();
  const { coreService } = coreOf(terminal) as { coreService: { onUserInput?: unknown } };
  coreService.onUserInput = undefined;
  expect(() => assertLiveTerminal(terminal)).toThrow(
    "Cotty needs @xterm/xterm 6.0.0 and this version differs: _core.coreService.onUserInput (tells what a person types",
  );
});

test.each([
  ["\x1b[<0;10;5M", true],
  ["\x1b[<35;10;5M", true],
  ["\x1b[<0;10;5m", true],
  ["\x1b[M !!", true],
  ["\x1b[A", false],
  ["\x1b[MA", false],
  ["hello", false],
])("%j is a mouse report: %o", (text, expected) => {
  expect(isMouseReport(text)).toBe(expected);
});

test("typed control characters are shown", () => {
  expect(visibleKeys("run\r\x03\x1b[A\x7f")).toBe("run⏎^C␛[A⌫");
});

test("one request is under way at a time, and what is typed meanwhile is sent together", async () => {
  const sent: InputPart[][] = [];
  const answers: (() => void)[] = [];
  const queue = new TypingQueue(
    (input) => {
      sent.push(input);
      return new Promise((resolve) => answers.push(() => resolve(undefined)));
    },
    () => {},
  );
  queue.type("a");
  queue.type("b");
  queue.type("c");
  queue.paste("pasted");
  expect(sent).toEqual([[{ text: "a" }]]);
  while (answers.length > 0) {
    answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toEqual([[{ text: "a" }], [{ text: "bc" }], [{ paste: "pasted" }]]);
});

test("a request keeps its place among what is typed, and is made although input before it was refused", async () => {
  const sent: string[] = [];
  const refusals: unknown[] = [];
  const queue = new TypingQueue(
    async ([part]) => {
      const text = part && "text" in part ? part.text : "";
      sent.push(text);
      if (text === "refused") throw new Error("Not typed");
    },
    (error) => refusals.push(error),
  );
  const request = (name: string): Promise<string> => {
    sent.push(name);
    return name === "fails" ? Promise.reject(new Error(name)) : Promise.resolve(name);
  };
  queue.type("first");
  queue.type("second");
  const handedBack = queue.request(() => request("hand back"));
  queue.type("third");
  expect(await handedBack).toBe("hand back");
  await expect(queue.request(() => request("fails"))).rejects.toThrow("fails");
  queue.type("refused");
  queue.type("dropped");
  await queue.request(() => request("end"));
  expect(sent).toEqual(["first", "second", "hand back", "third", "fails", "refused", "end"]);
  expect(refusals).toEqual([new Error("Not typed")]);
});

test("a paste over the limit goes in several pieces, none of which cuts a character in two", async () => {
  const pieces: string[] = [];
  const queue = new TypingQueue(
    async ([part]) => void (part && "paste" in part && pieces.push(part.paste)),
    () => {},
  );
  const text = `x${"👩".repeat(300_000)}`;
  queue.paste(text);
  await vi.waitFor(() => expect(pieces.join("")).toBe(text));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.every((piece) => Buffer.from(piece).toString() === piece)).toBe(true);
});

test("after a refusal, what was waiting is dropped and the reason reported once", async () => {
  const errors: unknown[] = [];
  const queue = new TypingQueue(
    () => Promise.reject(new Error("Session ended")),
    (error) => errors.push(error),
  );
  queue.type("a");
  queue.type("b");
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toEqual([new Error("Session ended")]);
});

/** When the terminal is asked whether input is hidden, by a clock that stands until it is moved. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HiddenInput, type HidingSession } from "../../../electron/prompt/hidden-input.ts";
import type { TerminalReader } from "../../../electron/prompt/terminal-reader.ts";
import { Emitter } from "../../../shared/emitter.ts";

/** A program that the test makes print, read and hide its input. */
class Program implements HidingSession {
  readonly pid = 1;
  readonly exit = undefined;
  reader: TerminalReader = { reading: "alone", turn: "1", call: "read" };
  modesNow = { echo: false, lines: true };
  /** What it has printed and nobody has read; and what is read and not on the screen. */
  gathered = "";
  #unparsed = "";
  readonly #output = new Emitter<unknown>();
  readonly onOutput = this.#output.event;
  readonly onExit = new Emitter<unknown>().event;
  readonly screen = {
    state: { lastLine: "" },
    unparsed: 0,
    ask: async (): Promise<void> => {
      this.screen.state.lastLine += this.#unparsed;
      this.#setUnparsed("");
    },
  };

  async modes(): Promise<{ echo: boolean; lines: boolean }> {
    return this.modesNow;
  }

  drain(): boolean {
    this.#setUnparsed(this.#unparsed + this.gathered);
    this.gathered = "";
    return true;
  }

  print(): void {
    this.#output.fire(undefined);
  }

  #setUnparsed(text: string): void {
    this.#unparsed = text;
    this.screen.unparsed = text.length;
  }
}

/** It reads a password, somebody has typed it, and it works on. */
async function typedInto(program: Program, hidden: HiddenInput): Promise<void> {
  await vi.advanceTimersByTimeAsync(300);
  expect(hidden.sinceMs).toBeDefined();
  hidden.noteTyped();
  program.modesNow = { echo: true, lines: true };
  program.reader = { reading: "no", turn: "" };
}

beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
afterEach(() => void vi.useRealTimers());

test.each([5, 16, 40, 64, 79, 100])("a program that works on and prints every %d ms hides its input no more", async (everyMs) => {
  const program = new Program();
  using hidden = new HiddenInput(program, () => program.reader);
  await typedInto(program, hidden);
  for (let ms = 0; ms < 600; ms += everyMs) {
    program.print();
    await vi.advanceTimersByTimeAsync(everyMs);
  }
  expect(hidden.sinceMs).toBeUndefined();
});

test.each([5, 16, 40, 64, 79, 100])("a program that prints every %d ms is found to hide its input", async (everyMs) => {
  const program = new Program();
  program.modesNow = { echo: true, lines: true };
  program.reader = { reading: "no", turn: "" };
  using hidden = new HiddenInput(program, () => program.reader);
  await vi.advanceTimersByTimeAsync(300);
  program.modesNow = { echo: false, lines: true };
  program.reader = { reading: "alone", turn: "2", call: "read" };
  for (let ms = 0; ms < 2500; ms += everyMs) {
    program.print();
    await vi.advanceTimersByTimeAsync(everyMs);
  }
  expect(hidden.sinceMs).toBeDefined();
});

test.each(["1", "2"])("a question that the screen does not show yet hides what answers it, in turn %s", async (turn) => {
  const program = new Program();
  program.modesNow = { echo: false, lines: false };
  using hidden = new HiddenInput(program, () => program.reader);
  await vi.advanceTimersByTimeAsync(300);
  expect(await hidden.look()).toBe(false);
  program.reader = { reading: "alone", turn, call: "read" };
  program.gathered = "Password: ";
  expect(await hidden.look()).toBe(true);
});

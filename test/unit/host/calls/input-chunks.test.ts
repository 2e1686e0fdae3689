import { describe, expect, it } from "vitest";
import type { ReadyPart } from "../../../../electron/host/calls/clicks.ts";
import { inputChunks, submittedLine, typedText } from "../../../../electron/host/calls/input-chunks.ts";
import { INITIAL_STATE } from "../../../../electron/screens/pool/remote-screen.ts";

const plain = INITIAL_STATE;
const editor = { ...INITIAL_STATE, bracketedPaste: true, applicationCursor: true };

describe("input as chunks", () => {
  it("goes in one piece, but for an Enter after text: that waits until the text has shown", () => {
    const input: ReadyPart[] = [{ text: "one\rtwo" }, { key: "Enter" }];
    for (const screen of [plain, editor]) {
      const chunks = inputChunks(input, screen);
      expect(chunks.map(({ text }) => text)).toEqual(["one", "\rtwo", "\r"]);
      expect(chunks.map(({ gapMs }) => gapMs > 0)).toEqual([false, true, true]);
      expect(chunks.map(({ echoOf }) => echoOf)).toEqual([undefined, "one", "\rtwo"]);
    }
    expect(inputChunks([{ key: "Up" }, { key: "Enter" }], plain)).toHaveLength(1);
    expect(inputChunks([], plain)).toEqual([]);
  });

  it("a long text typed ahead does not wait at each line, only at the last", () => {
    const chunks = inputChunks([{ text: "line\r".repeat(100) }], plain);
    expect(chunks.map(({ text }) => text)).toEqual(["line\r".repeat(99) + "line", "\r"]);
  });

  it("a signal behind an Enter waits until the line has been read", () => {
    const gaps = (...input: Parameters<typeof inputChunks>[0]) =>
      inputChunks(input, INITIAL_STATE).map(({ text, gapMs }) => [text, gapMs]);
    for (const input of [[{ text: "cat\r\x1a" }], [{ text: "cat\r" }, { key: "C-z" }]] as const)
      expect(gaps(...input)).toEqual([
        ["cat", 0],
        ["\r", 100],
        ["\x1a", 150],
      ]);
    expect(gaps({ key: "C-c" }, { key: "C-c" })).toEqual([["\x03\x03", 0]]);
  });

  it("what comes behind a signal is written apart from it", () => {
    const gaps = (...input: Parameters<typeof inputChunks>[0]) =>
      inputChunks(input, plain).map(({ text, gapMs }) => [text, gapMs]);
    for (const input of [[{ text: "\x03x\r" }], [{ key: "C-c" }, { text: "x\r" }]] as const)
      expect(gaps(...input)).toEqual([
        ["\x03", 0],
        ["x", 0],
        ["\r", 100],
      ]);
    expect(gaps({ key: "C-c" }, { key: "Enter" })).toEqual([
      ["\x03", 0],
      ["\r", 0],
    ]);
    expect(gaps({ key: "C-z" }, { submit: "x" }).slice(0, 2)).toEqual([
      ["\x1a", 0],
      ["x", 0],
    ]);
  });

  it("submits: typed, or pasted where the program can tell a paste, then Enter apart", () => {
    expect(inputChunks([{ submit: "hi" }], editor).map(({ text }) => text)).toEqual(["hi", "\r"]);
    expect(inputChunks([{ submit: "a\nb" }], editor).map(({ text }) => text)).toEqual(["\x1b[200~a\rb\x1b[201~", "\r"]);
    expect(inputChunks([{ submit: "x".repeat(500) }], editor)[0]?.text).toMatch(/^\x1b\[200~x+\x1b\[201~$/);
    expect(inputChunks([{ submit: "a\nb" }], plain).map(({ text }) => text)).toEqual(["a\rb", "\r"]);
    expect(inputChunks([{ submit: "" }], editor)).toEqual([{ text: "\r", gapMs: 0 }]);
  });

  it("knows the line that its Enter ends", () => {
    expect(submittedLine([{ text: "one\rtwo" }, { key: "Enter" }])).toBe("two");
    expect(submittedLine([{ submit: "three" }])).toBe("three");
    expect(submittedLine([{ text: "four" }])).toBeUndefined();
  });

  it("follows the modes of the screen for keys and pastes", () => {
    expect(inputChunks([{ key: "Up" }], plain)[0]?.text).toBe("\x1b[A");
    expect(inputChunks([{ key: "Up" }], editor)[0]?.text).toBe("\x1bOA");
    expect(inputChunks([{ paste: "a\nb" }], plain)[0]?.text).toBe("a\rb");
    expect(inputChunks([{ paste: "a\nb" }], editor)[0]?.text).toBe("\x1b[200~a\rb\x1b[201~");
    expect(inputChunks([{ paste: "x\x1b[201~rm -rf\r" }], editor)[0]?.text).not.toContain("\x1b[201~rm");
  });

  it("refuses an unknown key with the nearest ones", () => {
    expect(() => inputChunks([{ text: "typed" }, { key: "Entre" }], plain)).toThrow(/Unknown key "Entre"\. Did you mean Enter/);
  });

  it("knows the text a person would recognise as typed", () => {
    expect(typedText([{ text: "ls" }, { key: "Enter" }, { key: "Up" }, { paste: "x" }])).toBe("ls\rx");
  });
});

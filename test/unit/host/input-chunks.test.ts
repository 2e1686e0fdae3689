import { describe, expect, it } from "vitest";
import type { ReadyPart } from "../../../electron/host/clicks.ts";
import { inputChunks, typedText } from "../../../electron/host/input-chunks.ts";
import { INITIAL_STATE } from "../../../electron/screens/remote-screen.ts";

const plain = INITIAL_STATE;
const editor = { ...INITIAL_STATE, bracketedPaste: true, applicationCursor: true };

describe("input as chunks", () => {
  it("goes in one piece, unless an Enter after text would be taken for part of a paste", () => {
    const input: ReadyPart[] = [{ text: "one\rtwo" }, { key: "Enter" }];
    expect(inputChunks(input, plain)).toEqual([{ text: "one\rtwo\r", gapMs: 0 }]);
    expect(inputChunks(input, editor).map(({ text }) => text)).toEqual(["one", "\rtwo", "\r"]);
    expect(inputChunks(input, editor).map(({ gapMs }) => gapMs > 0)).toEqual([false, true, true]);
    expect(inputChunks([], plain)).toEqual([]);
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

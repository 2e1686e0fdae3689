import { expect, test } from "vitest";
import { promptEvidence, typedInput } from "../../../electron/prompt/prompt-evidence.ts";
import type { TerminalReader } from "../../../electron/prompt/terminal-reader.ts";
import { AT_PROMPT } from "../../support/screen-evidence.ts";

test("a shell that reads with a time limit, or plainly while a command runs, asks for that command", () => {
  const asks = (reader: Partial<TerminalReader>, runsCommand = false): boolean =>
    promptEvidence({
      screen: { ...AT_PROMPT, runsCommand },
      reader: { reading: "alone", turn: "2", pid: 7, thread: 7, program: "bash", call: "select", timed: true, ...reader },
      before: { reading: "alone", turn: "1" },
      input: typedInput("read -t 9 x\r"),
      hasPrinted: true,
      pid: 7,
    }).shellAsks;
  expect(asks({})).toBe(true);
  expect(asks({ program: "python3" })).toBe(false);
  expect(asks({ timed: false }), "at its own prompt").toBe(false);
  expect(asks({ pid: 8 }), "a shell within").toBe(false);
  expect(asks({ call: "read", timed: false }, true)).toBe(true);
  expect(asks({ call: "read", timed: false })).toBe(false);
});

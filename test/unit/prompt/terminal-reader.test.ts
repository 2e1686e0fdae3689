import { expect, it } from "vitest";
import { terminalReader } from "../../../electron/prompt/terminal-reader.ts";

it("is unknown where the kernel does not tell, and for a process that is gone", () => {
  const unknown = { reading: "unknown", turn: "" };
  expect(terminalReader(process.pid, { platform: "darwin", arch: "arm64" })).toEqual(unknown);
  expect(terminalReader(process.pid, { platform: "win32", arch: "x64" })).toEqual(unknown);
  expect(terminalReader(process.pid, { platform: "linux", arch: "riscv64" })).toEqual(unknown);
  expect(terminalReader(process.pid, { platform: "linux", arch: "x64", tellsCalls: false })).toEqual(unknown);
  expect(terminalReader(2 ** 30)).toEqual(unknown);
});

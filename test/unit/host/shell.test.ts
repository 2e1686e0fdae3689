import { expect, it } from "vitest";
import { shellCommand } from "../../../electron/host/shell.ts";

it("is the caller's shell, another where that is no program, and cmd.exe on Windows", () => {
  expect(shellCommand("x", { SHELL: "/bin/sh" }, "linux")).toEqual({ file: "/bin/sh", args: ["-c", "x"] });
  for (const SHELL of ["/no/such/shell", "/etc/passwd", "/tmp", ""]) {
    expect(["/bin/bash", "/bin/sh"]).toContain(shellCommand("x", { SHELL }, "linux").file);
  }
  expect(shellCommand("x", {}, "win32")).toEqual({ file: "cmd.exe", args: ["/d", "/s", "/c", "x"] });
});

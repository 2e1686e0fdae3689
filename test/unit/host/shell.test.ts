import { describe, expect, it, test } from "vitest";
import { shellCommand } from "../../../electron/host/shell.ts";

/** A machine with these programs and no others. */
const machine = (platform: NodeJS.Platform, ...programs: string[]) => ({
  platform,
  isProgram: (path: string) => programs.includes(path),
});

describe.skipIf(process.platform === "win32")("on this machine, the shell", () => {
  it("is the caller's, or another where that is no program", () => {
    expect(shellCommand("x", { SHELL: "/bin/sh" })).toEqual({ file: "/bin/sh", args: ["-c", "x"] });
    for (const SHELL of ["/no/such/shell", "/etc/passwd", "/tmp", ""]) {
      expect(["/bin/zsh", "/bin/bash", "/bin/sh"]).toContain(shellCommand("x", { SHELL }).file);
    }
  });
});

test.each([
  ["linux", ["/bin/bash", "/bin/zsh"], "/bin/bash"],
  ["linux", [], "/bin/sh"],
  ["darwin", ["/bin/bash", "/bin/zsh"], "/bin/zsh"],
  ["darwin", ["/bin/bash"], "/bin/bash"],
] as const)("without a usable $SHELL on %s with %o it is %s", (platform, programs, file) => {
  expect(shellCommand("x", {}, machine(platform, ...programs))).toEqual({ file, args: ["-c", "x"] });
});

describe("on Windows the shell", () => {
  const cmd = "C:\\Windows\\System32\\cmd.exe";
  const pwsh = "C:\\Program Files\\PowerShell\\7\\pwsh.exe";

  it("is cmd.exe, which gets its command line as it stands", () => {
    const command = `findstr /c:"a b" notes.txt && echo "done"`;
    expect(shellCommand(command, { COMSPEC: cmd }, machine("win32"))).toEqual({ file: cmd, args: `/d /s /c "${command}"` });
    expect(shellCommand("x", {}, machine("win32")).file).toBe("cmd.exe");
    expect(shellCommand("x", { ComSpec: "" }, machine("win32")).file).toBe("cmd.exe");
  });

  it("is PowerShell where SHELL names it", () => {
    expect(shellCommand("Get-Date", { SHELL: pwsh, ComSpec: cmd }, machine("win32", pwsh))).toEqual({
      file: pwsh,
      args: ["-NoLogo", "-NoProfile", "-Command", "Get-Date"],
    });
  });

  it("is whatever else SHELL names, as a POSIX shell", () => {
    const bash = "C:\\Program Files\\Git\\bin\\bash.exe";
    expect(shellCommand("ls", { SHELL: bash }, machine("win32", bash))).toEqual({ file: bash, args: ["-c", "ls"] });
  });

  it("is not the path that Git's bash has in its own world, nor one that is not there", () => {
    for (const SHELL of ["/usr/bin/bash", pwsh]) {
      expect(shellCommand("x", { SHELL, ComSpec: cmd }, machine("win32", "/usr/bin/bash")).file).toBe(cmd);
    }
  });
});

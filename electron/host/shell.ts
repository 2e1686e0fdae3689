/** Which shell runs a command line, and with which arguments. */
import { accessSync, constants, statSync } from "node:fs";
import { win32 } from "node:path";

export type Shell = {
  readonly file: string;
  /** A string is a Windows command line, which is passed on unchanged. */
  readonly args: readonly string[] | string;
};

/** The machine that the shell runs on. */
export type Machine = { readonly platform: NodeJS.Platform; readonly isProgram: (path: string) => boolean };

const thisMachine: Machine = { platform: process.platform, isProgram };

/**
 * The shell is the caller's `$SHELL`, as in terminalcp. Where that is not a
 * program, it is the platform's usual shell, on Windows `cmd.exe`.
 */
export function shellCommand(command: string, env: Readonly<Record<string, string>>, machine: Machine = thisMachine): Shell {
  if (machine.platform === "win32") return windowsShell(command, env, machine);
  const usual = machine.platform === "darwin" ? ["/bin/zsh", "/bin/bash"] : ["/bin/bash"];
  const file = [env["SHELL"] ?? "", ...usual].find((each) => machine.isProgram(each)) ?? "/bin/sh";
  return { file, args: ["-c", command] };
}

function windowsShell(command: string, env: Readonly<Record<string, string>>, { isProgram: exists }: Machine): Shell {
  // Git's bash sets a path of its own, `/usr/bin/bash`, which Windows cannot start.
  const wanted = env["SHELL"];
  const isUsable = wanted !== undefined && /^[a-z]:[\\/]/i.test(wanted) && exists(wanted);
  const file = isUsable ? wanted : (ignoringCase(env, "ComSpec") ?? "cmd.exe");
  switch (
    win32
      .basename(file)
      .toLowerCase()
      .replace(/\.exe$/, "")
  ) {
    case "cmd":
      // cmd has no escaped quotes. With /s it takes off the outer two and leaves everything between them alone.
      return { file, args: `/d /s /c "${command}"` };
    case "pwsh":
    case "powershell":
      return { file, args: ["-NoLogo", "-NoProfile", "-Command", command] };
    default:
      return { file, args: ["-c", command] };
  }
}

/** Names of variables on Windows have no case. The names in an object do. */
function ignoringCase(env: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.entries(env).find(([each]) => each.toLowerCase() === name.toLowerCase());
  return found?.[1] || undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

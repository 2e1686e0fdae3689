/** Which shell runs a command line, and how it is told to. */
import { accessSync, constants, statSync } from "node:fs";
import { win32 } from "node:path";

export type Shell = {
  readonly file: string;
  /** A text is a Windows command line, to be passed on as it stands. */
  readonly args: readonly string[] | string;
};

/** What the answer depends on beside the command and its environment. */
export type Machine = { readonly platform: NodeJS.Platform; readonly isProgram: (path: string) => boolean };

const thisMachine: Machine = { platform: process.platform, isProgram };

/**
 * The caller's `$SHELL`, as terminalcp does; where that is not a program, the
 * platform's usual one. On Windows few set it, and then it is `cmd.exe`.
 */
export function shellCommand(command: string, env: Readonly<Record<string, string>>, machine: Machine = thisMachine): Shell {
  if (machine.platform === "win32") return windowsShell(command, env, machine);
  const usual = machine.platform === "darwin" ? ["/bin/zsh", "/bin/bash"] : ["/bin/bash"];
  const file = [env["SHELL"] ?? "", ...usual].find((each) => machine.isProgram(each)) ?? "/bin/sh";
  return { file, args: ["-c", command] };
}

function windowsShell(command: string, env: Readonly<Record<string, string>>, { isProgram: exists }: Machine): Shell {
  // Git's bash sets a path of its own world, `/usr/bin/bash`, which Windows cannot start.
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
      // It knows no escaped quotes: with /s it takes off the outer two and leaves all between them alone.
      return { file, args: `/d /s /c "${command}"` };
    case "pwsh":
    case "powershell":
      return { file, args: ["-NoLogo", "-NoProfile", "-Command", command] };
    default:
      return { file, args: ["-c", command] };
  }
}

/** Windows's variables have no case; their copies in an object do. */
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

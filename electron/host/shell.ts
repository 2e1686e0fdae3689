/** Which shell runs a command line. */
import { accessSync, constants, statSync } from "node:fs";

export type Shell = { readonly file: string; readonly args: readonly string[] };

/**
 * POSIX: the caller's `$SHELL -c`, as terminalcp does; bash, or `/bin/sh`,
 * where that is not a program. Windows: `cmd.exe`, which is always there.
 */
export function shellCommand(
  command: string,
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Shell {
  if (platform === "win32") return { file: env["ComSpec"] ?? "cmd.exe", args: ["/d", "/s", "/c", command] };
  const wanted = env["SHELL"];
  const file = wanted && isProgram(wanted) ? wanted : isProgram("/bin/bash") ? "/bin/bash" : "/bin/sh";
  return { file, args: ["-c", command] };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Which shell runs a command line. */
import { existsSync } from "node:fs";

export type Shell = { readonly file: string; readonly args: readonly string[] };

/**
 * POSIX: the caller's `$SHELL -c`, as terminalcp does; `/bin/sh` where that is
 * missing. Windows: `cmd.exe`, which is always there.
 */
export function shellCommand(
  command: string,
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Shell {
  if (platform === "win32") return { file: env["ComSpec"] ?? "cmd.exe", args: ["/d", "/s", "/c", command] };
  const wanted = env["SHELL"];
  const file = wanted && existsSync(wanted) ? wanted : existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
  return { file, args: ["-c", command] };
}

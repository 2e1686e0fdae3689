/**
 * Opens the app at login, without showing its window. The operating system keeps
 * this setting, so it is read from there each time. Electron supports it on macOS
 * and Windows. On Linux it is a file in the autostart folder.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { App } from "electron";

/** The argument with which the app is started at login. */
export const HIDDEN_ARGUMENT = "--hidden";

export type LoginOptions = {
  readonly app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The command that starts the app: its executable and, in a checkout, the folder. */
  readonly command: readonly string[];
};

/** Whether the app opens at login. */
export function opensAtLogin(options: LoginOptions): boolean {
  if (options.platform === "linux") return existsSync(autostartFile(options));
  return options.app.getLoginItemSettings({ args: argumentsOf(options) }).openAtLogin;
}

/** Sets whether the app opens at login. Throws when the file cannot be written. */
export function setOpenAtLogin(options: LoginOptions, on: boolean): void {
  if (options.platform !== "linux") {
    options.app.setLoginItemSettings({ openAtLogin: on, args: argumentsOf(options) });
    return;
  }
  const file = autostartFile(options);
  if (!on) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, desktopEntry([...options.command, HIDDEN_ARGUMENT]));
}

function argumentsOf({ command }: LoginOptions): string[] {
  return [...command.slice(1), HIDDEN_ARGUMENT];
}

function autostartFile({ env, home }: LoginOptions): string {
  const config = env["XDG_CONFIG_HOME"];
  return join(config && isAbsolute(config) ? config : join(home, ".config"), "autostart", "cotty.desktop");
}

function desktopEntry(command: readonly string[]): string {
  const lines = ["[Desktop Entry]", "Type=Application", "Name=Cotty", `Exec=${command.map(quoted).join(" ")}`, "Terminal=false"];
  return `${lines.join("\n")}\n`;
}

/**
 * Quotes an argument of `Exec` as the Desktop Entry Specification requires: first
 * quoted by its shell-like rules, then escaped as a string. `%` begins a field code.
 */
function quoted(argument: string): string {
  const inQuotes = argument.replace(/["`$\\]/g, "\\$&").replaceAll("%", "%%");
  return `"${inQuotes.replaceAll("\\", "\\\\")}"`;
}

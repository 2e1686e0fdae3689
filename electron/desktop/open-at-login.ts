/**
 * Opening at login, with the window left in the tray. The system keeps this
 * setting, so it is asked for it each time; Electron knows it on macOS and
 * Windows, on Linux it is a file in the autostart folder.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { App } from "electron";

/** Given to the app that was opened at login. */
export const HIDDEN_ARGUMENT = "--hidden";

export type LoginOptions = {
  readonly app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** What starts the app: its executable, and its folder when it is no package. */
  readonly command: readonly string[];
};

export function opensAtLogin(options: LoginOptions): boolean {
  if (options.platform === "linux") return existsSync(autostartFile(options));
  return options.app.getLoginItemSettings({ args: argumentsOf(options) }).openAtLogin;
}

/** Throws when the file cannot be written. */
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

/** As the desktop entry specification wants it: quoted for its own shell-like rules, then escaped as a string; `%` is a field code. */
function quoted(argument: string): string {
  const inQuotes = argument.replace(/["`$\\]/g, "\\$&").replaceAll("%", "%%");
  return `"${inQuotes.replaceAll("\\", "\\\\")}"`;
}

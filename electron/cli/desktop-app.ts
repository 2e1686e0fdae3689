/** Finds the desktop app, so that a command can open it. Pure: the caller passes in everything about the machine. */
import { join, resolve } from "node:path";

export type DesktopAppOptions = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** The executable of this process. */
  readonly executable: string;
  /** Whether that executable is Electron, which runs this command as Node. */
  readonly isElectron: boolean;
  /** The built command line's folder, out/main. */
  readonly builtDirectory: string;
  readonly isFile: (path: string) => boolean;
};

/** How to start the app: a program and its first arguments. `missing` says why it cannot be started. */
export type DesktopApp = { readonly command: string; readonly args: readonly string[] } | { readonly missing: string };

export function findDesktopApp(machine: DesktopAppOptions): DesktopApp {
  const { platform, env, isRoot } = machine;
  if (platform === "linux" && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"]) return { missing: "there is no display" };
  if (platform === "linux" && isRoot) return { missing: "Electron does not run as root" };
  const folder = resolve(machine.builtDirectory, "../..");
  if (machine.isElectron) {
    // A packaged executable finds the code in the archive beside it. In a checkout it needs the folder as an argument.
    const args = folder.endsWith(".asar") ? [] : [folder];
    return { command: machine.executable, args };
  }
  const executable = checkoutElectron(machine, folder);
  return executable === undefined ? { missing: "Electron is not installed here" } : { command: executable, args: [folder] };
}

/** The Electron executable of a checkout. Undefined when it has not been downloaded: this command downloads nothing. */
function checkoutElectron({ platform, env, isFile }: DesktopAppOptions, folder: string): string | undefined {
  const name = { win32: "electron.exe", darwin: "Electron.app/Contents/MacOS/Electron" }[platform as string] ?? "electron";
  const dist = env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "node_modules", "electron", "dist");
  const executable = join(dist, name);
  return isFile(executable) ? executable : undefined;
}

/** Where the desktop app is, for a command that wants it opened. Pure: what is asked of the machine is handed in. */
import { join, resolve } from "node:path";

export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** The executable of this process, and whether it is the app's own, run as Node. */
  readonly executable: string;
  readonly isElectron: boolean;
  /** The built command line's folder, out/main. */
  readonly builtDirectory: string;
  readonly isFile: (path: string) => boolean;
};

/** A program and its arguments, to which the session may be added; or why there is none. */
export type DesktopApp = { readonly command: string; readonly args: readonly string[] } | { readonly missing: string };

export function findDesktopApp(machine: Machine): DesktopApp {
  const { platform, env, isRoot } = machine;
  if (platform === "linux" && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"]) return { missing: "there is no display" };
  if (platform === "linux" && isRoot) return { missing: "Electron does not run as root" };
  const folder = resolve(machine.builtDirectory, "../..");
  if (machine.isElectron) {
    // In a package the code is in the archive beside the executable, which finds it by itself.
    const args = folder.endsWith(".asar") ? [] : [folder];
    return { command: machine.executable, args };
  }
  const executable = electronOf(machine, folder);
  return executable === undefined ? { missing: "Electron is not installed here" } : { command: executable, args: [folder] };
}

/** The Electron of a checkout; its package downloads it on first use, which is not this command's business. */
function electronOf({ platform, env, isFile }: Machine, folder: string): string | undefined {
  const name = { win32: "electron.exe", darwin: "Electron.app/Contents/MacOS/Electron" }[platform as string] ?? "electron";
  const dist = env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "node_modules", "electron", "dist");
  const executable = join(dist, name);
  return isFile(executable) ? executable : undefined;
}

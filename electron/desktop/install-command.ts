/**
 * The menu command “Install the cotty command”: makes `cotty` available in the
 * user's shell. On macOS and Linux it creates a symbolic link, on Windows it adds
 * a folder to the user's PATH. It never replaces a file of another program.
 */
import { execFile } from "node:child_process";
import { accessSync, constants, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

/** Where and how the app is installed. */
export type Installation = {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The folder with the app's code: the archive of a package, or the checkout. */
  readonly appPath: string;
  /** The `resources` folder of a package. */
  readonly resources: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** How to install the command, or why it is impossible. `link` uses the first of the folders that is writable. */
export type InstallPlan =
  | { readonly kind: "link"; readonly target: string; readonly folders: readonly string[] }
  | { readonly kind: "windows-path"; readonly folder: string }
  | { readonly kind: "impossible"; readonly reason: string };

const SYSTEM_FOLDER = "/usr/local/bin";

/** Decides how to install the command. Changes nothing. */
export function planInstallation({ platform, isPackaged, appPath, resources, home, env }: Installation): InstallPlan {
  if (env["APPIMAGE"]) {
    const reason =
      "The files of an AppImage exist only while it runs. Install the deb, or unpack the tar.gz and use its resources/bin/cotty.";
    return { kind: "impossible", reason };
  }
  if (platform === "win32") {
    if (isPackaged) return { kind: "windows-path", folder: join(resources, "bin") };
    return { kind: "impossible", reason: `This is not an installed app: run "npm link" in ${appPath} instead.` };
  }
  const target = isPackaged ? join(resources, "bin", "cotty") : join(appPath, "bin", "cotty.js");
  return { kind: "link", target, folders: [SYSTEM_FOLDER, join(home, ".local", "bin")] };
}

/** Installs the command. Resolves with a message for the user. Rejects with an error that names the next step. */
export async function installCommand(installation: Installation): Promise<string> {
  const plan = planInstallation(installation);
  switch (plan.kind) {
    case "impossible":
      throw new Error(plan.reason);
    case "windows-path":
      await addToWindowsPath(plan.folder);
      return `${plan.folder} is now in your PATH. Open a new terminal to use "cotty".`;
    case "link":
      return linkCommand(plan, installation.env);
  }
}

/** Creates the link. Throws when the command's file is missing, or when another program's file has the link's name. */
export function linkCommand({ target, folders }: Extract<InstallPlan, { kind: "link" }>, env: Installation["env"]): string {
  accessSync(target, constants.X_OK);
  // The last folder belongs to the user, so it can be created.
  const folder = folders.find(isWritable) ?? folders.at(-1) ?? SYSTEM_FOLDER;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "cotty");
  removeOwn(path);
  symlinkSync(target, path);
  const isFound = (env["PATH"] ?? "").split(delimiter).includes(folder);
  return isFound ? `Created ${path}.` : `Created ${path}. If your shell does not find it, add ${folder} to its PATH.`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Removes an earlier link. A link to a `cotty` was created by us, or by npm for the same purpose. Throws for anything else. */
function removeOwn(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSymbolicLink() || !isCommand(readlinkSync(path))) {
    throw new Error(`${path} already exists and does not belong to Cotty. Remove it and try again.`);
  }
  rmSync(path);
}

function isCommand(target: string): boolean {
  return /^cotty(?:\.js)?$/.test(basename(target)) && basename(dirname(target)) === "bin";
}

/** Uses .NET, which notifies running programs of the change. `setx` would cut a PATH after 1024 characters. */
async function addToWindowsPath(folder: string): Promise<void> {
  const script = `
    $folder = $env:COTTY_COMMAND_FOLDER
    $path = [Environment]::GetEnvironmentVariable('Path', 'User')
    if (($path -split ';') -notcontains $folder) {
      [Environment]::SetEnvironmentVariable('Path', (@($path -split ';' | Where-Object { $_ }) + $folder) -join ';', 'User')
    }`;
  const args = ["-NoProfile", "-NonInteractive", "-Command", script];
  await promisify(execFile)("powershell.exe", args, { env: { ...process.env, COTTY_COMMAND_FOLDER: folder } });
}

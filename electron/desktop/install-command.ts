/**
 * "Install the cotty command": makes it a word that the person's shell knows. A
 * link on macOS and Linux, an entry in the user's PATH on Windows. What somebody
 * else has put there is left alone.
 */
import { execFile } from "node:child_process";
import { accessSync, constants, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

export type Installation = {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The app's code: the folder of the checkout, when it is no package. */
  readonly appPath: string;
  /** A package's `resources` folder. */
  readonly resources: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** What is to be done, or why it cannot. */
export type Plan =
  | { readonly kind: "link"; readonly target: string; readonly folders: readonly string[] }
  | { readonly kind: "windows-path"; readonly folder: string }
  | { readonly kind: "impossible"; readonly reason: string };

const SYSTEM_FOLDER = "/usr/local/bin";

export function planCommand({ platform, isPackaged, appPath, resources, home, env }: Installation): Plan {
  if (env["APPIMAGE"]) {
    const reason =
      "An AppImage's files are gone when it ends. Install the deb, or unpack the tar.gz and use its resources/bin/cotty.";
    return { kind: "impossible", reason };
  }
  if (platform === "win32") {
    if (isPackaged) return { kind: "windows-path", folder: join(resources, "bin") };
    return { kind: "impossible", reason: `This is not an installed app: run "npm link" in ${appPath} instead.` };
  }
  const target = isPackaged ? join(resources, "bin", "cotty") : join(appPath, "bin", "cotty.js");
  return { kind: "link", target, folders: [SYSTEM_FOLDER, join(home, ".local", "bin")] };
}

/** Does it; resolves with what to tell the person. Rejects with an error that names the thing and the next step. */
export async function installCommand(installation: Installation): Promise<string> {
  const plan = planCommand(installation);
  switch (plan.kind) {
    case "impossible":
      throw new Error(plan.reason);
    case "windows-path":
      await addToWindowsPath(plan.folder);
      return `${plan.folder} is in your PATH now. Terminals that you open from now on know "cotty".`;
    case "link":
      return linkCommand(plan, installation.env);
  }
}

/** Makes the link. Throws when there is no command to link to, or something else is in its place. */
export function linkCommand({ target, folders }: Extract<Plan, { kind: "link" }>, env: Installation["env"]): string {
  accessSync(target, constants.X_OK);
  // The last is the person's own, and is made if need be.
  const folder = folders.find(isWritable) ?? folders.at(-1) ?? SYSTEM_FOLDER;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "cotty");
  removeOwn(path);
  symlinkSync(target, path);
  const isFound = (env["PATH"] ?? "").split(delimiter).includes(folder);
  return isFound ? `${path} is there now.` : `${path} is there now. If your shell does not find it, add ${folder} to its PATH.`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A link that leads to a `cotty` was made by us, or by npm for the same purpose; anything else is somebody's. */
function removeOwn(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSymbolicLink() || !isCommand(readlinkSync(path))) {
    throw new Error(`${path} is there already and is not Cotty's. Remove it, and try again.`);
  }
  rmSync(path);
}

function isCommand(target: string): boolean {
  return /^cotty(?:\.js)?$/.test(basename(target)) && basename(dirname(target)) === "bin";
}

/** By .NET, which tells running programs of the change; `setx` would cut a PATH of more than 1024 characters. */
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

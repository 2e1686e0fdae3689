/** Looks for programs as a shell does. */
import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";

/** Endings that Windows adds to the name of a program. */
const WINDOWS_ENDINGS = [".cmd", ".exe"];

/** The folders of a `PATH` variable, in their order. */
export function foldersOfPath(path: string | undefined, platform: NodeJS.Platform = process.platform): string[] {
  const { delimiter } = platform === "win32" ? win32 : posix;
  return (path ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** The path of the program that this name starts: the first in the folders. Undefined when there is none. */
export function findProgram(
  program: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const path = platform === "win32" ? win32 : posix;
  const endings = platform === "win32" ? WINDOWS_ENDINGS : [""];
  return folders.flatMap((folder) => endings.map((ending) => path.join(folder, program + ending))).find(mayRun);
}

/** Whether one of the folders has a program of this name. */
export function hasProgram(program: string, folders: readonly string[], platform: NodeJS.Platform = process.platform): boolean {
  return findProgram(program, folders, platform) !== undefined;
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The log of a host. */
import { dirname } from "node:path";
import { fileLog, type Log } from "./log.ts";
import type { Paths } from "./paths.ts";
import { secureHome } from "./safe-home.ts";
import { inUsableFolder } from "./usable-folder.ts";

/** Opens it, once nobody else can have put anything in its place. Throws when others may, or when the file cannot be created. */
export function openHostLog(paths: Paths): Log & Disposable {
  const closed = secureHome(paths);
  const log = inUsableFolder(paths, dirname(paths.log), () => fileLog(paths.log));
  for (const folder of closed) log.warn(`The group of ${folder} could write to it; its mode has been changed`);
  return log;
}

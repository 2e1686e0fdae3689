/** Makes folders. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

const ONLY_OWNER = 0o700;

/**
 * Makes a folder and the missing folders above it. Only their owner may enter
 * them, unless `mode` says otherwise. A folder that exists stays as it is. Returns
 * the folders that it has made, the outermost first. Throws the system's error when
 * a folder cannot be made.
 *
 * Node's own `recursive` is not used. Inside a folder that takes no new entries
 * and reports ENOENT, such as /proc, Node tries again for ever.
 */
export function makeDirectory(path: string, mode: number = ONLY_OWNER): string[] {
  if (isDirectory(path)) return [];
  const parent = dirname(path);
  const above = parent === path ? [] : makeDirectory(parent, mode);
  try {
    mkdirSync(path, { mode });
    return [...above, path];
  } catch (error) {
    // Another process may have been faster.
    if (!isDirectory(path)) throw error;
    return above;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

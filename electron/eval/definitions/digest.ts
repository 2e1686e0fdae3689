import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

/** The SHA-256 of a definition, in hexadecimal: its file, and all files in the folder of its scripts. A path that is not there adds nothing. */
export function digestOf(...paths: readonly (string | undefined)[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry?.isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name));
    else if (entry?.isFile()) hash.update(basename(path)).update(readFileSync(path));
  };
  for (const path of paths) if (path !== undefined && path !== "") add(path);
  return hash.digest("hex");
}

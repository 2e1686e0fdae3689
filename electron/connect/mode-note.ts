/**
 * The mode that a configuration had before a token came into it. While it holds one,
 * only its owner can read it; a note beside it keeps what is to come back with
 * `cotty connect --remove`. The copy from before Cotty cannot keep it: it may hold
 * tokens of other servers, so only its owner can read that at any time.
 */
import { readFileSync, rmSync, statSync } from "node:fs";
import { replaceFile } from "../platform/json-file.ts";
import type { ConfigFile } from "./config-file.ts";

const NOTED = /: ([0-7]{3})\.$/m;
/** A note may come with a copy of somebody's project. It cannot let everybody write to the file. */
const OTHERS_WRITE = 0o002;
const ANYBODY_ELSE = 0o077;

/** Notes the file's mode, before it is closed to others. The first note counts. */
export function noteMode({ path }: ConfigFile): void {
  if (notedMode(path) !== undefined) return;
  const mode = (statSync(path).mode & 0o777).toString(8);
  replaceFile(
    notePath(path),
    `The mode of this file before 'cotty connect' wrote a token into it: ${mode}.\nWith --remove it comes back, and this note goes.\n`,
  );
}

/** The mode that is to come back. Undefined when none is noted, and when somebody has chosen another one since. */
export function modeToRestore({ path }: ConfigFile): number | undefined {
  const noted = notedMode(path);
  if (noted === undefined) return undefined;
  return (statSync(path).mode & 0o777) === (noted & ~ANYBODY_ELSE) ? noted : undefined;
}

export function forgetMode({ path }: ConfigFile): void {
  rmSync(notePath(path), { force: true });
}

function notedMode(path: string): number | undefined {
  try {
    const [, mode] = NOTED.exec(readFileSync(notePath(path), "utf8")) ?? [];
    return mode === undefined ? undefined : Number.parseInt(mode, 8) & ~OTHERS_WRITE;
  } catch {
    return undefined;
  }
}

function notePath(path: string): string {
  return `${path}.mode-before-cotty`;
}

/**
 * Finds out whether the @xterm/headless that is installed is the one that
 * screens were written for: whether all its private parts are there, and
 * whether they mean what we take them for. A screen worker asks once, when it
 * starts. A version that differs is then one clear error, and no fault
 * somewhere in a screen.
 */
import { createRequire } from "node:module";
import type { Terminal } from "@xterm/headless";
import { messageOf } from "../../../shared/errors.ts";
import { mismatchMessage } from "../../../shared/private-parts.ts";
import { installGuards } from "../../../shared/terminal-guards.ts";
import { XTERM_VERSION } from "../../../shared/terminal-internals.ts";
import { createEmulator } from "./emulator.ts";
import { missingForScreens } from "./emulator-internals.ts";
import { PROBES } from "./emulator-probes.ts";

/** Wide enough for a tab stop, high enough for a scroll region, and with a scrollback that can be filled. */
const SIZE = { cols: 20, rows: 4 };
const SCROLLBACK = 4;

/** Why screens cannot work, in one sentence; undefined when they can. Takes about 10 ms. */
export function emulatorFault(create = (): Terminal => createEmulator(SIZE, SCROLLBACK)): string | undefined {
  const terminal = create();
  try {
    const missing = differences(terminal);
    if (missing.length === 0) return undefined;
    return mismatchMessage({ dependency: "@xterm/headless", expected: XTERM_VERSION, found: installedVersion(), missing });
  } finally {
    terminal.dispose();
  }
}

/** What is installed, as its own package.json says; undefined where that cannot be found. */
function installedVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)("@xterm/headless/package.json") as { version: string }).version;
  } catch {
    return undefined;
  }
}

function differences(terminal: Terminal): string[] {
  const missing = missingForScreens(terminal);
  if (missing.length > 0) return missing;
  try {
    installGuards(terminal);
    return PROBES.flatMap(({ part, read, expected }) => {
      const found = read(terminal);
      terminal.reset();
      return found === expected ? [] : [`${part}: ${expected} expected, ${found} found`];
    });
  } catch (error) {
    return [messageOf(error)];
  }
}

/**
 * Finds out whether the @xterm/headless that is installed is the one that
 * screens were written for. A screen worker asks once, when it starts. A
 * version that differs is then one clear error, and no fault somewhere in a
 * screen.
 *
 * That all private parts are there is always looked at. Whether they mean what
 * we take them for is tried out, with known output, in every version but the
 * pinned one: for that, the unit tests try it. At each start it would cost
 * more than its time, because V8 compiles the parser for everything that it
 * has seen, and ordinary text then takes up to a quarter longer.
 */
import type { Terminal } from "@xterm/headless";
import { messageOf } from "../../../shared/errors.ts";
import { mismatchMessage } from "../../../shared/private-parts.ts";
import { installGuards } from "../../../shared/terminal-guards.ts";
import { XTERM_VERSION } from "../../../shared/terminal-internals.ts";
import { createEmulator } from "./emulator.ts";
import { emulatorVersion } from "./emulator-version.ts";
import { missingForScreens } from "./emulator-internals.ts";
import { PROBES } from "./emulator-probes.ts";

/** Wide enough for a tab stop, high enough for a scroll region, and with a scrollback that can be filled. */
const SIZE = { cols: 20, rows: 4 };
const SCROLLBACK = 4;

/** Why screens cannot work with an emulator of this version, in one sentence; undefined when they can. */
export function emulatorFault(
  create = (): Terminal => createEmulator(SIZE, SCROLLBACK),
  version = emulatorVersion(),
): string | undefined {
  const terminal = create();
  try {
    const missing = missingForScreens(terminal);
    if (missing.length === 0 && version !== XTERM_VERSION) missing.push(...differences(terminal));
    if (missing.length === 0) return undefined;
    return mismatchMessage({ dependency: "@xterm/headless", expected: XTERM_VERSION, found: version, missing });
  } finally {
    terminal.dispose();
  }
}

/** Which parts do something else than in the pinned version: one line a part. */
function differences(terminal: Terminal): string[] {
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

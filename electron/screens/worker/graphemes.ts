/**
 * Widths of characters, with accents and emoji as the one character people see.
 *
 * addon-unicode-graphemes 0.4.0 reads its tables with `new DataView(buffer.buffer)`:
 * right only if Node has not put that Buffer into its shared pool. So there is
 * no pool while it is loaded; otherwise it throws "Data error", now and then.
 */
import type { Terminal } from "@xterm/headless";

const { poolSize } = Buffer;
Buffer.poolSize = 0;
const { UnicodeGraphemesAddon } = await import("@xterm/addon-unicode-graphemes");
Buffer.poolSize = poolSize;

export function useGraphemes(terminal: Terminal): void {
  terminal.loadAddon(new UnicodeGraphemesAddon());
}

/** Makes terminal emulators: the only file that does, for screens and for the checks of what they rely on. */
import headless from "@xterm/headless";
import type { Size } from "../../../shared/protocol.ts";
import { useGraphemes } from "./graphemes.ts";

/** Without guards: those rely on parts that a check may not have seen yet. `scrollback` counts rows above the viewport. */
export function createEmulator(size: Size, scrollback: number): headless.Terminal {
  // Programs without a working TIOCGWINSZ ask for the size in characters. What else xterm knows of its window is nobody's business.
  const windowOptions = { getWinSizeChars: true };
  const terminal = new headless.Terminal({ ...size, scrollback, allowProposedApi: true, logLevel: "off", windowOptions });
  useGraphemes(terminal);
  return terminal;
}

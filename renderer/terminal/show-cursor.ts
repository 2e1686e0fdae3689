/** Keeps the cursor in view where a terminal is larger than its space. */
import type { Terminal } from "@xterm/xterm";

/** Scrolls `container`, in which `terminal` was opened, so that the row of the cursor shows. Does nothing where the whole screen shows. */
export function showCursor(terminal: Terminal, container: HTMLElement): void {
  const screen = container.querySelector<HTMLElement>(".xterm-screen");
  const excess = (screen?.offsetHeight ?? 0) - container.clientHeight;
  if (!screen || excess <= 0) return;
  const bottom = ((terminal.buffer.active.cursorY + 1) / terminal.rows) * screen.offsetHeight;
  const { scrollTop, clientHeight } = container;
  if (bottom > scrollTop + clientHeight || bottom < scrollTop) container.scrollTop = bottom - clientHeight;
}

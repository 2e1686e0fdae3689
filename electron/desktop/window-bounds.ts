/** Restores the window's position and size, if a display still shows it there. */
import type { BrowserWindow, Display, Rectangle } from "electron";
import type { WindowBounds } from "../platform/app-state.ts";

/** A part of this size of the title bar must be on a display, so that the user can see it and drag it. In pixels. */
const VISIBLE_WIDTH = 120;
const VISIBLE_HEIGHT = 40;
/** Moves and resizes come in bursts, so the bounds are saved after a pause. */
const SAVE_DELAY_MS = 400;

/** The bounds if a display shows them. Undefined if not: a display was unplugged, or its resolution has changed. */
export function visibleBounds(
  bounds: WindowBounds | undefined,
  displays: readonly Pick<Display, "workArea">[],
): WindowBounds | undefined {
  if (!bounds) return undefined;
  const titleBar = { ...bounds, height: VISIBLE_HEIGHT };
  return displays.some(({ workArea }) => showsEnough(workArea, titleBar)) ? bounds : undefined;
}

function showsEnough(area: Rectangle, bar: Rectangle): boolean {
  const width = Math.min(area.x + area.width, bar.x + bar.width) - Math.max(area.x, bar.x);
  const height = Math.min(area.y + area.height, bar.y + bar.height) - Math.max(area.y, bar.y);
  return width >= Math.min(VISIBLE_WIDTH, bar.width) && height >= bar.height / 2;
}

/** Calls `save` with the window's bounds soon after every change, and when the window closes. */
export function watchBounds(window: BrowserWindow, save: (bounds: WindowBounds) => void): void {
  let timer: NodeJS.Timeout | undefined;
  const saveNow = (): void => {
    clearTimeout(timer);
    // For a minimized or full-screen window, these are the bounds that it returns to.
    if (!window.isDestroyed()) save({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(saveNow, SAVE_DELAY_MS);
  };
  window.on("resize", saveSoon);
  window.on("move", saveSoon);
  window.on("maximize", saveSoon);
  window.on("unmaximize", saveSoon);
  window.on("close", saveNow);
  window.on("closed", () => clearTimeout(timer));
}

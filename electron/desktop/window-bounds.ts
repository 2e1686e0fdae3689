/** The window comes back where it was, if that is still on a display. */
import type { BrowserWindow, Display, Rectangle } from "electron";
import type { WindowBounds } from "../platform/app-state.ts";

/** Of the window's top edge, so much must be on a display: enough to see it and to drag it. */
const VISIBLE_WIDTH = 120;
const VISIBLE_HEIGHT = 40;
/** Moving and resizing come in bursts. */
const SAVE_DELAY_MS = 400;

/** The bounds, unless no display shows them any more: one was unplugged, or its resolution changed. */
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

/** Tells where the window is, a moment after it has changed and when it closes. */
export function watchBounds(window: BrowserWindow, save: (bounds: WindowBounds) => void): void {
  let timer: NodeJS.Timeout | undefined;
  const saveNow = (): void => {
    clearTimeout(timer);
    // What a window that is minimized or full-screen would be without that.
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

import { expect, test } from "vitest";
import { visibleBounds } from "../../../electron/desktop/window-bounds.ts";

const screen = (x: number, y: number, width = 1920, height = 1080): { workArea: Electron.Rectangle } => ({
  workArea: { x, y, width, height },
});
const bounds = { x: 100, y: 100, width: 1000, height: 700, maximized: true };

test("a bounds on a display is kept, maximized or not", () => {
  expect(visibleBounds(bounds, [screen(0, 0)])).toEqual(bounds);
  expect(visibleBounds({ ...bounds, x: -1800 }, [screen(0, 0), screen(-1920, 0)])).toBeDefined();
  expect(visibleBounds({ ...bounds, x: 1780, maximized: false }, [screen(0, 0)])).toBeDefined();
});

test.each([
  ["of a display that was unplugged", { ...bounds, x: 2500 }],
  ["above the display: its title bar could not be reached", { ...bounds, y: -300 }],
  ["below it", { ...bounds, y: 1079 }],
  ["with too little to drag it by", { ...bounds, x: 1900 }],
  ["behind the panel at the top", { ...bounds, y: -25 }],
])("a bounds %s is forgotten", (_what, gone) => {
  expect(visibleBounds(gone, [screen(0, 0)])).toBeUndefined();
});

test("without saved bounds, or without a display, there are no bounds", () => {
  expect(visibleBounds(undefined, [screen(0, 0)])).toBeUndefined();
  expect(visibleBounds(bounds, [])).toBeUndefined();
});

import { expect, test } from "vitest";
import { visiblePlace } from "../../../electron/desktop/window-place.ts";

const screen = (x: number, y: number, width = 1920, height = 1080): { workArea: Electron.Rectangle } => ({
  workArea: { x, y, width, height },
});
const place = { x: 100, y: 100, width: 1000, height: 700, maximized: true };

test("a place on a display is kept, maximized or not", () => {
  expect(visiblePlace(place, [screen(0, 0)])).toEqual(place);
  expect(visiblePlace({ ...place, x: -1800 }, [screen(0, 0), screen(-1920, 0)])).toBeDefined();
  expect(visiblePlace({ ...place, x: 1780, maximized: false }, [screen(0, 0)])).toBeDefined();
});

test.each([
  ["of a display that was unplugged", { ...place, x: 2500 }],
  ["above the display: its title bar could not be reached", { ...place, y: -300 }],
  ["below it", { ...place, y: 1079 }],
  ["with too little to drag it by", { ...place, x: 1900 }],
  ["behind the panel at the top", { ...place, y: -25 }],
])("a place %s is forgotten", (_what, gone) => {
  expect(visiblePlace(gone, [screen(0, 0)])).toBeUndefined();
});

test("without a place, or without a display, there is none", () => {
  expect(visiblePlace(undefined, [screen(0, 0)])).toBeUndefined();
  expect(visiblePlace(place, [])).toBeUndefined();
});

/** The painter: which canvases it sizes and paints. What paint() draws is held apart from it. */
import { expect, test } from "vitest";
import { TilePainter } from "../../../renderer/tiles/tile-painter.ts";
import { terminalTheme } from "../../../renderer/theme/terminal-theme.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";

/** A canvas that has counted how often it was asked to draw. */
function canvas(): { width: number; height: number; draws: number; getContext: () => unknown } {
  const made = {
    ...{ width: 300, height: 150, draws: 0 },
    getContext: () =>
      new Proxy(
        {},
        {
          get: () => () => void made.draws++,
          set: () => true,
        },
      ),
  };
  return made;
}

test("of hundreds of tiles, only those that have had a frame take a canvas of their size", () => {
  const painter = new TilePainter(() => {});
  const theme = terminalTheme("dark", DEFAULT_SETTINGS);
  painter.handle({ kind: "look", look: { colors: theme.colors, fontFamily: theme.fontFamily } });
  const [near, far] = [canvas(), canvas()];
  const space = { width: 400, height: 200, scale: 2 };
  for (const [tile, surface] of [near, far].entries()) {
    painter.handle({ kind: "mount", tile, id: `s${tile}`, canvas: surface as unknown as HTMLCanvasElement });
    painter.handle({ kind: "space", tile, space });
  }
  painter.handle({ kind: "repaint" });
  expect([near, far].map(({ width, draws }) => [width, draws])).toEqual([
    [300, 0],
    [300, 0],
  ]);
  const frame = { id: "s0", full: true, size: { cols: 80, rows: 24 }, cursor: { x: 0, y: 0, visible: true }, rows: [] };
  painter.handle({ kind: "frame", seq: 1, tiles: [frame] });
  expect([near.width, near.height, far.width]).toEqual([800, 400, 300]);
  expect(near.draws).toBeGreaterThan(0);
  painter.handle({ kind: "space", tile: 0, space: { ...space, width: 500 } });
  expect(near.width).toBe(1000);
});

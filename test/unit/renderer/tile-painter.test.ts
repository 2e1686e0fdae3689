/** The painter: which canvases it sizes and paints. What paint() draws is held apart from it. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type TileAnswer, TilePainter } from "../../../renderer/tiles/tile-painter.ts";
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

describe("a frame with many tiles", () => {
  const COUNT = 20;
  const frame = (seq: number, text: string) => ({
    kind: "frame" as const,
    seq,
    tiles: Array.from({ length: COUNT }, (_, n) => ({
      id: `s${n}`,
      full: true,
      size: { cols: 80, rows: 24 },
      cursor: { x: 0, y: 0, visible: false },
      rows: [[0, [[text, 0, 0, 0, text.length]]]] as [number, [string, number, number, number, number][]][],
    })),
  });
  let answers: TileAnswer[];
  let painter: TilePainter;
  let canvases: ReturnType<typeof slowCanvas>[];

  /** A canvas on which every painting takes 5 ms. */
  function slowCanvas(): ReturnType<typeof canvas> {
    const made = canvas();
    const context = made.getContext();
    made.getContext = () => {
      vi.advanceTimersByTime(5);
      return context;
    };
    return made;
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
    answers = [];
    painter = new TilePainter((answer) => answers.push(answer));
    const theme = terminalTheme("dark", DEFAULT_SETTINGS);
    painter.handle({ kind: "look", look: { colors: theme.colors, fontFamily: theme.fontFamily } });
    canvases = Array.from({ length: COUNT }, slowCanvas);
    for (const [tile, surface] of canvases.entries()) {
      painter.handle({ kind: "mount", tile, id: `s${tile}`, canvas: surface as unknown as HTMLCanvasElement });
      painter.handle({ kind: "space", tile, space: { width: 400, height: 200, scale: 1 } });
    }
    answers.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  const painted = (): number => canvases.filter(({ draws }) => draws > 0).length;
  const acknowledged = (): TileAnswer[] => answers.filter(({ kind }) => kind === "painted");

  test("is painted with breaks, and acknowledged when all of it is: with the time that painting took", () => {
    painter.handle(frame(1, "one"));
    expect(painted()).toBeGreaterThan(0);
    expect(painted()).toBeLessThan(COUNT);
    expect(acknowledged()).toEqual([]);
    vi.runAllTimers();
    expect(painted()).toBe(COUNT);
    expect(acknowledged()).toEqual([{ kind: "painted", seq: 1, tookMs: 5 * COUNT }]);
  });

  test("goes on without a tile that has gone, and the next frame waits for its end", () => {
    painter.handle(frame(1, "one"));
    painter.handle({ kind: "unmount", tile: COUNT - 1 });
    painter.handle(frame(2, "two"));
    vi.runAllTimers();
    expect(painted()).toBe(COUNT - 1);
    expect(acknowledged().map((answer) => "seq" in answer && answer.seq)).toEqual([1, 2]);
    painter.handle({ kind: "text", id: "s0", request: 7 });
    expect(answers.at(-1)).toMatchObject({ kind: "text", request: 7, rows: expect.arrayContaining(["two"]) });
  });
});

import { expect, test } from "vitest";
import { TileModel } from "../../../renderer/tiles/tile-model.ts";
import type { Run, TileFrame } from "../../../shared/protocol.ts";

const plain = (text: string): Run => [text, -1, -1, 0, text.length];

function frameOf(change: Partial<TileFrame>): TileFrame {
  return {
    id: "s",
    size: { cols: 20, rows: 4 },
    cursor: { x: 0, y: 0, visible: true },
    full: false,
    rows: [],
    ...change,
  };
}

test("a full frame replaces everything and asks for everything to be painted", () => {
  const model = new TileModel();
  const first = [0, 1, 2, 3].map((y): [number, Run[]] => [y, [plain(`row ${y}  `)]]);
  expect(model.apply(frameOf({ full: true, rows: first }))).toBe("all");
  expect(model.text()).toEqual(["row 0", "row 1", "row 2", "row 3"]);
  model.apply(frameOf({ full: true, rows: [[1, [plain("alone")]]] }));
  expect(model.text()).toEqual(["", "alone", "", ""]);
});

test("a diff changes its rows only, and those are painted", () => {
  const model = new TileModel();
  model.apply(frameOf({ full: true, rows: [[0, [plain("kept")]]] }));
  expect(model.apply(frameOf({ rows: [[2, [plain("new")]]] }))).toEqual(new Set([2]));
  expect(model.text()).toEqual(["kept", "", "new", ""]);
});

test("a cursor that moves has both its rows painted", () => {
  const model = new TileModel();
  model.apply(frameOf({ full: true }));
  expect(model.apply(frameOf({ cursor: { x: 3, y: 2, visible: true } }))).toEqual(new Set([0, 2]));
  expect(model.apply(frameOf({ cursor: { x: 3, y: 2, visible: false } }))).toEqual(new Set([2]));
});

test("another size is a new picture even without `full`", () => {
  const model = new TileModel();
  model.apply(frameOf({ full: true, rows: [[3, [plain("gone")]]] }));
  expect(model.apply(frameOf({ size: { cols: 10, rows: 2 } }))).toBe("all");
  expect(model.text()).toEqual(["", ""]);
});

test("rows outside the screen are ignored", () => {
  const model = new TileModel();
  model.apply(frameOf({ full: true, rows: [[9, [plain("?")]]] }));
  expect(model.text()).toHaveLength(4);
});

test("the last used row looks through runs that are blank", () => {
  const model = new TileModel();
  expect(model.lastUsedRow()).toBe(-1);
  model.apply(
    frameOf({
      full: true,
      rows: [
        [1, [plain("text")]],
        [2, [["   ", -1, 4, 0, 3]]],
      ],
    }),
  );
  expect(model.lastUsedRow()).toBe(1);
});

test("the longest line counts until the screen is empty again, not only while it shows", () => {
  const model = new TileModel();
  model.apply(
    frameOf({
      full: true,
      rows: [
        [0, [plain("short")]],
        [1, [plain("a longer line")]],
      ],
    }),
  );
  expect(model.usedCols).toBe(13);
  model.apply(frameOf({ rows: [[1, [plain("x")]]] }));
  expect(model.usedCols).toBe(13);
  model.apply(frameOf({ rows: [[1, []]] }));
  expect(model.usedCols).toBe(5);
});

import { expect, test } from "vitest";
import { paint, type PaintContext } from "../../../renderer/tiles/paint.ts";
import { runColors } from "../../../shared/run-colors.ts";
import { layoutTile } from "../../../renderer/tiles/tile-layout.ts";
import { TileModel } from "../../../renderer/tiles/tile-model.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { faintTextRules } from "../../../renderer/theme/faint-text.ts";
import { terminalTheme } from "../../../renderer/theme/terminal-theme.ts";
import { contrast } from "../../../shared/contrast.ts";
import { rgbOf } from "../../../shared/rgb.ts";
import { CellAttribute, RunColor } from "../../../shared/run-style.ts";
import type { Run } from "../../../shared/protocol.ts";

const { colors, fontFamily } = terminalTheme("dark", DEFAULT_SETTINGS);
const RED = 1;
const RGB = RunColor.FIRST_RGB;

type Note = {
  readonly what: "rect" | "text";
  readonly text?: string;
  readonly x: number;
  readonly y: number;
  readonly style: string;
};

/** The painter sets colors by name only. */
function styleOf({ fillStyle }: PaintContext): string {
  return typeof fillStyle === "string" ? fillStyle : "";
}

/** A context that takes notes instead of painting. */
function createContext(): PaintContext & { readonly notes: Note[]; readonly fonts: Set<string> } {
  const notes: Note[] = [];
  const fonts = new Set<string>();
  return {
    notes,
    fonts,
    fillStyle: "",
    font: "",
    globalAlpha: 1,
    textBaseline: "alphabetic",
    letterSpacing: "0px",
    fillRect(x, y) {
      notes.push({ what: "rect", x, y, style: styleOf(this) });
    },
    // Letters of three quarters of the type size: wider than those of the bundled typeface.
    measureText(text) {
      return { width: text.length * 0.75 * Number(/([\d.]+)px/.exec(this.font)?.[1]) } as TextMetrics;
    },
    fillText(text, x, y) {
      fonts.add(this.font);
      notes.push({ what: "text", text, x, y, style: styleOf(this) });
    },
  };
}

function paintRows(
  rows: [number, Run[]][],
  dirty: ReadonlySet<number> | "all" = "all",
  first = 0,
): ReturnType<typeof createContext> {
  const model = new TileModel();
  const size = { cols: 40, rows: 10 };
  model.apply({ id: "s", size, cursor: { x: 0, y: 9, visible: false }, full: true, rows });
  const context = createContext();
  paint({ context, model, metrics: layoutTile(size, { width: 400, height: 300 }), colors, fontFamily, first }, dirty);
  return context;
}

const texts = (context: { notes: Note[] }): (string | undefined)[] =>
  context.notes.filter(({ what }) => what === "text").map(({ text }) => text);

test("only dirty rows are painted, each on its own line", () => {
  const rows: [number, Run[]][] = [
    [0, [["zero", -1, -1, 0, 4]]],
    [1, [["one", -1, -1, 0, 3]]],
  ];
  expect(texts(paintRows(rows))).toEqual(["zero", "one"]);
  expect(texts(paintRows(rows, new Set([1])))).toEqual(["one"]);
  const [zero, one] = paintRows(rows).notes.filter(({ what }) => what === "text");
  expect((one?.y ?? 0) - (zero?.y ?? 0)).toBeCloseTo(layoutTile({ cols: 40, rows: 10 }, { width: 400, height: 300 }).cellHeight);
});

test("rows above the first visible one are not painted", () => {
  const rows: [number, Run[]][] = [
    [0, [["hidden", -1, -1, 0, 6]]],
    [4, [["shown", -1, -1, 0, 5]]],
  ];
  expect(texts(paintRows(rows, "all", 3))).toEqual(["shown"]);
});

test("plain text goes in one piece, other characters each on their own cell", () => {
  expect(texts(paintRows([[0, [["ls -> ok", -1, -1, 0, 8]]]]))).toEqual(["ls -> ok"]);
  const box = paintRows([[0, [["┌─ ┐", -1, -1, 0, 4]]]]);
  expect(texts(box)).toEqual(["┌", "─", "┐"]);
  expect(texts(paintRows([[0, [["界", -1, -1, 0, 2]]]]))).toEqual(["界"]);
});

test("runs follow each other by their cells, also after a wide character", () => {
  const { notes } = paintRows([
    [
      0,
      [
        ["界", -1, -1, 0, 2],
        ["a", RED, -1, 0, 1],
      ],
    ],
  ]);
  const [wide, narrow] = notes.filter(({ what }) => what === "text");
  const { cellWidth } = layoutTile({ cols: 40, rows: 10 }, { width: 400, height: 300 });
  expect((narrow?.x ?? 0) - (wide?.x ?? 0)).toBeCloseTo(2 * cellWidth);
  expect(narrow?.style).toBe(colors.palette[RED]);
});

test("bold and italic choose the face; invisible text is not painted", () => {
  const { fonts } = paintRows([[0, [["x", -1, -1, CellAttribute.BOLD | CellAttribute.ITALIC, 1]]]]);
  expect([...fonts][0]).toMatch(/^italic 700 /);
  expect(texts(paintRows([[0, [["secret", -1, -1, CellAttribute.INVISIBLE, 6]]]]))).toEqual([]);
});

test("a background is painted even under blanks", () => {
  const { notes } = paintRows([[0, [["    ", -1, RED, 0, 4]]]]);
  expect(notes.some(({ what, style }) => what === "rect" && style === colors.palette[RED])).toBe(true);
});

test("inverse swaps the colors; RGB and palette are told apart", () => {
  expect(runColors(["x", -1, -1, CellAttribute.INVERSE, 1], colors)).toEqual({
    foreground: colors.background,
    background: colors.foreground,
  });
  expect(runColors(["x", RGB + 0xffffff, RGB + 0x000102, 0, 1], colors)).toEqual({
    foreground: "#ffffff",
    background: "#000102",
  });
});

test("text a program makes unreadable is made readable", () => {
  const { foreground, background } = runColors(["x", RGB + 0x101010, RGB + 0x111111, 0, 1], colors);
  expect(contrast(rgbOf(foreground), rgbOf(background))).toBeGreaterThanOrEqual(4.5);
});

test.each(["dark", "light", "high-contrast"] as const)("faint text is weaker, and can still be read: %s", (name) => {
  const theme = terminalTheme(name, DEFAULT_SETTINGS).colors;
  const least = theme.minimumContrast;
  for (let color = -1; color < 16; color++) {
    const plain = runColors(["x", color, -1, 0, 1], theme);
    const faint = runColors(["x", color, -1, CellAttribute.DIM, 1], theme);
    const [strong, weak] = [plain, faint].map((run) => contrast(rgbOf(run.foreground), rgbOf(run.background)));
    expect(weak, `color ${color}`).toBeGreaterThanOrEqual(least);
    expect(weak, `color ${color}`).toBeLessThanOrEqual(strong ?? 0);
    expect(faintTextRules(theme)).toContain(`${color === -1 ? "" : `.xterm-fg-${color}`}.xterm-dim{color:${faint.foreground}}`);
  }
});

test("faint text is painted in its own color, not through the tile", () => {
  const { notes } = paintRows([[0, [["x", RED, -1, CellAttribute.DIM, 1]]]]);
  const { foreground } = runColors(["x", RED, -1, CellAttribute.DIM, 1], colors);
  expect(notes.filter(({ what }) => what === "text").map(({ style }) => style)).toEqual([foreground]);
});

test("the cursor covers its cell when it is visible", () => {
  const model = new TileModel();
  const size = { cols: 40, rows: 10 };
  model.apply({ id: "s", size, cursor: { x: 2, y: 1, visible: true }, full: true, rows: [] });
  const context = createContext();
  const metrics = layoutTile(size, { width: 400, height: 300 });
  paint({ context, model, metrics, colors, fontFamily, first: 0 }, "all");
  const cursor = context.notes.filter(({ style }) => style === colors.cursor);
  expect(cursor).toEqual([
    { what: "rect", x: metrics.padding + 2 * metrics.cellWidth, y: metrics.padding + metrics.cellHeight, style: colors.cursor },
  ]);
});

test("letters of another typeface are put on their cells", () => {
  const size = { cols: 40, rows: 10 };
  const model = new TileModel();
  model.apply({ id: "s", size, cursor: { x: 0, y: 9, visible: false }, full: true, rows: [[0, [["ls", -1, -1, 0, 2]]]] });
  const metrics = layoutTile(size, { width: 400, height: 300 });
  const spacingWith = (font: string): number => {
    const context = createContext();
    paint({ context, model, metrics, colors, fontFamily: font, first: 0 }, "all");
    return Number.parseFloat(context.letterSpacing);
  };
  expect(spacingWith('"Wide Mono", monospace')).toBeCloseTo(metrics.cellWidth - 0.75 * metrics.fontSize);
  // Not nothing: any spacing switches ligatures off.
  expect(spacingWith(fontFamily)).toBeGreaterThan(0);
  expect(spacingWith(fontFamily)).toBeLessThan(0.01);
});

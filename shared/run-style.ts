/**
 * How a run of a tile says its colors and attributes (see `Run` in shapes.ts).
 * Apart from the protocol's schemas, because the tile worker loads none.
 */

/** A run's color: `DEFAULT`, a palette index (0..255), or `FIRST_RGB + 0xrrggbb`. A palette index follows the viewer's theme. */
export const RunColor = { DEFAULT: -1, FIRST_RGB: 0x1000000 } as const;

/** Bits of a run's attributes. */
export const CellAttribute = {
  BOLD: 1,
  DIM: 2,
  ITALIC: 4,
  UNDERLINE: 8,
  INVERSE: 16,
  INVISIBLE: 32,
  STRIKETHROUGH: 64,
  OVERLINE: 128,
} as const;

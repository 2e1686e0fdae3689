/** Bits of a run's attributes. Apart from the protocol's schemas, because the tile worker loads none. */
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

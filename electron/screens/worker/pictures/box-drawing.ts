/**
 * Draws box-drawing characters and block elements (U+2500 to U+259F) by themselves,
 * so that lines meet at the edges of cells whatever the typeface; and braille
 * (U+2800 to U+28FF), which spinners and graphs are made of. Pure.
 */

/** Coverage of one cell: `width` times `height` bytes, 0 (nothing) to 255 (all). */
export type Mask = { readonly width: number; readonly height: number; readonly alpha: Uint8Array };

/**
 * The arms of U+2500 to U+257F: up, right, down, left. 0 none, 1 light, 2 heavy, 3
 * double. Dashed lines are drawn whole; diagonals (all 0) are left to the typeface.
 */
const ARMS = (
  "0101 0202 1010 2020 0101 0202 1010 2020 0101 0202 1010 2020 0110 0210 0120 0220 0011 0012 0021 0022 " +
  "1100 1200 2100 2200 1001 1002 2001 2002 1110 1210 2110 1120 2120 2210 1220 2220 1011 1012 2011 1021 " +
  "2021 2012 1022 2022 0111 0112 0211 0212 0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202 " +
  "1111 1112 1211 1212 2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222 0101 0202 1010 2020 " +
  "0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003 1310 3130 3330 1013 3031 3033 " +
  "0313 0131 0333 1303 3101 3303 1313 3131 3333 0110 0011 1001 1100 0000 0000 0000 0001 1000 0100 0010 " +
  "0002 2000 0200 0020 0201 1020 0102 2010"
).split(" ");
const FIRST = 0x2500;
const FIRST_BLOCK = 0x2580;
/** Of U+2596 to U+259F, the quarters that are filled: upper left 8, upper right 4, lower left 2, lower right 1. */
const QUARTERS = [2, 1, 8, 11, 9, 14, 13, 4, 6, 7];

/** Column and row of each dot of a braille pattern, in the order of its bits. */
const BRAILLE_DOTS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;
const FIRST_BRAILLE = 0x2800;

/** Undefined for a character that the typeface has to draw. */
export function boxMask(char: string, width: number, height: number): Mask | undefined {
  const code = char.codePointAt(0) ?? 0;
  if (char.length > 1) return undefined;
  const mask = { width, height, alpha: new Uint8Array(width * height) };
  if (code >= FIRST_BRAILLE && code <= FIRST_BRAILLE + 0xff) {
    drawDots(mask, code - FIRST_BRAILLE);
    return mask;
  }
  if (code < FIRST || code > 0x259f) return undefined;
  if (code >= FIRST_BLOCK) fillBlock(mask, code);
  else if (!drawArms(mask, ARMS[code - FIRST] ?? "0000")) return undefined;
  return mask;
}

/** Fills from (left, top) to (right, bottom), both exclusive at the end, in pixels. */
function fill(mask: Mask, box: { left: number; top: number; right: number; bottom: number }, alpha = 255): void {
  const { width, height } = mask;
  for (let y = Math.max(0, Math.round(box.top)); y < Math.min(height, Math.round(box.bottom)); y++) {
    mask.alpha.fill(alpha, y * width + Math.max(0, Math.round(box.left)), y * width + Math.min(width, Math.round(box.right)));
  }
}

function drawArms(mask: Mask, arms: string): boolean {
  if (arms === "0000") return false;
  const { width, height } = mask;
  const light = Math.max(1, Math.round(width / 9));
  const [up = 0, right = 0, down = 0, left = 0] = [...arms].map(Number);
  const [x, y] = [Math.floor((width - light) / 2), Math.floor((height - light) / 2)];
  for (const [from, to] of strokes(up, light))
    fill(mask, { left: x + from, top: 0, right: x + to, bottom: y + reach(left, right, light) });
  for (const [from, to] of strokes(down, light))
    fill(mask, { left: x + from, top: y - reach(left, right, light) + light, right: x + to, bottom: height });
  for (const [from, to] of strokes(left, light))
    fill(mask, { left: 0, top: y + from, right: x + reach(up, down, light), bottom: y + to });
  for (const [from, to] of strokes(right, light))
    fill(mask, { left: x - reach(up, down, light) + light, top: y + from, right: width, bottom: y + to });
  return true;
}

/** Where the lines of an arm lie across it, from the middle line's near edge. */
function strokes(kind: number, light: number): [number, number][] {
  if (kind === 0) return [];
  if (kind === 1) return [[0, light]];
  if (kind === 2) return [[-light, 2 * light]];
  return [
    [-light, 0],
    [light, 2 * light],
  ];
}

/** How far past the near edge of the middle an arm reaches, to meet arms of these kinds across it. */
function reach(a: number, b: number, light: number): number {
  return Math.max(a, b) > 1 ? 2 * light : light;
}

function fillBlock(mask: Mask, code: number): void {
  const { width, height } = mask;
  const all = { left: 0, top: 0, right: width, bottom: height };
  const at = code - FIRST_BLOCK;
  if (at === 0) fill(mask, { ...all, bottom: height / 2 });
  else if (at <= 8) fill(mask, { ...all, top: height * (1 - at / 8) });
  else if (at <= 15) fill(mask, { ...all, right: width * ((16 - at) / 8) });
  else if (at === 16) fill(mask, { ...all, left: width / 2 });
  else if (at <= 19) fill(mask, all, (at - 16) * 64);
  else if (at === 20) fill(mask, { ...all, bottom: height / 8 });
  else if (at === 21) fill(mask, { ...all, left: width * (7 / 8) });
  else fillQuarters(mask, QUARTERS[at - 22] ?? 0);
}

function drawDots(mask: Mask, bits: number): void {
  const size = mask.width / 4;
  BRAILLE_DOTS.forEach(([column, row], bit) => {
    if (!(bits & (1 << bit))) return;
    const left = mask.width * (0.125 + column / 2);
    const top = mask.height * (0.06 + row / 4);
    fill(mask, { left, top, right: left + size, bottom: top + size });
  });
}

function fillQuarters(mask: Mask, quarters: number): void {
  const { width, height } = mask;
  for (const [bit, left, top] of [
    [8, 0, 0],
    [4, width / 2, 0],
    [2, 0, height / 2],
    [1, width / 2, height / 2],
  ] as const) {
    if (quarters & bit) fill(mask, { left, top, right: left + width / 2 + 0.5, bottom: top + height / 2 + 0.5 });
  }
}

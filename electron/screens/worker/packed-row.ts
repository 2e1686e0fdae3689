/**
 * One row of cells as few bytes, exactly: what is unpacked is what was packed,
 * number by number. The format is our own and never leaves the thread:
 *
 * - a byte of flags
 * - if STYLED: runs of style, each as its number of cells, `fg` and `bg`, then 0
 * - the cells, up to the last one that is not a plain blank
 *
 * Numbers are unsigned LEB128. A cell is one byte if it is empty or holds a
 * character of Latin-1 that is one column wide; see `Cell` for the others.
 */
import { Bg, CELL_SIZE, CODE_POINT, IS_COMBINED, WIDTH_SHIFT } from "./cell-layout.ts";

/** A line of the emulator, as far as it is packed. Of what it keeps apart, only what its cells refer to counts. */
export interface PackableLine {
  readonly _data: Uint32Array;
  _combined: Readonly<Record<number, string | undefined>>;
  _extendedAttrs: Readonly<Record<number, object | undefined>>;
  isWrapped: boolean;
}

const Flag = { WRAPPED: 1, STYLED: 2, APART: 4 } as const;

/** Bytes that are no character of Latin-1. */
const Cell = {
  EMPTY: 0,
  /** A number of empty cells follows. */
  EMPTY_RUN: 1,
  /** A code point one column wide follows; one of two columns, with the second half of the character. */
  NARROW: 2,
  WIDE: 3,
  /** The cell's whole content follows as a number. */
  OTHER: 4,
} as const;

const NARROW = 1 << WIDTH_SHIFT;
const WIDE = 2 << WIDTH_SHIFT;
/** An empty cell is one column wide, too. */
const EMPTY = NARROW;
/** Two numbers of style, a length and a content, of at most five bytes each. */
const MAX_CELL_BYTES = 20;

/** The most bytes that a row of this many columns can take. */
export function mostBytes(cols: number): number {
  return 2 + cols * MAX_CELL_BYTES;
}

/** Packs a line into `bytes` from `at` on. Returns where it ends. */
export function packRow(line: PackableLine, bytes: Uint8Array, at: number): number {
  const { _data: data } = line;
  const flagsAt = at++;
  const used = usedNumbers(data);
  const styles = packStyles(data, used, bytes, at);
  const { end, isApart } = packCells(data, used, bytes, styles.end);
  bytes[flagsAt] =
    (line.isWrapped ? Flag.WRAPPED : 0) | (styles.end > at ? Flag.STYLED : 0) | (isApart || styles.isApart ? Flag.APART : 0);
  return end;
}

/** Packs a row of Latin-1 text in plain style. The caller has seen to it that each character is one column wide. */
export function packText(text: string, isWrapped: boolean, bytes: Buffer, at: number): number {
  bytes[at] = isWrapped ? Flag.WRAPPED : 0;
  return at + 1 + bytes.write(text, at + 1, "latin1");
}

/** Whether the row that begins here keeps something apart. */
export function keepsApart(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & Flag.APART) !== 0;
}

/** Whether the row that begins here goes on from the one above it. */
export function isWrapped(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & Flag.WRAPPED) !== 0;
}

/** The columns of the row in `bytes[at, end)`, up to the last cell that is not a plain blank. */
export function usedColumns(bytes: Uint8Array, at: number, end: number): number {
  reader.bytes = bytes;
  reader.at = at;
  if (reader.byte() & Flag.STYLED) skipStyles();
  let columns = 0;
  while (reader.at < end) {
    const byte = reader.byte();
    if (byte === Cell.EMPTY_RUN) columns += reader.number();
    else {
      columns += byte === Cell.WIDE ? 2 : 1;
      if (byte === Cell.NARROW || byte === Cell.WIDE || byte === Cell.OTHER) reader.number();
    }
  }
  return columns;
}

/** Unpacks the row in `bytes[at, end)` into a line that is blank. */
export function unpackRow(bytes: Uint8Array, at: number, end: number, line: PackableLine): void {
  reader.bytes = bytes;
  reader.at = at;
  const flags = reader.byte();
  line.isWrapped = (flags & Flag.WRAPPED) !== 0;
  if (flags & Flag.STYLED) unpackStyles(line._data);
  unpackCells(line._data, end);
}

/** Reads numbers one after the other. Nothing here outlives a call, so all rows share it. */
const reader = {
  bytes: new Uint8Array(0) as Uint8Array,
  at: 0,
  byte(): number {
    return this.bytes[this.at++] ?? 0;
  },
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  },
};

function writeNumber(value: number, bytes: Uint8Array, at: number): number {
  let rest = value >>> 0;
  while (rest > 0x7f) {
    bytes[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
}

/** The numbers of a line's cells up to the last one that is not a plain blank. */
function usedNumbers(data: Uint32Array): number {
  let end = data.length;
  while (end > 0 && data[end - 3] === EMPTY && data[end - 2] === 0 && data[end - 1] === 0) end -= CELL_SIZE;
  return end;
}

/** Writes nothing if the style is plain all along. */
function packStyles(data: Uint32Array, used: number, bytes: Uint8Array, at: number): { end: number; isApart: boolean } {
  let isPlain = true;
  for (let i = 0; i < used && isPlain; i += CELL_SIZE) isPlain = data[i + 1] === 0 && data[i + 2] === 0;
  if (isPlain) return { end: at, isApart: false };
  let isApart = false;
  for (let i = 0; i < used;) {
    const fg = data[i + 1] ?? 0;
    const bg = data[i + 2] ?? 0;
    if (bg & Bg.HAS_EXTENDED) isApart = true;
    const from = i;
    while (i < used && data[i + 1] === fg && data[i + 2] === bg) i += CELL_SIZE;
    at = writeNumber((i - from) / CELL_SIZE, bytes, at);
    at = writeNumber(fg, bytes, at);
    at = writeNumber(bg, bytes, at);
  }
  bytes[at++] = 0;
  return { end: at, isApart };
}

function packCells(data: Uint32Array, used: number, bytes: Uint8Array, at: number): { end: number; isApart: boolean } {
  let isApart = false;
  for (let i = 0; i < used; i += CELL_SIZE) {
    const content = data[i] ?? 0;
    const code = content & CODE_POINT;
    if (content === EMPTY) {
      const from = i;
      while (i + CELL_SIZE < used && data[i + CELL_SIZE] === EMPTY) i += CELL_SIZE;
      if (i === from) bytes[at++] = Cell.EMPTY;
      else {
        bytes[at++] = Cell.EMPTY_RUN;
        at = writeNumber((i - from) / CELL_SIZE + 1, bytes, at);
      }
    } else if (content === (code | NARROW)) {
      if (code > 0xff || code < 0x20) bytes[at++] = Cell.NARROW;
      if (code > 0xff || code < 0x20) at = writeNumber(code, bytes, at);
      else bytes[at++] = code;
    } else if (content === (code | WIDE) && i + CELL_SIZE < used && data[i + CELL_SIZE] === 0) {
      bytes[at++] = Cell.WIDE;
      at = writeNumber(code, bytes, at);
      i += CELL_SIZE;
    } else {
      isApart ||= (content & IS_COMBINED) !== 0;
      bytes[at++] = Cell.OTHER;
      at = writeNumber(content, bytes, at);
    }
  }
  return { end: at, isApart };
}

function skipStyles(): void {
  for (let cells = reader.number(); cells > 0; cells = reader.number()) {
    reader.number();
    reader.number();
  }
}

function unpackStyles(data: Uint32Array): void {
  let i = 0;
  for (let cells = reader.number(); cells > 0; cells = reader.number()) {
    const fg = reader.number();
    const bg = reader.number();
    for (const end = i + cells * CELL_SIZE; i < end; i += CELL_SIZE) {
      data[i + 1] = fg;
      data[i + 2] = bg;
    }
  }
}

function unpackCells(data: Uint32Array, end: number): void {
  for (let i = 0; reader.at < end; i += CELL_SIZE) {
    const byte = reader.byte();
    if (byte >= 0x20) data[i] = byte | NARROW;
    else if (byte === Cell.EMPTY) data[i] = EMPTY;
    else if (byte === Cell.EMPTY_RUN) {
      const last = i + (reader.number() - 1) * CELL_SIZE;
      for (; i < last; i += CELL_SIZE) data[i] = EMPTY;
      data[i] = EMPTY;
    } else if (byte === Cell.NARROW) data[i] = reader.number() | NARROW;
    else if (byte === Cell.WIDE) {
      data[i] = reader.number() | WIDE;
      i += CELL_SIZE;
      data[i] = 0;
    } else data[i] = reader.number();
  }
}

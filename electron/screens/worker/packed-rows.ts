/** Rows of a scrollback, packed: a list that grows at its end and shrinks at both, in blocks of bytes. */
import { KeptApart } from "./kept-apart.ts";
import { isWrapped, keepsApart, mostBytes, type PackableLine, packRow, packText, unpackRow, usedColumns } from "./packed-row.ts";
import { Slab } from "./slab.ts";

/** Rows in a block. With fewer, what a block costs by itself counts; with more, it stays long after most of its rows have gone. */
const BLOCK_ROWS = 256;

type Block = {
  /** The number of its first row, of all that were ever packed, and the one after its last. */
  readonly first: number;
  readonly end: number;
  readonly bytes: Uint8Array;
  /** Where each row begins, and where the last one ends. */
  readonly starts: Uint32Array;
  /** By the row's index in the block. */
  readonly apart: ReadonlyMap<number, KeptApart> | undefined;
};

/** Rows that are made when one of them is read. */
type LaterBlock = { readonly first: number; readonly end: number; readonly make: () => PackedRows };

/** A row of text in plain style, and whether it goes on from the row above it. */
export type TextRow = { readonly text: string; readonly isWrapped: boolean };

/** Packs a row into bytes from `at` on, and returns where it ends. */
type PackNext = (index: number, bytes: Buffer, at: number) => number;

/** Where blocks are put together. Nothing in it outlives a call, so all screens share it. */
let scratch = Buffer.alloc(0);
const starts = new Uint32Array(BLOCK_ROWS + 1);

export class PackedRows {
  readonly #slab = new Slab();
  #blocks: (Block | LaterBlock)[] = [];
  /** The numbers of the first row that is kept, and of the one after the last. */
  #first = 0;
  #end = 0;
  /** The block that was read from last: most readers go from row to row. */
  #last: Block | undefined;

  get length(): number {
    return this.#end - this.#first;
  }

  /** What a row keeps while rows before it go. Another row may get it after `dropLast`. */
  numberOf(index: number): number {
    return this.#first + index;
  }

  /** Adds lines of `cols` columns. They must not be changed from here on. */
  append(lines: readonly PackableLine[], cols: number): void {
    const pack: PackNext = (index, bytes, at) => packRow(lines[index] as PackableLine, bytes, at);
    this.#appendRows(lines.length, mostBytes(cols), pack, (index) => KeptApart.of(lines[index] as PackableLine));
  }

  /** Adds rows of at most `cols` columns, in their order: lines, or rows of another list, by their index there. */
  appendMixed(rows: readonly (PackableLine | number)[], cols: number, others: PackedRows): void {
    const pack: PackNext = (index, bytes, at) => {
      const row = rows[index] as PackableLine | number;
      return typeof row === "number" ? others.#copy(row, bytes, at) : packRow(row, bytes, at);
    };
    this.#appendRows(rows.length, mostBytes(cols), pack, (index) => {
      const row = rows[index] as PackableLine | number;
      return typeof row === "number" ? others.#apartOf(row) : KeptApart.of(row);
    });
  }

  /** Moves all rows to a list of their own. */
  take(): PackedRows {
    const taken = new PackedRows();
    taken.#blocks = this.#blocks;
    taken.#first = this.#first;
    taken.#end = this.#end;
    this.clear();
    return taken;
  }

  /** Adds rows of Latin-1 text, each character one column wide and none a control. */
  appendText(rows: readonly TextRow[], cols: number): void {
    this.#appendRows(rows.length, cols + 1, (index, bytes, at) => {
      const { text, isWrapped } = rows[index] as TextRow;
      return packText(text, isWrapped, bytes, at);
    });
  }

  /** Adds `count` rows, which `make` makes when one of them is read. */
  appendLater(count: number, make: () => PackedRows): void {
    this.#blocks.push({ first: this.#end, end: this.#end + count, make });
    this.#end += count;
  }

  /** Whether a row goes on from the one above it. */
  isWrapped(index: number): boolean {
    const block = this.#blockOf(this.#first + index);
    return isWrapped(block.bytes, block.starts[this.#first + index - block.first] ?? 0);
  }

  /** The columns of a row, up to the last cell that is not a plain blank. */
  usedColumns(index: number): number {
    const { bytes, start, end } = this.#find(index);
    return usedColumns(bytes, start, end);
  }

  /** Unpacks a row into a line that is blank. */
  read(index: number, line: PackableLine): void {
    const { bytes, start, end } = this.#find(index);
    unpackRow(bytes, start, end, line);
    this.#apartOf(index)?.restore(line);
  }

  /** Drops rows at the beginning; all of them if there are fewer. */
  dropFirst(count: number): void {
    this.#first = Math.min(this.#end, this.#first + count);
    while (this.#blocks[0] && this.#blocks[0].end <= this.#first) this.#drop(this.#blocks.shift());
  }

  /** Drops rows at the end. */
  dropLast(count: number): void {
    this.#end -= count;
    while ((this.#blocks.at(-1)?.first ?? -1) >= this.#end) this.#drop(this.#blocks.pop());
    if ((this.#blocks.at(-1)?.end ?? 0) <= this.#end) return;
    const last = this.#blockOf(this.#end);
    // That may have made other blocks of it.
    while (this.#blocks.at(-1) !== last) this.#drop(this.#blocks.pop());
    this.#drop(this.#blocks.pop());
    if (last.first === this.#end) return;
    this.#blocks.push({ ...last, end: this.#end, starts: last.starts.subarray(0, this.#end - last.first + 1) });
  }

  clear(): void {
    this.#first = this.#end;
    this.#blocks = [];
    this.#last = undefined;
  }

  /** Where a row's bytes are. */
  #find(index: number): { bytes: Uint8Array; start: number; end: number } {
    const number = this.#first + index;
    const { bytes, starts, first } = this.#blockOf(number);
    return { bytes, start: starts[number - first] ?? 0, end: starts[number - first + 1] ?? 0 };
  }

  #apartOf(index: number): KeptApart | undefined {
    const number = this.#first + index;
    const { apart, first } = this.#blockOf(number);
    return apart?.get(number - first);
  }

  #copy(index: number, into: Uint8Array, at: number): number {
    const { bytes, start, end } = this.#find(index);
    into.set(bytes.subarray(start, end), at);
    return at + end - start;
  }

  #appendRows(count: number, most: number, pack: PackNext, apart?: (index: number) => KeptApart | undefined): void {
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, count - from);
      if (scratch.length < rows * most) scratch = Buffer.alloc(BLOCK_ROWS * most);
      let at = 0;
      const kept = new Map<number, KeptApart>();
      for (let row = 0; row < rows; row++) {
        starts[row] = at;
        const end = pack(from + row, scratch, at);
        const rest = keepsApart(scratch, at) ? apart?.(from + row) : undefined;
        if (rest) kept.set(row, rest);
        at = end;
      }
      starts[rows] = at;
      this.#blocks.push({
        first: this.#end,
        end: this.#end + rows,
        bytes: this.#slab.bytes(scratch.subarray(0, at)),
        starts: this.#slab.numbers(starts.subarray(0, rows + 1)),
        apart: kept.size > 0 ? kept : undefined,
      });
      this.#end += rows;
    }
  }

  #blockOf(number: number): Block {
    const last = this.#last;
    if (last && number >= last.first && number < last.end) return last;
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#blocks[middle]?.end ?? 0) > number) high = middle;
      else low = middle + 1;
    }
    const block = this.#blocks[low];
    if (!block) throw new RangeError("No such packed row");
    if (!("make" in block)) return (this.#last = block);
    const made = block.make();
    if (made.length !== block.end - block.first)
      throw new RangeError(`${made.length} rows were made, not ${block.end - block.first}`);
    this.#blocks.splice(low, 1, ...made.#blocksFrom(block.first));
    return this.#blockOf(number);
  }

  /** All blocks, as those of a list in which the first row has this number. */
  #blocksFrom(first: number): (Block | LaterBlock)[] {
    const by = first - this.#first;
    return this.#blocks
      .map((block) => ("make" in block ? block : withoutFirst(block, this.#first - block.first)))
      .map((block) => ({ ...block, first: block.first + by, end: block.end + by }));
  }

  #drop(block: Block | LaterBlock | undefined): void {
    if (this.#last === block) this.#last = undefined;
  }
}

/** The block without its first rows; all of it where there are none. */
function withoutFirst(block: Block, count: number): Block {
  if (count <= 0) return block;
  const apart = block.apart && new Map([...block.apart].map(([row, rest]) => [row - count, rest]));
  return { ...block, first: block.first + count, starts: block.starts.subarray(count), apart };
}

/**
 * Decides when the scrollbacks of a thread's screens are packed: when a program
 * has paused, or when all screens together hold too much. While one floods, it
 * is left alone, because most of its rows will be gone before anybody has packed
 * them.
 */
import type { Screen } from "./screen.ts";

/** A screen that has printed nothing for this long is packed. */
const QUIET_MS = 400;
/**
 * Cells that all screens of the thread may hold unpacked: 19 MB. One screen of 80 columns may fill its scrollback. While one
 * floods, its oldest rows are written anew; to pack them first takes longer than all else that is done for a row.
 */
const MAX_CELLS = 1_600_000;
/** Fewer are not worth a block of their own. */
const MIN_CELLS = 10_000;
/** Rows packed in one go: two or three milliseconds. */
const SLICE_ROWS = 500;

export class ScrollbackPacker {
  /** What could be packed, by screen, and when the screen printed last. */
  readonly #unpacked = new Map<Screen, { cells: number; lastOutput: number }>();
  #cells = 0;
  #isScheduled = false;

  /** The screen has just printed something. */
  handleOutput(screen: Screen): void {
    this.#note(screen, performance.now());
    while (this.#cells > MAX_CELLS) {
      const [largest] = [...this.#unpacked].reduce((most, entry) => (entry[1].cells > most[1].cells ? entry : most));
      largest.scrollback.pack();
      this.#note(largest);
    }
    this.#packLater(QUIET_MS);
  }

  drop(screen: Screen): void {
    this.#cells -= this.#unpacked.get(screen)?.cells ?? 0;
    this.#unpacked.delete(screen);
  }

  #note(screen: Screen, lastOutput = this.#unpacked.get(screen)?.lastOutput ?? 0): void {
    this.drop(screen);
    const cells = screen.scrollback.packableCells;
    if (cells < MIN_CELLS) return;
    this.#unpacked.set(screen, { cells, lastOutput });
    this.#cells += cells;
  }

  /** Packs a slice of one screen that has paused; between two slices, others have their turn. */
  #packQuiet(): void {
    const now = performance.now();
    const quiet = [...this.#unpacked].find(([, { lastOutput }]) => now - lastOutput >= QUIET_MS);
    if (quiet) {
      quiet[0].scrollback.pack(SLICE_ROWS);
      this.#note(quiet[0]);
    }
    this.#isScheduled = false;
    this.#packLater(quiet ? 0 : QUIET_MS);
  }

  #packLater(ms: number): void {
    if (this.#isScheduled || this.#unpacked.size === 0) return;
    this.#isScheduled = true;
    setTimeout(() => this.#packQuiet(), ms);
  }
}

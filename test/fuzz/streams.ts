/** What hostile programs print: random bytes, floods of one sequence, and the streams of the property tests, mixed. */
import type { Random } from "../support/random.ts";
import { randomStream } from "../support/terminal-streams.ts";

const FLOODS = [
  ...["a", "\x1b[31m", "\u0301", "\r\n", "\x1b[?1049h\x1b[?1049l", "\x1b[6n", "日本", "\x1b[H\x1b[2J", "x\r", "\x1b", "\x9b"],
  ...[
    "\x1b[1;",
    "\x1b[",
    " ",
    "\t",
    "\x1bc",
    "\x1b[3J",
    "\x1b[99999b",
    "\x1b[5T",
    "\x1bM",
    "\x1b]8;;http://x.y/z\x07l\x1b]8;;\x07",
  ],
] as const;
/** A flood of one sequence, in characters. Most are short, so that much else is tried. */
const SHORT_FLOOD = 20_000;
const LONG_FLOOD = 500_000;

/** One file of output. */
export function hostileOutput(random: Random, size: { cols: number; rows: number }): Buffer {
  const pieces = Array.from({ length: random.int(2, 12) }, () => {
    if (random.chance(0.5)) return Buffer.from(randomStream(random, random.int(50, 1500), { ...size, malformed: true }));
    if (random.chance(0.5)) return Buffer.from(Uint8Array.from({ length: random.int(100, 60_000) }, () => random.int(0, 255)));
    const piece = random.pick(FLOODS);
    const length = random.int(100, random.chance(0.1) ? LONG_FLOOD : SHORT_FLOOD);
    return Buffer.from(piece.repeat(Math.ceil(length / piece.length)));
  });
  return Buffer.concat(pieces);
}

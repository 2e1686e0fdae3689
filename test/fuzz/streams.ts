/** What hostile programs print: random bytes, floods of one sequence, endless ones, and the streams of the property tests, mixed. */
import type { Random } from "../support/random.ts";
import { randomStream } from "../support/terminal-streams.ts";

/** Sequences and characters that are printed again and again. */
export const FLOODS = [
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
    "\x1b]8;id=a;http://x.y/z\x07l\r\n",
    "x\x1b[2147483647b",
    "x\x1b[70b",
    "\x1b[3 q",
    "\x1b]133;A\x07$ \x1b]133;B\x07\r\n",
    "\x1b[?2026h.\x1b[?2026l",
    "\x1b[?2026h",
    "\x1b[2;5r\n\n\x1b[r",
    "\x1b[1;1;5;5$z",
    "\x1b[?3h\x1b[?3l",
    "\x1b[?69h\x1b[5;9s",
    "\x1b7\x1b8",
    "\x1b[4h>\x1b[4l",
    "\x1b#8",
    "\x1b]4;1;?\x07",
    "\x1bP$qm\x1b\\",
    "\x1b[c\x1b[>c\x1b[18t",
    "\u200d",
    "\u{1f469}\u200d",
    "\ud83d",
  ],
] as const;
/** Pieces that need a number: sequences without end, and floods that are never twice the same. */
const ENDLESS: readonly ((random: Random, size: { cols: number; rows: number }) => string)[] = [
  (random) => `\x1b]${random.pick(["0;", "8;;http://", "52;c;", "1337;", "133;"])}${"t".repeat(random.int(0, 3_000_000))}\x07`,
  (random) =>
    `\x1bP${random.pick(["q", "$q", "+q", "1;2|"])}${"~".repeat(random.int(0, 1_000_000))}${random.pick(["\x1b\\", ""])}`,
  (random) => `\x1b_G${"A".repeat(random.int(0, 500_000))}\x1b\\`,
  (random) => `\x1b[${"9".repeat(random.int(1, 50_000))}${random.pick([..."ABCDEFGHIJKLMPSTXZbdfghlmnpqrstu@`"])}`,
  (random) => `\x1b[${"38;5;1;".repeat(random.int(1, 9000))}m`,
  (random) => `\x1b[4${":".repeat(random.int(1, 5000))}3m`,
  (random) => `a${"\u0301\u0316\u20dd".repeat(random.int(1, 20_000))}`,
  (random, { cols, rows }) => numbered(random, 2000, () => `\x1b[${random.int(1, rows)};${random.int(cols - 1, cols)}H\u65e5`),
  (random) => numbered(random, 5000, (n) => `\x1b]2;title ${n}\x07`),
  (random) => numbered(random, 30_000, (n) => `\x1b]8;;https://x/${n}\x07l\x1b]8;;\x07`),
  (random) => numbered(random, 10_000, (n) => `\x1b]8;id=${n};https://x/${n}\x07l\r\n`),
  (random) => numbered(random, 100, (n) => `\x1b]8;;https://x/${n}${"y".repeat(4000)}\x07l\x1b]8;;\x07`),
  (random) => numbered(random, 10_000, (n) => `\x1b[38;2;${n % 256};${(n >> 8) % 256};7;48;5;${n % 256};4;58;5;${n % 256}mc`),
  (random) => numbered(random, 3000, (n) => `\x1b[?${n}h\x1b[${n % 99} q`),
  (random) => "word ".repeat(random.int(1, 100_000)),
];

/** A flood of one sequence, in characters. Most are short, so that much else is tried. */
const SHORT_FLOOD = 20_000;
const LONG_FLOOD = 500_000;

/** One file of output. */
export function hostileOutput(random: Random, size: { cols: number; rows: number }): Buffer {
  const pieces = Array.from({ length: random.int(2, 12) }, () => {
    if (random.chance(0.5)) return Buffer.from(randomStream(random, random.int(50, 1500), { ...size, malformed: true }));
    if (random.chance(0.2)) return Buffer.from(random.pick(ENDLESS)(random, size));
    if (random.chance(0.5)) return Buffer.from(Uint8Array.from({ length: random.int(100, 60_000) }, () => random.int(0, 255)));
    const piece = random.pick(FLOODS);
    const length = random.int(100, random.chance(0.1) ? LONG_FLOOD : SHORT_FLOOD);
    return Buffer.from(piece.repeat(Math.ceil(length / piece.length)));
  });
  return Buffer.concat(pieces);
}

function numbered(random: Random, most: number, piece: (n: number) => string): string {
  return Array.from({ length: random.int(1, most) }, (_, n) => piece(n)).join("");
}

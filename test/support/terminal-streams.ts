/** Terminal output made up at random, of everything that programs and attackers send. */
import type { Random } from "./random.ts";

const WORDS = ["hello", "x", "the quick brown fox", "   ", "0123456789", "~/src $ ", "a".repeat(45), "|", "--"];
const WIDE = ["日本語", "한국", "字", "（）", "漢字かな交じり文"];
const CLUSTERS = [
  "e\u0301",
  "👨‍👩‍👧‍👦",
  "🇩🇪",
  "🇩",
  "👍🏽",
  "❤️",
  "☁︎",
  "\u0301",
  "\u200d",
  "ก็",
  "नि",
  "각",
  "🏳️‍🌈",
  "\u0600",
  "a\u0300\u0316",
];
const STYLES = [
  ...["0", "", "1", "2", "3", "4", "4:3", "4:5", "21", "5", "7", "8", "9", "53", "22", "23", "24", "25", "27", "28", "29", "55"],
  ...["31", "42", "97", "105", "39", "49", "38;5;208", "48;5;17", "38;2;1;2;3", "48;2;250;128;0", "38:2::9:8:7", "48:5:99"],
  ...["58;5;9", "58:2::1:2:3", "59", "1;3;4;31;44", "4:0", "4:2;58;2;7;8;9"],
];
const MODES = ["1", "6", "7", "45", "1004", "2004", "12", "25", "9", "1000", "1002", "1003", "1006", "1016", "2026", "66"];
const CURSOR_FINALS = ["A", "B", "C", "D", "E", "F", "G", "d", "a", "e", "`", "I", "Z"];
const EDIT_FINALS = ["@", "P", "X", "L", "M", "S", "T", "J", "K", "b", " @", " A", "'}", "'~"];

export type StreamOptions = {
  readonly cols: number;
  readonly rows: number;
  /** Sequences that no program sends: wrong order, wrong bytes, cut short. */
  readonly malformed?: boolean;
  /** Without switching autowrap off. */
  readonly autowrap?: boolean;
};

/** `count` pieces, each a text or a sequence. */
export function randomStream(random: Random, count: number, options: StreamOptions): string {
  let text = "";
  for (let i = 0; i < count; i++) text += piece(random, options);
  return text;
}

function piece(random: Random, options: StreamOptions): string {
  const kind = random.int(0, options.malformed ? 31 : 28);
  if (kind < 6) return random.pick(WORDS).slice(0, random.int(1, 45));
  if (kind < 8) return random.pick(WIDE);
  if (kind < 10) return random.pick(CLUSTERS);
  if (kind < 13) return random.pick(["\r\n", "\n", "\r", "\b", "\t", "\r\n\r\n", "\v", "\x07", "\0"]);
  if (kind < 17) return `\x1b[${random.pick(STYLES)}m`;
  if (kind < 19) return cursor(random, options);
  if (kind < 21) return `\x1b[${random.pick(["", "1", "2", "3", String(random.int(0, 99))])}${random.pick(EDIT_FINALS)}`;
  if (kind < 22) return mode(random, options);
  if (kind < 23) return region(random, options);
  if (kind < 24)
    return random.pick([
      "\x1b7",
      "\x1b8",
      "\x1b[s",
      "\x1b[u",
      "\x1bD",
      "\x1bE",
      "\x1bM",
      "\x1bH",
      "\x1b[g",
      "\x1b[3g",
      "\x84",
      "\x85",
    ]);
  if (kind < 25) return random.pick(["\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1048h", "\x1b[?1048l"]);
  if (kind < 26)
    return random.pick(["\x1b(0", "\x1b(B", "\x1b)0", "\x1b)B", "\x0e", "\x0f", "\x1b(A", "\x1bn", "\x1b*0", "lqqqk"]);
  if (kind < 27) return link(random);
  if (kind < 28) return string(random);
  if (kind < 29) return rare(random);
  return malformed(random);
}

function cursor(random: Random, { cols, rows }: StreamOptions): string {
  if (random.chance(0.4)) return `\x1b[${random.int(1, rows + 1)};${random.int(1, cols + 1)}H`;
  return `\x1b[${random.pick(["", String(random.int(0, Math.max(cols, rows)))])}${random.pick(CURSOR_FINALS)}`;
}

function mode(random: Random, options: StreamOptions): string {
  if (random.chance(0.15)) return `\x1b[${random.pick(["4", "20"])}${random.pick(["h", "l"])}`;
  if (random.chance(0.15)) return random.pick(["\x1b=", "\x1b>", '\x1b[1"q', '\x1b[0"q']);
  if (random.chance(0.15)) return `\x1b[${random.int(0, 6)} q`;
  const text = `\x1b[?${random.pick(MODES)}${random.pick(["h", "l"])}`;
  return options.autowrap && text === "\x1b[?7l" ? "" : text;
}

function region(random: Random, { rows }: StreamOptions): string {
  const top = random.int(1, rows);
  return random.chance(0.4) ? "\x1b[r" : `\x1b[${top};${random.int(top, rows)}r`;
}

function link(random: Random): string {
  if (random.chance(0.5)) return "\x1b]8;;\x1b\\";
  return `\x1b]8;${random.pick(["", "id=a", "id=b:x=y"])};https://example.com/${random.int(1, 5)}${random.pick(["\x07", "\x1b\\"])}`;
}

function string(random: Random): string {
  const end = random.pick(["\x07", "\x1b\\", "\x9c"]);
  const payload = random.pick(["payload", "日本", "a;b;c", "", "\n\r", "x".repeat(200)]);
  return random.pick([
    `\x1b]0;title ${random.int(0, 99)}${end}`,
    `\x1b]2;${payload}${end}`,
    `\x1b]133;A${end}`,
    `\x1b]52;c;aGk=${end}`,
    `\x1bP$qm\x1b\\`,
    `\x1bP1;2|${payload.replace(/[^\x00-\x7f]/g, "")}\x1b\\`,
    `\x1b_Gi=1;AAAA\x1b\\`,
    `\x1b^pm\x1b\\`,
    `\x9dtitle${end}`,
  ]);
}

function rare(random: Random): string {
  return random.pick([
    "\x1bc",
    "\x1b[!p",
    "\x1b#8",
    "\x1b[2J",
    "\x1b[H\x1b[2J\x1b[3J",
    "\x1b[1J",
    "\x1b[?2J",
    "\x1b[?K",
    "\x1b%G",
    "\x1b[?2h",
  ]);
}

function malformed(random: Random): string {
  return random.pick([
    ...[
      "\x1b[",
      "\x1b]",
      "\x1bP",
      "\x1b",
      "\x1b_",
      "\x9b",
      "\x9d",
      "\x90",
      "\x98",
      "\x1b[1;2",
      "\x1b[?",
      "\x1b[<1>2m",
      "\x18",
      "\x1a",
      "\x9c",
    ],
    ...[
      "\x1b(",
      "\x1b([",
      "\x1b#P",
      "\x1b[é",
      "\x1b[1é",
      "\x1b]0;é\x18",
      "\x1bPé",
      "\x1b_é",
      "\x1b[ 1m",
      "\x1b[1 é",
      "\x7f",
      "\x1b[\x7f1m",
      "\x80",
    ],
    ...[
      "\ud83d",
      "\ude00",
      "\x1b]8;;u\x1b\x1b[3",
      "\x1b\x1b\x1b",
      "\x1b[?1\x1b[31m",
      "\x99",
      "\x1b[1\n2H",
      "\ufeff",
      "\uffff",
      "\x1b[1:2:3m",
    ],
  ]);
}

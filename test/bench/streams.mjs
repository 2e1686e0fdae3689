/**
 * What programs print a lot of, made up from a seed: the same in every run. No
 * two lines are alike, so that nothing can be tuned to one of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./measure.mjs";

const WORDS = (
  "the of compiling module warning unused variable in src lib index parser test passed failed error at line " +
  "x86_64-unknown-linux-gnu 0x7ffd3a10 /usr/local/share/doc version 1.42.0 https://example.com/a?b=c [100%] -> => {} (a, b) " +
  "connection established request response 200 OK elapsed 12ms retry scheduled a an to from with without"
).split(" ");

const SCRIPTS = [
  ..."编译模块成功|没有找到文件|漢字かな交じり文|テストに合格しました|컴파일이 완료되었습니다".split("|"),
  ..."сборка завершена успешно|ошибка в строке|η μεταγλώττιση ολοκληρώθηκε|zażółć gęślą jaźń|naïve café — œuvre".split("|"),
  ..."✓ 완료|→ 次へ|🚀 deployed|⚠️ warning|👩‍💻 commit|🇩🇪 Grüße|“quoted” … – ½ ±5 °C|│ ├── src|└── テスト".split("|"),
  ..."नमस्ते दुनिया|สวัสดีชาวโลก|שלום עולם|مرحبا بالعالم|e\u0301te\u0301|Việt Nam".split("|"),
];

/** Numbers from 0 (inclusive) to 1, by mulberry32 (public domain, Tommy Ettinger). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function makerFrom(seed) {
  const random = randomFrom(seed);
  const int = (from, to) => from + Math.floor(random() * (to - from + 1));
  const pick = (list) => list[int(0, list.length - 1)];
  const words = (length, list = WORDS) => {
    let text = pick(list);
    while (text.length < length) text += ` ${pick(list)}`;
    return text.slice(0, length).trimEnd();
  };
  return { int, pick, words, chance: (share) => random() < share };
}

/** A style as programs set it: named, bright, of 256, of 16 million, with attributes. */
function style({ int, pick }) {
  return pick([
    () => `\x1b[${int(30, 37)}m`,
    () => `\x1b[1;${int(30, 37)}m`,
    () => `\x1b[${int(90, 97)}m`,
    () => `\x1b[38;5;${int(0, 255)}m`,
    () => `\x1b[38;2;${int(0, 255)};${int(0, 255)};${int(0, 255)}m`,
    () => `\x1b[48;5;${int(0, 255)}m`,
    () => `\x1b[7m`,
    () => `\x1b[4m`,
  ])();
}

/** A share of a screen, row by row, with the cursor put wherever something has changed. */
function frame(make) {
  const { int, pick, words, chance } = make;
  let text = "\x1b[?25l";
  for (let row = 1; row <= 24; row++) {
    if (chance(0.3)) continue;
    text += chance(0.7) ? `\x1b[${row};1H` : `\x1b[${row};${int(1, 60)}H`;
    for (let runs = int(1, 6); runs > 0; runs--)
      text += style(make) + words(int(2, 16)) + pick(["\x1b[0m", "\x1b[m", "\x1b[39m", ""]);
    text += pick(["\x1b[K", "\x1b[K", "\x1b[0m\x1b[K", `\x1b[${int(1, 9)}C${words(4)}`, "\x1b[1P", ""]);
  }
  return `${text}\x1b[${int(1, 24)};${int(1, 80)}H\x1b[?25h`;
}

const output = (cast) =>
  readFileSync(join(ROOT, "test/fixtures", cast), "utf8")
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(([, code]) => code === "o")
    .map(([, , text]) => text)
    .join("");

/** By name: text of at least `length` UTF-16 units. `tail` is a pattern of what its screen shows at the end of any of them. */
export const streams = {
  /** A log: lines of 20 to 110 columns, some of which wrap. */
  plain: (length) => lines(length, ({ int, words }) => words(int(20, 110))),
  /** A build: a colored word or two in each line. */
  colors: (length) =>
    lines(length, (make) => {
      const { int, words } = make;
      return `${style(make)}${words(int(4, 12))}\x1b[0m ${words(int(10, 60))} ${style(make)}${words(int(4, 20))}\x1b[m`;
    }),
  /** Source code: each word in a color of its own. */
  highlighted: (length) =>
    lines(length, (make) => {
      const { int, words } = make;
      return Array.from({ length: int(1, 12) }, () => `${style(make)}${words(int(1, 8))}\x1b[m`).join(" ");
    }),
  /** A table: columns that tabs keep apart. */
  table: (length) => lines(length, ({ int, words }) => Array.from({ length: int(2, 9) }, () => words(int(1, 12))).join("\t")),
  /** Records without line ends of their own: lines of up to 30 kB. */
  long: (length) => lines(length, ({ int, words }) => `{"${words(int(200, 30_000))}"}`),
  /** A full-screen program: rows painted over, with styles and cursor movement. */
  repainting: (length) => pieces(length, frame),
  /** Many scripts, wide characters, emoji and accents among ASCII. */
  mixed: (length) =>
    lines(length, ({ int, pick, words, chance }) => {
      let text = "";
      const wanted = int(10, 70);
      while (text.length < wanted) text += `${chance(0.35) ? words(int(3, 20)) : pick(SCRIPTS)} `;
      return text;
    }),
  /** What vim and htop have printed, again and again. */
  recorded: (length) => {
    const session = output("vim.cast") + output("htop.cast");
    return session.repeat(Math.ceil(length / session.length));
  },
};

function lines(length, line) {
  return pieces(length, (make) => `${line(make)}\n`);
}

function pieces(length, piece) {
  const make = makerFrom(9);
  const parts = [];
  for (let done = 0; done < length; done += parts.at(-1).length) parts.push(piece(make));
  return parts.join("");
}

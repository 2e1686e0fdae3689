/** What the host's screen answers (T5), and what it never does: the clipboard (T6), output as input (T8), the window (T11). Codes: docs/threats.md. */
import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random } from "../../support/random.ts";
import { randomStream } from "../../support/terminal-streams.ts";

function repliesTo(text: string, replay = false): string[] {
  using screen = new Screen({ cols: 80, rows: 24 });
  const replies: string[] = [];
  screen.onReply((reply) => replies.push(reply));
  screen.write("\x1b]2;secret title\x07\x1b]1;secret icon\x07secret content\x1b[5;7H");
  screen.write(text, replay);
  return replies;
}

/** Each query and the one answer it may have. */
const ANSWERED = {
  "DA1 CSI c": ["\x1b[c", "\x1b[?1;2c"],
  "DA1 CSI 0 c": ["\x1b[0c", "\x1b[?1;2c"],
  "DA2 CSI > c": ["\x1b[>c", "\x1b[>0;276;0c"],
  "DSR CSI 5 n": ["\x1b[5n", "\x1b[0n"],
  "CPR CSI 6 n": ["\x1b[6n", "\x1b[5;7R"],
  "DECXCPR CSI ? 6 n": ["\x1b[?6n", "\x1b[?5;7R"],
  "text area in cells CSI 18 t": ["\x1b[18t", "\x1b[8;24;80t"],
  "DECRQM of a set mode": ["\x1b[?7$p", "\x1b[?7;1$y"],
  "DECRQM of a reset mode": ["\x1b[?2004$p", "\x1b[?2004;2$y"],
  "DECRQM of synchronized output": ["\x1b[?2026$p", "\x1b[?2026;2$y"],
  "DECRQM of an unknown mode": ["\x1b[?12345$p", "\x1b[?12345;0$y"],
  "DECRQM of an ANSI mode": ["\x1b[4$p", "\x1b[4;2$y"],
  "DECRQSS SGR": ["\x1bP$qm\x1b\\", "\x1bP1$r0m\x1b\\"],
  "DECRQSS DECSTBM": ["\x1bP$qr\x1b\\", "\x1bP1$r1;24r\x1b\\"],
  "DECRQSS DECSCUSR": ["\x1bP$q q\x1b\\", "\x1bP1$r2 q\x1b\\"],
  "DECRQSS DECSCL": ['\x1bP$q"p\x1b\\', '\x1bP1$r61;1"p\x1b\\'],
  "DECRQSS DECSCA": ['\x1bP$q"q\x1b\\', '\x1bP1$r0"q\x1b\\'],
  "DECRQSS of anything else": ["\x1bP$qx\nid\n\x1b\\", "\x1bP0$r\x1b\\"],
  "OSC 4 of palette color 1": ["\x1b]4;1;?\x07", "\x1b]4;1;rgb:ffff/7a7a/7a7a\x1b\\"],
  "OSC 10 foreground": ["\x1b]10;?\x07", "\x1b]10;rgb:e9e9/eded/f3f3\x1b\\"],
  "OSC 11 background": ["\x1b]11;?\x1b\\", "\x1b]11;rgb:0e0e/1111/1616\x1b\\"],
  "OSC 12 cursor": ["\x1b]12;?\x07", "\x1b]12;rgb:e9e9/eded/f3f3\x1b\\"],
  "OSC 4 of a color that the program has set": ["\x1b]4;1;#012\x07\x1b]4;1;?\x07", "\x1b]4;1;rgb:0000/1010/2020\x1b\\"],
  "OSC 11 of a background that it has set": ["\x1b]11;#123456\x07\x1b]11;?\x07", "\x1b]11;rgb:1212/3434/5656\x1b\\"],
  "OSC 11 of one that it has set back": ["\x1b]11;#123456\x07\x1b]111\x07\x1b]11;?\x07", "\x1b]11;rgb:0e0e/1111/1616\x1b\\"],
} as const;

/** Title, icon, clipboard, font, window and screen content are nobody's business; the rest we do not have. */
const SILENT = {
  "DA3 CSI = c": "\x1b[=c",
  "DA1 with a parameter": "\x1b[1c",
  "XTVERSION CSI > q": "\x1b[>q",
  "ENQ, answerback": "\x05",
  "DECREQTPARM CSI x": "\x1b[x",
  "window state CSI 11 t": "\x1b[11t",
  "window position CSI 13 t": "\x1b[13t",
  "window size in pixels CSI 14 t": "\x1b[14t",
  "cell size in pixels CSI 16 t": "\x1b[16t",
  "screen in cells CSI 19 t": "\x1b[19t",
  "icon label CSI 20 t": "\x1b[20t",
  "title CSI 21 t": "\x1b[21t",
  "title pushed, popped and asked for": "\x1b[22;0t\x1b[23;0t\x1b[21t",
  "clipboard OSC 52": "\x1b]52;c;?\x07",
  "font OSC 50": "\x1b]50;?\x07",
  "title OSC 2 ?": "\x1b]2;?\x07",
  "checksum of the screen DECRQCRA": "\x1b[1;1;1;1;24;80*y",
  "kitty keyboard CSI ? u": "\x1b[?u",
  "kitty graphics": "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
  "terminfo XTGETTCAP": "\x1bP+q544e\x1b\\",
  "resource XTGETXRES": "\x1bP+Q1\x1b\\",
  "DSR of a printer, keys, locator": "\x1b[?15n\x1b[?25n\x1b[?26n\x1b[?53n\x1b[?55n",
  "color scheme CSI ? 996 n": "\x1b[?996n",
  "in-band size CSI ? 2048 h": "\x1b[?2048h",
  "focus reporting": "\x1b[?1004h",
  "OSC 4 of a color we have no theme for": "\x1b]4;16;?\x07",
  "OSC 4 with an index that is no number": "\x1b]4;;?\x07\x1b]4;0x1;?\x07\x1b]4;1e0;?\x07",
  "setting colors": "\x1b]4;1;rgb:00/00/00\x07\x1b]10;#fff\x07\x1b]104\x07",
  "OSC 7, 9, 133, 633, 777, 1337":
    "\x1b]7;?\x07\x1b]9;?\x07\x1b]133;?\x07\x1b]633;?\x07\x1b]777;?\x07\x1b]1337;ReportCellSize\x07",
} as const;

describe("T5: exactly one answer, from the allow-list", () => {
  test.each(Object.entries(ANSWERED))("%s", (_, [query, answer]) => {
    expect(repliesTo(query)).toEqual([answer]);
  });
});

describe("T5: no answer at all", () => {
  test.each(Object.entries(SILENT))("%s", (_, query) => {
    expect(repliesTo(query)).toEqual([]);
  });
});

test("T5: queries in replayed output have long been answered", () => {
  const queries = [...Object.values(ANSWERED).map(([query]) => query), ...Object.values(SILENT)].join("");
  expect(repliesTo(queries, true)).toEqual([]);
  expect(repliesTo(queries)).toHaveLength(Object.keys(ANSWERED).length);
});

test("T5: a query that is cut in half is answered once, when the rest has come", () => {
  using screen = new Screen({ cols: 80, rows: 24 });
  const replies: string[] = [];
  screen.onReply((reply) => replies.push(reply));
  screen.write("\x1b[");
  expect(replies).toEqual([]);
  screen.write("6n");
  expect(replies).toEqual(["\x1b[1;1R"]);
});

describe("T8: nothing of the output comes back as input", () => {
  /** Neither a number, which DECRQM repeats, nor a letter of our answers. */
  const TOKEN = "QUACK";
  /** Everything the screen may say: control characters only where the sequences have them. */
  const ALLOWED =
    /^(?:\x1b\[\?1;2c|\x1b\[>0;276;0c|\x1b\[0n|\x1b\[\??\d+;\d+R|\x1b\[8;\d+;\d+t|\x1b\[\??\d+;[0-4]\$y|\x1bP[01]\$r[\d;]*(?:m|r| q|"p|"q)?\x1b\\|\x1b\](?:4;\d+|1[012]);rgb:[0-9a-f/]{14}\x1b\\)$/;

  test.each([
    ["CVE-2008-2383: DECRQSS", `\x1bP$q\n${TOKEN}\n\x1b\\`],
    ["CVE-2003-0063: title", `\x1b]2;\n${TOKEN}\n\x07\x1b[21t`],
    ["CVE-2022-45063: font", `\x1b]50;${TOKEN}\x07\x1b]50;?\x07`],
    ["CVE-2019-0542: DECRQM", `\x1b[?${TOKEN}$p`],
    ["CVE-2022-45872: DECRQSS with parameters", `\x1bP1;2$q${TOKEN}\r\x1b\\`],
    [
      "CVE-2024-38396: title stack and tmux control mode",
      `\x1b]0;${TOKEN}\x07\x1b[22t\x1bP1000p%begin ${TOKEN}\r\n\x1b\\\x1b[23t\x1b[21t`,
    ],
    ["clipboard", `\x1b]52;c;${Buffer.from(TOKEN).toString("base64")}\x07\x1b]52;c;?\x07`],
    ["colors", `\x1b]10;${TOKEN}\x07\x1b]10;?;${TOKEN}\x07\x1b]4;1;${TOKEN};1;?\x07`],
  ])("%s", (_, attack) => {
    const forged = repliesTo(attack).filter((reply) => !ALLOWED.test(reply) || reply.includes(TOKEN));
    expect(forged).toEqual([]);
  });

  test("in random streams full of queries", () => {
    const queries = [...Object.values(ANSWERED).map(([query]) => query), ...Object.values(SILENT)];
    using screen = new Screen({ cols: 40, rows: 10 }, { scrollback: 100 });
    let count = 0;
    screen.onReply((reply) => {
      count++;
      expect(reply).toMatch(ALLOWED);
    });
    for (let seed = 1; seed <= 2000; seed++) {
      const random = new Random(seed);
      const parts = Array.from({ length: 8 }, () => {
        const query = random.chance(0.5)
          ? random.pick(queries)
          : randomStream(random, 3, { cols: 40, rows: 10, malformed: true });
        const at = random.int(0, query.length);
        return query.slice(0, at) + (random.chance(0.7) ? TOKEN : "") + query.slice(at);
      });
      screen.write(parts.join(""));
    }
    expect(count).toBeGreaterThan(1000);
  });
});

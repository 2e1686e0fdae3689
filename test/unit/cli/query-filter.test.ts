/** What `attach` keeps from the person's terminal: queries (T5) and the clipboard (T6). Codes: docs/threats.md. */
import { describe, expect, test } from "vitest";
import { QueryFilter } from "../../../electron/cli/query-filter.ts";

const filtered = (text: string): string => new QueryFilter().push(text);

const ST = "\x1b\\";
const queries: Record<string, string> = {
  DA1: "\x1b[c",
  "DA1 with a parameter": "\x1b[0c",
  DA2: "\x1b[>c",
  DA3: "\x1b[=0c",
  DECID: "\x1bZ",
  "device status": "\x1b[5n",
  "cursor position": "\x1b[6n",
  "extended cursor position": "\x1b[?6n",
  "color scheme": "\x1b[?996n",
  DECRQM: "\x1b[?2026$p",
  "DECRQM, ANSI": "\x1b[4$p",
  XTVERSION: "\x1b[>0q",
  "window size": "\x1b[14t",
  "window title": "\x1b[21t",
  "an order to resize": "\x1b[8;10;10t",
  "terminal parameters": "\x1b[x",
  "keyboard protocol": "\x1b[?u",
  checksum: "\x1b[1;1;1;1;2;2*y",
  "presentation state": "\x1b[1$w",
  graphics: "\x1b[?1;1;0S",
  "modified keys": "\x1b[?4m",
  "8-bit CSI": "\x9b6n",
  "foreground color": `\x1b]10;?\x07`,
  "background color": `\x1b]11;?${ST}`,
  "palette color": `\x1b]4;1;?\x07`,
  "two colors at once": `\x1b]10;#fff;?\x07`,
  "8-bit OSC": "\x9d11;?\x9c",
  "clipboard read": `\x1b]52;c;?\x07`,
  "clipboard write": `\x1b]52;c;ZXZpbA==\x07`,
  "iTerm2 report": `\x1b]1337;ReportCellSize\x07`,
  DECRQSS: `\x1bP$qm${ST}`,
  XTGETTCAP: `\x1bP+q544e${ST}`,
  "a query through tmux": `\x1bPtmux;\x1b\x1b[6n${ST}`,
  "user-defined keys": `\x1bP0;1|17/6c730d${ST}`,
  "kitty graphics": `\x1b_Gi=1,a=q;AAAA${ST}`,
  enquiry: "\x05",
  "8-bit DECID": "\x9a",
  "an enquiry inside a question": "\x1b[6\x05\x05n",
  "reports of the window's size": "\x1b[?2048h",
  "reports of the color scheme": "\x1b[?2031h",
};

describe("T5 a viewer's terminal is asked nothing", () => {
  test.each(Object.entries(queries))("%s", (_name, query) => {
    const out = filtered(`before${query}after`);
    expect(out.replace(/\x1b\[6n|\x1b\\/g, (found) => (found === ST ? "" : "REPLY"))).toBe("beforeafter");
  });

  test.each(Object.entries(queries))("%s, in pieces", (_name, query) => {
    const filter = new QueryFilter();
    const out = [..."a", ...query, ..."b"].map((character) => filter.push(character)).join("");
    expect(out.replaceAll(ST, "")).toBe("ab");
  });

  test("hidden where a terminal would still find it", () => {
    for (const text of [
      "\x1b[\n6n",
      "\x1b[6\x18\x1b[6n",
      "\x1b[\x1b[6n",
      "\x1b]0;x\x1b[6n",
      "\x1bP\x07$qm\x1b\\",
      "\x1b[>1;\x1b[c",
    ]) {
      expect(filtered(text)).not.toMatch(/\x1b\[[\d\n>;]*[nc]|\x1bP/);
    }
  });
});

describe("what shows a screen passes", () => {
  test.each([
    "plain text, é 中 🙂",
    "\x1b[1;38;2;1;2;3mbold\x1b[0m",
    "\x1b[2J\x1b[H\x1b[10;20H\x1b[K\x1b[3S",
    "\x1b[?1049h\x1b[?25l\x1b[?1000;1006h\x1b[?2004h",
    "\x1b7\x1b8\x1b(B\x1b=\x1bM",
    "\x1b[2 q",
    "\x1b[>4;2m",
    "\x1b[22;0t\x1b[23;0t",
    `\x1b]0;title?${ST}`,
    `\x1b]8;;http://a/?q=1${ST}link\x1b]8;;${ST}`,
    `\x1b]11;#000000${ST}`,
    `\x1bPq#0;2;0;0;0~~${ST}`,
  ])("%j", (text) => {
    expect(filtered(text)).toBe(text);
  });

  test("mixed modes keep what is harmless", () => {
    expect(filtered("\x1b[?25;2048;1006h")).toBe("\x1b[?25;1006h");
  });

  test("a sequence cut in two is passed when it is complete", () => {
    const filter = new QueryFilter();
    expect(filter.push("a\x1b[3")).toBe("a");
    expect(filter.push("1mb")).toBe("\x1b[31mb");
  });

  test("text after a broken sequence is not lost", () => {
    expect(filtered("\x1b[12é done")).toContain("é done");
    expect(filtered(`\x1b[${"1;".repeat(500)}\x18 done`)).toContain(" done");
    const filter = new QueryFilter();
    expect(filter.push(`\x1b[${"1;".repeat(500)}`) + filter.push("m done")).toMatch(/m done$/);
  });

  test("a string without an end costs no memory, and what follows it is shown", () => {
    const filter = new QueryFilter();
    expect(filter.push(`\x1b]52;c;${"A".repeat(70_000)}`)).toBe("");
    expect(filter.push("A".repeat(70_000))).toBe("");
    expect(filter.push(`AAA${ST}shown`)).toBe("shown");
  });
});

test("what wipes the scrollback is made milder: full reset and ED 3", () => {
  expect(filtered("\x1b[H\x1b[2J\x1b[3J")).toBe("\x1b[H\x1b[2J");
  const filter = new QueryFilter();
  filter.push("\x1b[?1049h");
  const reset = filter.push("a\x1bcb");
  expect(reset.startsWith("a\x1b[?1049l")).toBe(true);
  expect(reset.endsWith("\x1b[H\x1b[2Jb")).toBe(true);
  expect(reset).not.toContain("\x1bc");
  expect(filter.isAlternateScreen).toBe(false);
});

test("the filter knows what has to be undone", () => {
  const filter = new QueryFilter();
  filter.push("\x1b[?1049h");
  expect(filter.isAlternateScreen).toBe(true);
  filter.push("\x1b[?1049l\x1b]4;1;#f00\x07");
  expect(filter.isAlternateScreen).toBe(false);
  expect(filter.hasSetColors).toBe(true);
});

describe("A1: a program redefines colors of this terminal only as it does those of the host's screen", () => {
  test.each([
    ["4;1;#f00;255;rgb:ff/00/80", true],
    ["10;#000;rgb:0/0/0;#123456789", true],
    ["12;RGB:FFFF/0000/8080", true],
    ["10;black", false],
    ["10;rgb:ff/0/0", false],
    ["10;rgbi:0.0/0.0/0.0", false],
    ["4;256;#000", false],
    ["5;0;#000", false],
    ["13;#000", false],
    ["10;#000;black", false],
  ])("%s: %s", (body, passes) => {
    expect(filtered(`\x1b]${body}\x07`)).toBe(passes ? `\x1b]${body}${ST}` : "");
  });

  test("only colors that it has set are set back: the others may be the person's", () => {
    const filter = new QueryFilter();
    const restore = ["104", "104;1;2", "110", "111", "112"].map((body) => `\x1b]${body}${ST}`).join("");
    expect(filter.push(restore)).toBe("");
    filter.push("\x1b]11;#fff\x07");
    expect(filter.push(restore)).toBe(restore);
  });
});

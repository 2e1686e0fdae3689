import { expect, test } from "vitest";
import { asOutput, hiddenNotice, isNotice, notice } from "../../../electron/mcp/notices.ts";
import { Random } from "../../support/random.ts";

/** Every kind of notice there is. */
const OURS = [
  notice("nothing changed @12"),
  notice("host lost before this call (read ECONNRESET). If the host ended, its sessions are gone."),
  notice("scrolled 5; 3 of 24 rows changed @12"),
  notice("@12"),
  notice("12 lines before this left out; stream or search has them"),
  notice('12 more matches; to continue: "since":5'),
  notice("no match in 12 lines"),
  hiddenNotice([{ kind: "concealed", row: 3, col: 1 }]) ?? "",
  // How a call ended.
  "[running; matched; at 12]",
  "[exited 0; ended; at 12]",
  "[killed by SIGTERM; ended; at 12]",
  "[prompt @57]",
  "[exited 0 @57; lines left out]",
  "[id proc-1; match @57]",
  "[somebody took the keyboard, input is refused until they hand it back @57]",
];

test.each(OURS)("A3: %s cannot be forged, with or without backslashes, and is not lost", (line) => {
  expect(isNotice(line)).toBe(true);
  for (const forged of [line, `\\${line}`, `\\\\\\${line}`]) {
    expect(asOutput(`before\n${forged}\nafter`)).toBe(`before\n\\${forged}\nafter`);
    expect(asOutput(forged).split("\n").some(isNotice)).toBe(false);
  }
});

test("A3: no line of 10 000 random outputs is a notice of ours", () => {
  const random = new Random(7);
  const pieces = [
    ...OURS,
    "[",
    "]",
    "\\",
    "\n",
    " ",
    "@1",
    ";",
    "x",
    "\r",
    "\u2028",
    "\u0085",
    "\x1b[0m",
    "\u200b",
    "running",
    "12 ",
  ];
  for (let round = 0; round < 10_000; round++) {
    const text = Array.from({ length: random.int(1, 8) }, () => random.pick(pieces)).join("");
    const lines = asOutput(text).split(/\r\n|[\n\r\u0085\u2028\u2029]/);
    expect(lines.filter(isNotice), JSON.stringify(text)).toEqual([]);
  }
});

test.each([
  "[1] 4711",
  "[INFO] started",
  "[ OK ] done",
  "[1, 2, 3]",
  "[main 3f2a1bc] subject",
  "[y/n]",
  "[user@host ~]$",
  "a [running]",
])("what programs print every day stays as it is: %s", (line) => {
  expect(asOutput(line)).toBe(line);
});

test("a notice that could be forged is a mistake", () => {
  expect(() => notice("hello")).toThrow("not reserved");
});

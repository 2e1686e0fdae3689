/**
 * Finds out whether the quick parser does what xterm's own parser does, with
 * the @xterm/headless that is installed. Each thread with screens asks once.
 * The quick parser is a second tier: when it is found at fault, screens do
 * without it.
 *
 * That all its private parts are there is always looked at. In every version
 * but the pinned one, known output is taken in both ways and compared. For the
 * pinned one the unit tests do that: see emulator-check.ts for the reason.
 */
import type { Terminal } from "@xterm/headless";
import { messageOf } from "../../../shared/errors.ts";
import { installGuards } from "../../../shared/terminal-guards.ts";
import { XTERM_VERSION } from "../../../shared/terminal-internals.ts";
import { createEmulator } from "./emulator.ts";
import { cellData, internalsOf, missingForQuickParser } from "./emulator-internals.ts";
import { emulatorVersion } from "./emulator-version.ts";
import { QuickParser } from "./quick-parser.ts";

/** Narrow, so that text wraps, and with room for all of it in the scrollback. */
const SIZE = { cols: 20, rows: 4 };
const SCROLLBACK = 40;

/** Output in pieces, each parsed by itself. Between them they come to everything that the quick parser does, and does not do. */
const OUTPUT: readonly string[] = [
  `${String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index))}\r\n`,
  "a\tb\bc\r\x0b\x0cd\x07\r\n",
  "\x1b[1;31mred\x1b[0;48;5;17m on blue \x1b[38;2;1;2;3;4:3mcurly\x1b[m\r\n",
  "\x1b[2;3Hmoved\x1b[K\x1b[A\x1b[2C\x1b[1P\x1b[3@\x1b[J",
  "字字字\x1b[4Dx\x1b[Gy\x1b[18Gz字",
  "e\u0301\x1b[m\u0301 \u0600abc\ud83d",
  "\ude00 \x1b[4minsert\x1b[4h\x1b[Gnew\x1b[4l\x1b[24m",
  "\x1b(0lqk\x1b(B\x0elqk\x0f",
  "\x1b]8;;https://example.com/\x1b\\link\x1b]8;;\x1b\\ after",
  "x\x1b[3b\x1b[c\x1b[6n\x1b[?7$p\x1b[?2026$p\x1b[>c",
  "\x1b[1;2",
  "H\x1b[?25l\x1b[?1006h\x1b[5 q\x1b[!p\x1b[999999999999C|",
  "\x1b[2;3r\x1b[3H1\n2\n3\x1bM\x1b[r\x1b[4H\n\n\n\n\n\n",
  "\x1b[?1049halternate\x1b[?1049lback",
];

/** Why the quick parser cannot be used with an emulator of this version, in a few words; undefined when it can. */
export function quickParserFault(
  create = (): Terminal => createEmulator(SIZE, SCROLLBACK),
  version = emulatorVersion(),
): string | undefined {
  const quick = create();
  try {
    const [missing] = missingForQuickParser(quick);
    return missing ?? (version === XTERM_VERSION ? undefined : firstDifference(create(), quick));
  } catch (error) {
    return messageOf(error);
  } finally {
    quick.dispose();
  }
}

function firstDifference(plain: Terminal, quick: Terminal): string | undefined {
  using _ = { [Symbol.dispose]: () => plain.dispose() };
  const answers: [string[], string[]] = [[], []];
  [plain, quick].forEach((terminal, index) => {
    installGuards(terminal);
    terminal.onData((text) => answers[index]?.push(text));
  });
  const parser = new QuickParser(quick);
  const fault = parser.fault;
  if (fault !== undefined) return fault;
  for (const text of OUTPUT) {
    internalsOf(plain)._inputHandler.parse(text);
    parser.parse(text);
    if (inForce(plain) !== inForce(quick)) return `${JSON.stringify(text)} is taken in differently`;
  }
  if (rowsOf(plain) !== rowsOf(quick)) return "known output shows differently";
  return answers[0].join() === answers[1].join() ? undefined : "queries are answered differently";
}

/** The cursor and the style in force, in a form that can be compared. */
function inForce(terminal: Terminal): string {
  const { _inputHandler: handler, buffers } = internalsOf(terminal);
  const { fg, bg, extended } = handler._curAttrData;
  const style = [fg, bg, extended._ext, extended.urlId, handler._parser.precedingJoinState];
  return [terminal.buffer.active.type, buffers.active.x, buffers.active.y, ...style].join();
}

/** All cells. */
function rowsOf({ buffer: { normal } }: Terminal): string {
  const rows = Array.from({ length: normal.length }, (_, row) => {
    const line = normal.getLine(row);
    return line ? `${line.isWrapped} ${cellData(line).join(" ")} ${line.translateToString()}` : "";
  });
  return rows.join("\n");
}

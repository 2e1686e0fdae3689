import { expect, test } from "vitest";
import { cleanPaste } from "../../../shared/paste.ts";
import { Random, rounds } from "../../support/random.ts";

test.each([
  { what: "the end of a bracketed paste", text: "a\x1b[201~;rm -rf x\n", clean: "a␛[201~;rm -rf x\r" },
  { what: "C1 controls, which are sequences of one character", text: "\x9b31m \x90 \x85", clean: "�31m � �" },
  { what: "C0 controls and DEL", text: "\0 \x03 \x08 \x0b \x0c \x1a \x7f", clean: "␀ ␃ ␈ ␋ ␌ ␚ ␡" },
  { what: "tabs and every kind of line end", text: "one\r\ntwo\rthree\nfour\tfive", clean: "one\rtwo\rthree\rfour\tfive" },
  { what: "plain text, of any script", text: "plain ünïcødé 界 👩‍💻", clean: "plain ünïcødé 界 👩‍💻" },
])("$what", ({ text, clean }) => {
  expect(cleanPaste(text)).toBe(clean);
});

test("T7 whatever is pasted: no control is left but tab and Enter, no character is lost, and cleaning again changes nothing", () => {
  const random = new Random(20260901);
  const pieces = ["\x1b[201~", "\r\n", "\n\r", "\u2028", "text", "界", "👩‍💻", "\ud800"];
  for (let round = 0; round < rounds(20_000); round++) {
    let text = "";
    for (let length = random.int(0, 30); length > 0; length--) {
      text += random.chance(0.3) ? random.pick(pieces) : String.fromCharCode(random.int(0, 0x110));
    }
    const clean = cleanPaste(text);
    expect(clean).not.toMatch(/[^\P{Cc}\t\r]/u);
    // Each control becomes one character, a line end of two included, and everything else stays as it is.
    const controls = /\r\n|\p{Cc}/gu;
    const kept = text.split(controls).join("");
    expect([...clean]).toHaveLength([...kept].length + [...text.matchAll(controls)].length);
    expect(clean.replaceAll(/[\u2400-\u2421\ufffd\t\r]/g, "")).toBe(kept);
    expect(cleanPaste(clean)).toBe(clean);
  }
});

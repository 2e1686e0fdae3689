import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parseEvent, parseHeader } from "../../../shared/asciicast.ts";
import { expectLateAttachesToBeExact, type Recorded } from "../../support/late-attach.ts";

function read(name: string): Recorded {
  const lines = readFileSync(resolve(import.meta.dirname, "../../fixtures", name), "utf8").split("\n");
  const header = parseHeader(lines[0] ?? "");
  if (!header) throw new Error(`${name} is no recording`);
  const events = lines.map((line) => parseEvent(line)?.event);
  const output = events.map((event) => (event?.kind === "output" ? event.text : "")).join("");
  return { output, size: header.size };
}

/** Recorded with test/support/record-program.ts. */
test.each(["vim.cast", "htop.cast"])("late attach = live screen at 200 random moments of %s", (name) => {
  const recorded = read(name);
  expect(expectLateAttachesToBeExact(recorded, 200)).toBeGreaterThan(150);
});

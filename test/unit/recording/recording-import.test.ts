/** Recordings from elsewhere: versions 2 and 3 become ours, and a bad file gets words and leaves nothing. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Imported, RecordingImport } from "../../../electron/recording/recording-import.ts";

let directory: string;
beforeEach(() => (directory = mkdtempSync("/tmp/ct-import-")));
afterEach(() => rmSync(directory, { recursive: true }));

/** Takes in these parts of a file. */
function take(...parts: string[]): { imported: Imported; text: string } {
  using recording = new RecordingImport(join(directory, "part"), "demo");
  for (const part of parts) recording.write(part);
  const imported = recording.finish();
  return { imported, text: readFileSync(recording.path, "utf8") };
}

const V2 = `{"version": 2, "width": 80, "height": 24, "timestamp": 1700000000, "env": {"SECRET": "x"}}
[0.5, "o", "a"]
[2.25, "i", "k"]
[2.0, "o", "late"]
[3, "r", "100x30"]
`;

describe("R7: a recording from elsewhere", () => {
  it("of version 2 gets the times between events, in order, and loses the environment", () => {
    const { imported, text } = take(V2);
    expect(text.split("\n")).toEqual([
      '{"version":3,"term":{"cols":80,"rows":24,"type":"xterm-256color"},"timestamp":1700000000}',
      '[0.500,"o","a"]',
      '[1.750,"i","k"]',
      '[0.000,"o","late"]',
      '[0.750,"r","100x30"]',
      "",
    ]);
    expect(imported.facts).toMatchObject({ name: "demo", startedAtMs: 1_700_000_000_000, durationMs: 3000, principal: "user" });
    expect(imported.facts.addedAtMs).toBeGreaterThan(1_700_000_000_000);
  });

  it("of version 3 keeps its events and its exit; comments, unknown events and a torn line are left out", () => {
    const lines =
      '{"version":3,"term":{"cols":80,"rows":24}}\n# a comment\n[1,"o","a"]\r\n[1,"?","b"]\n\n[1.0004,"x","3"]\n[1,"o","to';
    const { imported, text } = take(lines);
    expect(text.split("\n").slice(1)).toEqual(['[1.000,"o","a"]', '[1.000,"x","3"]', ""]);
    expect(imported.facts).toMatchObject({ durationMs: 2000, exit: { code: 3 } });
  });

  it("has an id that follows from its content, wherever the file was cut", () => {
    const whole = take(V2);
    const pieces = take(...(V2.match(/[\s\S]{1,7}/g) ?? []));
    expect(pieces.text).toBe(whole.text);
    expect(pieces.imported.id).toBe(whole.imported.id);
    expect(take(V2.replace('"a"', '"b"')).imported.id).not.toBe(whole.imported.id);
    expect(whole.imported.id).toMatch(/^[0-9a-f]{32}$/);
  });

  it("that sums up small times does not lose them", () => {
    const { imported } = take(`{"version":3,"term":{"cols":80,"rows":24}}\n${'[0.0004,"o","."]\n'.repeat(10_000)}`);
    expect(imported.facts.durationMs).toBe(4000);
  });

  it.each([
    ["", "it is empty"],
    ["\u001f\ufffd\u0008\u0000rest\n", "it is compressed"],
    ['{"version": 1, "stdout": []}\n', "it has version 1 of the format"],
    ["hello\n", "its first line is not the header"],
    ['["a"]\n', "its first line is not the header"],
    ['{"version":4}\n', "its first line is not the header"],
    ['{"version":2,"width":0,"height":24}\n', "names no size"],
    ['{"version":2,"width":99999,"height":99999}\n', "names no size"],
    ['{"version":3,"term":{"cols":5000,"rows":24}}\n', "names no size"],
    ['{"version":2,"width":80,"height":24}\n', "it contains no events"],
    ['{"version":2,"width":80,"height":24}\n[1e12,"o","x"]\n', "longer than a year"],
    [`{"version":2,"width":80,"height":24}\n[1,"o","${"x".repeat(2_000_001)}"]\n`, "a line of more than 2 MB"],
  ])("%j is refused: %s", (text, why) => {
    expect(() => take(text)).toThrow(why);
    expect(readdirSync(directory)).toEqual([]);
  });
});

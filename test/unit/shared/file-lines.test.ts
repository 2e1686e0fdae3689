import { expect, test } from "vitest";
import { linesOf, type ReadableFile } from "../../../shared/file-lines.ts";
import { Random } from "../../support/random.ts";

/** Gives `content` in pieces, as a slow disk may. */
function fileOf(content: Uint8Array, pieces = (): number => content.length): ReadableFile {
  return {
    read: async (bytes, at, length, position) => {
      const piece = content.subarray(position, position + Math.min(length, pieces()));
      bytes.set(piece, at);
      return { bytesRead: piece.length };
    },
  };
}

test("the lines of a file, and where each stands, whatever its length and however the file is read", async () => {
  const random = new Random(1);
  const letters = ["a", "é", "漢", "🙂", "\r", " ", "\ufeff"];
  for (let round = 0; round < 40; round++) {
    const lines = Array.from({ length: random.int(0, 12) }, () =>
      random.pick(letters).repeat(random.chance(0.2) ? random.int(0, 100_000) : random.int(0, 40)),
    );
    const rest = random.chance(0.5) ? "no line yet" : "";
    const content = new TextEncoder().encode(lines.map((line) => `${line}\n`).join("") + rest);
    const first = random.int(0, lines.length);
    let position = new TextEncoder().encode(
      lines
        .slice(0, first)
        .map((line) => `${line}\n`)
        .join(""),
    ).length;
    const found: string[] = [];
    for await (const line of linesOf(
      fileOf(content, () => random.int(1, 70_000)),
      position,
    )) {
      found.push(line.line);
      expect(line.position).toBe(position);
      expect(line.next).toBe(position + new TextEncoder().encode(line.line).length + 1);
      position = line.next;
    }
    expect(found).toEqual(lines.slice(first));
  }
});

test("reads into one piece of memory while no line is longer", async () => {
  const content = new TextEncoder().encode("0123456789\n".repeat(100_000));
  const memory = new Set<unknown>();
  const file = fileOf(content);
  const noted: ReadableFile = {
    read: async (bytes, at, length, position) => {
      memory.add(bytes.buffer);
      return file.read(bytes, at, length, position);
    },
  };
  let count = 0;
  for await (const { line } of linesOf(noted, 0)) count += line.length === 10 ? 1 : 0;
  expect([count, memory.size]).toEqual([100_000, 1]);
});

import { expect, onTestFinished, test, vi } from "vitest";
import { FloodReading } from "../../../electron/sessions/flood-reader.ts";
import { createRingMemory, RingReader, RingWriter } from "../../../electron/sessions/flood-ring.ts";
import { Random } from "../../support/random.ts";

const setup = (): { reader: RingReader; writer: RingWriter } => {
  const memory = createRingMemory();
  return { reader: new RingReader(memory), writer: new RingWriter(memory) };
};

function put(writer: RingWriter, bytes: Uint8Array): number {
  const { room } = writer;
  if (!room) return 0;
  const part = bytes.subarray(0, room.length);
  room.set(part);
  writer.add(part.length);
  return part.length;
}

test("bytes come in order across the edge of the ring, however much is put and taken at a time", () => {
  const { reader, writer } = setup();
  const random = new Random(1);
  const into = Buffer.alloc(300_000);
  const stream = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) >> 5);
  let [written, taken] = [0, 0];
  while (taken < stream.length) {
    written += put(writer, stream.subarray(written, written + random.int(1, 200_000)));
    const length = reader.take(into, 0);
    expect(into.subarray(0, length).equals(stream.subarray(taken, taken + length))).toBe(true);
    taken += length;
  }
  expect(reader.isEmpty).toBe(true);
});

test("there is no room in a ring that is full", () => {
  const { reader, writer } = setup();
  while (put(writer, new Uint8Array(65_536)) > 0);
  expect(writer.room).toBeUndefined();
  expect(reader.take(Buffer.alloc(100_000), 0)).toBe(100_000);
  expect(writer.room).toBeDefined();
});

test("a reading that is over takes and drops nothing of the next one", () => {
  const { reader, writer } = setup();
  const onStuck = vi.fn();
  reader.begin(3);
  const first = new FloodReading(reader, onStuck);
  expect(first.isOver).toBe(false);
  writer.end();
  expect(first.isOver).toBe(true);
  reader.begin(4);
  const next = new FloodReading(reader, onStuck);
  put(writer, Buffer.from("next"));
  first.drop();
  expect(first.take(Buffer.alloc(10), 0)).toBe(0);
  first.end();
  const into = Buffer.alloc(10);
  expect(next.take(into, 0)).toBe(4);
  expect(onStuck).not.toHaveBeenCalled();
});

test("a thread that does not stop in ten seconds is given up, and what it has read can be taken", () => {
  const { reader, writer } = setup();
  reader.begin(3);
  put(writer, Buffer.from("left"));
  const onStuck = vi.fn(() => reading.abandon());
  const reading = new FloodReading(reader, onStuck);
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 100));
  onTestFinished(() => clock.mockRestore());
  reading.end();
  expect(now).toBeGreaterThanOrEqual(10_000);
  expect(onStuck).toHaveBeenCalledOnce();
  expect(writer.mustRead).toBe(false);
  expect(reading.isOver).toBe(false);
  expect(reading.take(Buffer.alloc(10), 0)).toBe(4);
  expect(reading.isOver).toBe(true);
  reading.end();
  expect(onStuck).toHaveBeenCalledOnce();
});

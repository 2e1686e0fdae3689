import { expect, test } from "vitest";
import { FloodRing } from "../../../electron/sessions/flood-ring.ts";
import { Random, rounds } from "../../support/random.ts";

const LAPS = rounds(100);

/** The two sides of a ring. */
function sides(): { writer: FloodRing; taker: FloodRing } {
  const memory = FloodRing.newMemory();
  return { writer: new FloodRing(memory), taker: new FloodRing(memory) };
}

test(`${LAPS} rings: what is taken is what was written, whoever is ahead`, () => {
  for (let seed = 1; seed <= LAPS; seed++) {
    const random = new Random(seed);
    const { writer, taker } = sides();
    let written = 0;
    let taken = 0;
    /** The byte at each place tells which it is. */
    const fill = (into: Buffer, length: number): number => {
      for (let at = 0; at < length; at++) into[at] = (written + at) % 251;
      return length;
    };
    for (let step = 0; step < 60; step++) {
      for (let count = random.int(0, 12); count > 0; count--) {
        const length = writer.write((into) => fill(into, Math.min(into.length, random.int(1, 80_000))));
        written += length;
        if (length === 0) expect(writer.isFull).toBe(true);
      }
      expect(taker.length).toBe(written - taken);
      if (random.chance(0.4)) continue;
      taker.take((data) => {
        const wrong = data.findIndex((byte, at) => byte !== (taken + at) % 251);
        expect(wrong, `seed ${seed} step ${step}`).toBe(-1);
        taken += data.length;
      });
      expect(taken).toBe(written);
    }
  }
});

test("what has been announced is not announced again before it is taken", () => {
  const { writer, taker } = sides();
  expect([writer.announce(), writer.announce()]).toEqual([true, false]);
  taker.take(() => {});
  expect(writer.announce()).toBe(true);
});

test("a writer that has stopped is not asked to stop", () => {
  const { writer, taker } = sides();
  expect([writer.isStopWanted, taker.isStopped]).toEqual([false, false]);
  taker.wantStop();
  expect([writer.isStopWanted, taker.isStopped]).toEqual([true, false]);
  writer.stop();
  taker.wantStop();
  expect([writer.isStopWanted, taker.isStopped]).toEqual([false, true]);
});

/**
 * Keeps a new program from inheriting the terminals of others. node-pty 1.2 marks
 * all descriptors as close-on-exec in the child. Where it was built without
 * close_range(2), as its own binaries for Linux are, it goes through them one by
 * one and stops at the first number that is free: what is above it would stay open,
 * and with it the far end of another session's terminal.
 */
import { closeSync, openSync } from "node:fs";

/** A bound on the work. A process has as many descriptors as this only if its limit was raised. */
const MAX_GAPS = 4096;

/** Runs `start` while no number up to `highest` is free, and returns what it returns. What fills the gaps is close-on-exec itself. */
export function withoutGaps<T>(highest: number, start: () => T): T {
  const filling: number[] = [];
  try {
    // The system gives the lowest number that is free.
    for (let last = -1; last < highest && filling.length < MAX_GAPS; filling.push(last)) last = openSync("/dev/null", "r");
    return start();
  } finally {
    for (const descriptor of filling) closeSync(descriptor);
  }
}

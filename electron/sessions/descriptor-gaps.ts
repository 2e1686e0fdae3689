/**
 * Keeps a new program from inheriting the terminals of others. node-pty 1.2 marks
 * all descriptors as close-on-exec in the child. Where it was built without
 * close_range(2), as its own binaries for Linux are, it goes through them one by
 * one and stops at the first number that is free: what is above it would stay open,
 * and with it the far end of another session's terminal.
 */
import { closeSync, openSync } from "node:fs";

/** The highest number that has been open in this process may be so much above those that are open now. */
const MAX_GAPS = 4096;

/** Runs `start` while no number below `highest` is free. The descriptors that fill the gaps are marked themselves. */
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

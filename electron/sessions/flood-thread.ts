/** The thread that reads a flood from its pty: a file of its own when built. */
import { readSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type RingMemory, RingWriter } from "./flood-ring.ts";

/** The kernel has gathered some output after this time, and does not hold the program up yet. */
const NOTHING_READ_MS = 0.1;
/** While the host has too much to do. */
const FULL_MS = 1;

function readFloods(ring: RingWriter): never {
  for (;;) {
    const descriptor = ring.untilBegun();
    while (ring.mustRead) {
      const { room } = ring;
      const length = room ? readInto(descriptor, room) : 0;
      if (length > 0) ring.add(length);
      else ring.pause(room ? NOTHING_READ_MS : FULL_MS);
    }
    ring.end();
  }
}

/** Reads without waiting. 0 when nothing has come, and for whatever is wrong: the host finds that out when it reads. */
function readInto(descriptor: number, room: Uint8Array): number {
  try {
    return readSync(descriptor, room, 0, room.length, null);
  } catch {
    return 0;
  }
}

parentPort?.postMessage("ready");
readFloods(new RingWriter(workerData as RingMemory));

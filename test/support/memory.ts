import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What this process holds, in bytes: its own objects, and what they keep outside the heap. */
export function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The same without garbage. */
export function memoryInUse(): number {
  collectGarbage();
  return memory();
}

/** Bytes in array buffers, which is where the cells of terminals are, without garbage. */
export function buffersInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

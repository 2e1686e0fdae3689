import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What this process holds, in bytes: its own objects, and what they keep outside the heap. */
export function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The same without garbage. */
export function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return memory();
}

/**
 * Keeps the host's memory small. V8 lets a heap double before it collects garbage.
 * When a program floods the host with output, nearly all of it is garbage: strings
 * that live for milliseconds. Early collection takes a few percent more time and a
 * third of the memory.
 */
import { setFlagsFromString } from "node:v8";

/** How far the old generation may grow before it is collected, in percent of what it held after the last collection. */
const GROWS_BY = 60;
/**
 * The same in a large process, in which many heaps may be at their largest at once. It takes a tenth more time in a flood.
 * V8 reads this number anew after each collection, in all threads.
 */
const LARGE_GROWS_BY = 30;
/** In bytes of memory that the process takes. One flood takes it to 150 MB. */
const LARGE = 180 * 1024 * 1024;
const LOOK_EVERY_MS = 1000;

/** Sets V8's flags. Call it before the first worker starts, because a worker reads them at its start. */
export function limitHeaps(): void {
  let growsBy = GROWS_BY;
  setFlagsFromString(`--heap-growing-percent=${growsBy}`);
  setInterval(() => {
    const wanted = process.memoryUsage.rss() > LARGE ? LARGE_GROWS_BY : GROWS_BY;
    if (wanted !== growsBy) setFlagsFromString(`--heap-growing-percent=${wanted}`);
    growsBy = wanted;
  }, LOOK_EVERY_MS).unref();
  // This affects only workers. The young generation of this thread already exists.
  setFlagsFromString("--max-semi-space-size=2");
  // So small a young generation is collected in a millisecond. Waking other threads to help takes more time than they save.
  setFlagsFromString("--no-parallel-scavenge");
}

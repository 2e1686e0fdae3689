/** What this process holds, in bytes: its own objects, and what they keep outside the heap. */
export function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

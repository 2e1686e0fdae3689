import type { WaitCondition } from "./protocol.ts";

/** What says how long a wait lasts, or how much of its news is told, and not what ends it. */
const ENDS_NOTHING = new Set(["timeoutMs", "maxLines", "firstLines"]);

/** Whether nothing ends a wait but its time, or what ends every wait: as a step, it is a pause. */
export function isOnlyTimeout(condition: WaitCondition): boolean {
  return Object.entries(condition).every(([name, value]) => ENDS_NOTHING.has(name) || value === undefined || value === false);
}

/** Where a rule of the user's holds, in words. */
import type { AttentionRule } from "./protocol.ts";
import { oneLine } from "./visible-unicode.ts";

/** Such as `bash at "Batch # finished. Next?"`. One line that cannot control a terminal. */
export function placeOfRule({ program, line }: Pick<AttentionRule, "program" | "line">): string {
  const where = line === "" ? "on a blank line" : `at ${JSON.stringify(oneLine(line))}`;
  return `${oneLine(program) || "any program"} ${where}`;
}

/** A bound on the arguments of a tool call: how many elements they may have, and how deep they may nest. */

/** The tool takes about twenty arguments, of which one may be a list. */
export const MAX_TOOL_INPUT_ELEMENTS = 2000;
const MAX_DEPTH = 32;

/** Whether there is more in the arguments than any call needs. Looks at no more of them than the bound. */
export function isOversized(input: unknown): boolean {
  let left = MAX_TOOL_INPUT_ELEMENTS;
  const exceeds = (value: unknown, depth: number): boolean => {
    if (typeof value !== "object" || value === null) return false;
    if (depth > MAX_DEPTH) return true;
    const members = Array.isArray(value) ? value : Object.values(value);
    left -= members.length;
    return left < 0 || members.some((member) => exceeds(member, depth + 1));
  };
  return exceeds(input, 0);
}

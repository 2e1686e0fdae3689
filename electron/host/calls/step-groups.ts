/** The steps of a call as groups that type once and wait once. */
import type { InputPart, Step, WaitCondition } from "../../../shared/protocol.ts";
import { rawText, typedText } from "./input-chunks.ts";

/**
 * Steps that are one: a step that only waits belongs to the step before it, which
 * typed. `isBare`: that one waited for nothing. `last` is the index of the last one.
 */
export type StepGroup = { readonly input: readonly InputPart[]; readonly isBare: boolean; wait?: WaitCondition; last: number };

/** A step that only waits goes with the input before it, so that no answer is missed between the two. */
export function groupSteps(steps: readonly Step[]): StepGroup[] {
  const groups: StepGroup[] = [];
  for (const [index, { input = [], wait }] of steps.entries()) {
    const last = groups.at(-1);
    if (input.length === 0 && wait && last && !last.wait) {
      last.wait = wait;
      last.last = index;
    } else {
      groups.push({ input, isBare: wait === undefined, ...(wait && { wait }), last: index });
    }
  }
  return groups;
}

/** Keys alone, Enter among them, are meant for whatever shows, such as a page or a question. A line is meant for a prompt. */
export function typesLine({ input }: StepGroup): boolean {
  return typedText(input.filter((part) => !("key" in part))) !== "";
}

/** A line is typed by the next step, or behind keys that answer a question: then it is for the prompt that comes after that. */
export function lineFollows(groups: readonly StepGroup[]): boolean {
  return groups.some(typesLine);
}

/** Enter and the keys for the end of input and for signals (termios(3)): a terminal that gathers lines hands over nothing without them. */
const ACTS = /[\r\n\x03\x04\x1a\x1c]/;

/** A terminal that gathers lines keeps all of what this types. */
export function isGathered({ input }: StepGroup): boolean {
  return !ACTS.test(rawText(input));
}

/** What the state machine of the escape grammar makes of a text, character by character: the measure for all that is faster. */
import { isIntroducer, nextState, State } from "../../shared/escape-grammar.ts";

export type Scan = {
  /** Where sequences begin. The ST of a string is a part of it. */
  readonly starts: readonly number[];
  /** For each character, whether it belongs to a sequence. */
  readonly inside: readonly boolean[];
  /** Where nothing is open: the text may be cut before the character there, or at its end. */
  readonly cuts: readonly number[];
};

const STRINGS: ReadonlySet<State> = new Set([
  State.OSC_STRING,
  State.SOS_PM_APC_STRING,
  State.DCS_ENTRY,
  State.DCS_PARAM,
  State.DCS_INTERMEDIATE,
  State.DCS_IGNORE,
  State.DCS_PASSTHROUGH,
]);

export function scan(text: string): Scan {
  const starts: number[] = [];
  const inside: boolean[] = [];
  const cuts = [0];
  let state: State = State.GROUND;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = nextState(state, code);
    const endsString = STRINGS.has(state) && (code === 0x9c || (code === 0x1b && text[at + 1] === "\\"));
    if (isIntroducer(code) && !endsString) starts.push(at);
    inside.push(isIntroducer(code) || endsString || (state !== State.GROUND && !breaksOff(state, code, next)));
    state = next;
    if (state === State.GROUND) cuts.push(at + 1);
  }
  return { starts, inside, cuts };
}

/** CAN, SUB and C1 controls end every sequence, and text that is not ASCII ends most. They are no part of it. */
function breaksOff(state: State, code: number, next: State): boolean {
  if (code === 0x18 || code === 0x1a || (code >= 0x80 && code <= 0x9f)) return true;
  return code >= 0xa0 && next === State.GROUND && state !== State.GROUND;
}

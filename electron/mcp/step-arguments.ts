/** Reads the input and the steps of a tool call. */
import { isRecord } from "../../shared/json.ts";
import { HostError } from "../../shared/errors.ts";
import { keyToText } from "../../shared/keys.ts";
import type { InputPart, Step, WaitCondition } from "../../shared/protocol.ts";
import { goingOn, orPrompt, ToolArguments } from "./tool-arguments.ts";
import { clickOf } from "./click-argument.ts";

/** Whether there is a key does not depend on them. */
const NO_MODES = { applicationCursor: false, applicationKeypad: false } as const;
const STEP_FIELDS = ["text", "data", "key", "keys", "click", "submit", "wait"];

/** The input of a call or a step: `data` or `text`, then `key` or `keys`, then `click`. Undefined when it has none of them. */
export function inputOf(args: ToolArguments): InputPart[] | undefined {
  const text = args.string("data") ?? args.string("text");
  const submit = args.boolean("submit") === true;
  const keys = [args.string("key") ?? [], args.strings("keys") ?? []].flat();
  const click = args.any("click");
  if (text === undefined && keys.length === 0 && click === undefined && !submit) return undefined;
  return [
    ...(submit ? [{ submit: text ?? "" }] : text ? [{ text }] : []),
    ...keys.map((key) => ({ key })),
    ...(click === undefined ? [] : [{ click: clickOf(click) }]),
  ];
}

export type StepDefaults = {
  /** The condition that a step given as a string waits for. Undefined when it does not wait. */
  readonly wait: WaitCondition | undefined;
  /** What the call asks to wait for: the last step does so, unless it has a wait of its own. */
  readonly lastWait: WaitCondition | undefined;
  readonly hasProgress: boolean;
};

/**
 * The steps of a call. Undefined when it has none. A string is a line that is
 * typed, followed by Enter and a wait. Throws `bad-request` for a malformed step.
 */
export function stepsOf(args: ToolArguments, { wait, lastWait, hasProgress }: StepDefaults): Step[] | undefined {
  const list = args.list("steps");
  if (!list || list.length === 0) return undefined;
  // The last wait decides how many lines the answer has, and it may be a step's own.
  const newLines = args.newLines();
  const timeoutMs = args.timeoutMs(hasProgress);
  const limits = { ...newLines, ...(timeoutMs !== undefined && { timeoutMs }) };
  return list.map((given, index): Step => {
    const isLast = index === list.length - 1;
    if (typeof given === "string") {
      const until = wait && !isLast ? goingOn(wait) : wait;
      return { input: [{ text: `${given}\r` }], ...(until && { wait: until }) };
    }
    const { input, until, wantsNoWait } = named(index, () => stepFrom(given, index, hasProgress));
    if (until) return { ...(input && { input }), wait: { ...limits, ...(input ? orPrompt(until) : until) } };
    return { ...(input && { input }), ...(lastWait && !wantsNoWait && isLast && { wait: lastWait }) };
  });
}

type StepGiven = {
  readonly input: InputPart[] | undefined;
  readonly until: WaitCondition | undefined;
  readonly wantsNoWait: boolean;
};

/** A step that is an object. */
function stepFrom(given: unknown, index: number, hasProgress: boolean): StepGiven {
  if (!isRecord(given)) throw wrongStep(index, "must be a string or an object");
  const unknown = Object.keys(given).find((name) => !STEP_FIELDS.includes(name));
  if (unknown !== undefined) throw wrongStep(index, `has ${unknown}; it may have ${STEP_FIELDS.join(", ")}`);
  const step = new ToolArguments({ ...given, action: "step" });
  checkText(step.string("text"), index);
  const input = inputOf(step);
  for (const part of input ?? []) if ("key" in part) keyToText(part.key, NO_MODES);
  const until = step.wait(hasProgress);
  if (!input && !until) throw wrongStep(index, 'does nothing. Examples: "1+1", {"key":"C-c"}, {"wait":">>> $"}');
  return { input, until, wantsNoWait: step.wantsNoWait };
}

/** An error about one of several steps says which. */
function named<T>(index: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HostError) || error.message.startsWith("Step ")) throw error;
    throw new HostError(error.code, `Step ${index + 1}: ${error.message}`);
  }
}

/**
 * Refuses control characters in the text of a step, where they would be easy to
 * overlook: an agent sends them as named keys. (`data` allows them, as
 * terminalcp's `data` does.)
 */
function checkText(text: string | undefined, index: number): void {
  const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.exec(text ?? "")?.[0];
  if (control === undefined) return;
  const code = control.charCodeAt(0);
  const name =
    code < 0x20 && code !== 0x1b
      ? `"C-${String.fromCharCode(code + 0x60)}"`
      : code === 0x1b
        ? `"Escape", or "Up"`
        : `"Backspace"`;
  throw wrongStep(
    index,
    `has the control character U+${code.toString(16).padStart(4, "0")} in its text. Send it as a key: ${name}`,
  );
}

function wrongStep(index: number, problem: string): HostError {
  return new HostError("bad-request", `Step ${index + 1} ${problem}`);
}

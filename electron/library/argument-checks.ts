/** Checks what a program hands to the library, because not every program is written in TypeScript. Errors are `bad-request` and name the argument. */
import { HostError } from "../../shared/errors.ts";
import { isRecord } from "../../shared/json.ts";

function wrong(name: string, kind: string): HostError {
  return new HostError("bad-request", `${name} must be ${kind}`);
}

/** Throws for anything but a string; undefined is allowed. */
export function checkText(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "string") throw wrong(name, "a string");
}

/** Throws for anything but a string or a list of strings. */
export function checkWords(name: string, value: unknown): void {
  const isList = Array.isArray(value) && value.every((word) => typeof word === "string");
  if (typeof value !== "string" && !isList) throw wrong(name, "a string or a list of strings");
}

/** Throws for anything but an object; undefined is allowed. */
export function checkObject(name: string, value: unknown): void {
  if (value !== undefined && (!isRecord(value) || value instanceof RegExp)) throw wrong(name, "an object");
}

/** Throws for anything but strings by name; a variable that is undefined is left out. */
export function checkVariables(name: string, value: unknown): void {
  checkObject(name, value);
  const odd = Object.entries(value ?? {}).find(([, text]) => text !== undefined && typeof text !== "string");
  if (odd) throw wrong(`${name}.${odd[0]}`, "a string");
}

/** Throws for anything but text, or a list of text and of objects. The host checks what is in the objects. */
export function checkInput(value: unknown): void {
  if (typeof value === "string") return;
  const kind = 'a string, or a list of strings and of objects such as {key: "Enter"}';
  if (!Array.isArray(value) || !value.every((part) => typeof part === "string" || isRecord(part))) throw wrong("input", kind);
}

const CONDITIONS = ["pattern", "prompt", "input", "lease", "quietMs", "exit", "state", "timeoutMs", "maxLines", "firstLines"];

/** Throws for anything but an object with conditions. With a misspelt one, the wait would go on until its time-out. */
export function checkConditions(value: unknown): void {
  if (!isRecord(value)) throw wrong("wait", "a string, a regular expression, or an object such as {prompt: true}");
  const unknown = Object.keys(value).find((name) => !CONDITIONS.includes(name));
  if (unknown !== undefined) throw new HostError("bad-request", `wait has ${unknown}; it may have ${CONDITIONS.join(", ")}`);
  checkPattern("wait.pattern", value["pattern"]);
}

/** Throws for anything but a string or a regular expression; undefined is allowed. */
export function checkPattern(name: string, value: unknown): void {
  if (value === undefined || typeof value === "string" || value instanceof RegExp) return;
  throw wrong(name, "a string or a regular expression");
}

const STEP_FIELDS = ["input", "wait"];

/** Throws for anything but a list of steps. A step with a misspelt field would do nothing, or not wait. */
export function checkSteps(value: unknown): void {
  if (!Array.isArray(value)) throw wrong("steps", "a list");
  for (const [index, step] of value.entries()) {
    const name = `step ${index + 1}`;
    if (!isRecord(step)) throw wrong(name, 'an object such as {input: "ls\\r", wait: {prompt: true}}');
    const unknown = Object.keys(step).find((field) => !STEP_FIELDS.includes(field));
    if (unknown !== undefined)
      throw new HostError("bad-request", `${name} has ${unknown}; it may have ${STEP_FIELDS.join(", ")}`);
    if (step["input"] !== undefined) checkInput(step["input"]);
  }
}

/** Throws for anything but an AbortSignal; undefined is allowed. */
export function checkSignal(value: unknown): void {
  if (value !== undefined && !(value instanceof AbortSignal)) throw wrong("signal", "an AbortSignal");
}

/**
 * Reads the tool's arguments. They may be wrapped in `args`, as in terminalcp's
 * tool. Numbers, booleans, lists and objects may be strings, because models send
 * them that way.
 * The error for a wrong argument says what a right one would be.
 */
import { isRecord } from "../../shared/json.ts";
import { HostError } from "../../shared/errors.ts";
import { ATTENTION_STATES } from "../../shared/attention-states.ts";
import type { WaitCondition } from "../../shared/protocol.ts";
import { isOnlyTimeout } from "../../shared/only-timeout.ts";
import { oneLine } from "../../shared/visible-unicode.ts";

type ArgumentValues = Readonly<Record<string, unknown>>;

export const WAIT_FIELDS = ["pattern", "prompt", "input", "quiet", "exit", "lease", "state", "timeout", "lines"];

/** The longest wait of a call without progress reports: MCP clients give up after a minute. */
export const MAX_WAIT_MS = 50_000;
/** The most lines of new text in one answer. An agent that asks for more is told how many were left out. */
const MAX_NEW_LINES = 10_000;

export class ToolArguments {
  readonly #values: ArgumentValues;

  constructor(values: ArgumentValues) {
    const { args: wrapped, ...own } = values;
    const args = fromJson(wrapped);
    this.#values = isRecord(args) ? { ...args, ...own } : values;
  }

  /** Whether the agent has sent it, with a value or without. */
  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  /** The names of all arguments that have a value. */
  get names(): string[] {
    return Object.keys(this.#values).filter((name) => (this.#values[name] ?? undefined) !== undefined);
  }

  get action(): string {
    return this.string("action") ?? "";
  }

  string(name: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") throw wrongArgument(name, "a string");
    return value;
  }

  required(name: string, example: string): string {
    const value = this.string(name);
    if (value === undefined) throw new HostError("bad-request", `Missing required field: ${name}. Example: ${example}`);
    return value;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#values[name];
    if (value === undefined || value === null) return undefined;
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    throw wrongArgument(name, "true or false");
  }

  integer(name: string, kind = "a whole number"): number | undefined {
    const value = this.#values[name];
    if (value === undefined || value === null) return undefined;
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number)) throw wrongArgument(name, kind);
    return number;
  }

  /**
   * A whole number of at least `least`, and small enough to be exact. The host would refuse a larger one, too, but by the
   * protocol's name for it, which the agent does not know.
   */
  atLeast(name: string, least: number): number | undefined {
    const value = this.integer(name);
    if (value === undefined || (value >= least && value <= Number.MAX_SAFE_INTEGER)) return value;
    const bound = value < least ? `at least ${least}` : `at most ${Number.MAX_SAFE_INTEGER}`;
    throw new HostError("bad-request", `${name} must be ${bound}`);
  }

  /**
   * Which lines the agent wants: the last N, or with `"first N"` the first. Neither
   * for all lines, which 0 asks for, too.
   */
  lines(): { first?: number; last?: number } {
    const value = this.#values["lines"];
    const [, first] = typeof value === "string" ? (/^\s*first\s+(\d+)\s*$/i.exec(value) ?? []) : [];
    if (first !== undefined) return Number(first) > 0 ? { first: Number(first) } : {};
    const last = this.#lastLines() ?? 0;
    return last > 0 ? { last } : {};
  }

  /** Which lines of new text the agent wants in the answer; undefined when it does not say. */
  newLines(): { maxLines: number } | { firstLines: number } | undefined {
    const { first, last } = this.lines();
    if (first !== undefined) return { firstLines: Math.min(first, MAX_NEW_LINES) };
    const given = last ?? this.#lastLines();
    return given === undefined ? undefined : { maxLines: Math.min(given, MAX_NEW_LINES) };
  }

  #lastLines(): number | undefined {
    const kind = 'a number of lines, or "first 20"';
    const count = this.integer("lines", kind);
    if (count !== undefined && count < 0) throw wrongArgument("lines", kind);
    return count;
  }

  list(name: string): readonly unknown[] | undefined {
    const value = fromJson(this.#values[name]);
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) throw wrongArgument(name, "a list");
    return value as unknown[];
  }

  /** The longest wait, in milliseconds. A call that cannot report progress has a limit, so that it ends before its client gives up. */
  timeoutMs(hasProgress: boolean): number | undefined {
    const timeoutMs = this.integer("timeout");
    if (timeoutMs !== undefined && timeoutMs < 0) throw wrongArgument("timeout", "a number of milliseconds");
    return hasProgress ? timeoutMs : timeoutMs && Math.min(timeoutMs, MAX_WAIT_MS);
  }

  /** A list of strings, or a single one. */
  strings(name: string): readonly string[] | undefined {
    const value = fromJson(this.#values[name]);
    if (typeof value === "string") return [value];
    const list = this.list(name);
    if (list && !list.every((item) => typeof item === "string")) throw wrongArgument(name, "a list of strings");
    return list;
  }

  /** The unchecked value, for arguments that may have several types. */
  any(name: string): unknown {
    return fromJson(this.#values[name]) ?? undefined;
  }

  /** Whether the agent says that it wants no wait, where there would be one by default. */
  get wantsNoWait(): boolean {
    return waitFrom(this.#values["wait"]) === false;
  }

  /**
   * The wait that the agent asks for. Undefined when it asks for none. `wait` is a
   * regular expression, `true` for a prompt, `false` for none, or an object with the
   * conditions that end the wait. The fields of that object may also stand beside `wait`.
   */
  wait(hasProgress: boolean): WaitCondition | undefined {
    const wait = waitFrom(this.#values["wait"]);
    if (isRecord(wait)) checkWaitFields(wait);
    const fields = isRecord(wait) ? new ToolArguments({ ...wait, action: "wait" }) : this;
    const pattern = isRecord(wait) ? fields.string("pattern") : patternIn(wait);
    const prompt = fields.boolean("prompt") === true || wait === true;
    const input = fields.boolean("input");
    const lease = fields.boolean("lease");
    const quietMs = fields.integer("quiet");
    const exit = fields.boolean("exit");
    const state = statesIn(fields.strings("state"));
    const timeoutMs = fields.timeoutMs(hasProgress) ?? this.timeoutMs(hasProgress);
    if (quietMs !== undefined && quietMs < 1) throw wrongArgument("quiet", "a number of milliseconds above 0");
    const isNone = pattern === undefined && !prompt && !input && !lease && quietMs === undefined && !exit && !state;
    if (isNone && timeoutMs === undefined) return undefined;
    const newLines = fields.newLines() ?? this.newLines();
    return {
      ...(pattern !== undefined && { pattern }),
      ...(prompt && { prompt }),
      ...(input && { input }),
      ...(lease && { lease }),
      ...(quietMs !== undefined && { quietMs }),
      ...(exit && { exit }),
      ...(state && { state }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...newLines,
    };
  }
}

/** As a pattern, they would match the word. It is seldom meant, and would take all of the time-out. */
const CONDITION_NAMES: readonly string[] = ["prompt", "input", "exit", "lease"];

/** The pattern that is the whole wait. Throws for what is none of the forms of a wait. */
function patternIn(wait: unknown): string | undefined {
  if (wait === undefined || wait === null || typeof wait === "boolean") return undefined;
  if (typeof wait !== "string")
    throw wrongArgument("wait", 'a regular expression, true, false, or conditions such as {"exit":true}');
  if (CONDITION_NAMES.includes(wait))
    throw wrongArgument("wait", `{"${wait}":true} for that condition, or {"pattern":"${wait}"} for the word in the output`);
  return wait;
}

function statesIn(words: readonly string[] | undefined): WaitCondition["state"] {
  if (!words || words.length === 0) return undefined;
  const states = words.flatMap((word) => ATTENTION_STATES.find((state) => state === word) ?? []);
  if (states.length < words.length) throw wrongArgument("state", `among ${ATTENTION_STATES.join(", ")}`);
  return states;
}

/** Adds `prompt` to a condition that has only a time-out. */
export function orPrompt(condition: WaitCondition): WaitCondition {
  return isOnlyTimeout(condition) ? { prompt: true, ...condition } : condition;
}

/** The condition for a step that others follow. None of them could be taken after the exit, which ends every wait anyway. */
export function goingOn(condition: WaitCondition): WaitCondition {
  return orPrompt(condition.exit ? { ...condition, exit: false } : condition);
}

/** The value of a string that is a list or an object in JSON. Any other value as it is. */
function fromJson(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** The same for a wait, whose strings are regular expressions: only conditions are taken for JSON. */
function waitFrom(value: unknown): unknown {
  if (value === "true" || value === "false") return value === "true";
  const parsed = fromJson(value);
  const isCondition = isRecord(parsed) && Object.keys(parsed).some((name) => WAIT_FIELDS.includes(name));
  return isCondition ? parsed : value;
}

/** Refuses unknown fields: with a misspelt one, the wait would go on until its time-out. */
function checkWaitFields(wait: ArgumentValues): void {
  const unknown = Object.keys(wait).find((name) => !WAIT_FIELDS.includes(name));
  if (unknown === undefined) return;
  throw new HostError("bad-request", `wait has ${oneLine(unknown)}; it may have ${WAIT_FIELDS.join(", ")}`);
}

/** The error for an argument of the wrong kind: `lines must be a whole number`. */
export function wrongArgument(name: string, kind: string): HostError {
  return new HostError("bad-request", `${name} must be ${kind}`);
}

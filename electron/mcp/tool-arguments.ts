/**
 * Reads the tool's arguments: flat, or wrapped in `args` as terminalcp's tool
 * takes them. Numbers and booleans may come as strings, because models send
 * them so. A wrong one is named, with what would be right.
 */
import { isRecord } from "../../shared/json.ts";
import { HostError } from "../../shared/errors.ts";
import type { WaitCondition } from "../../shared/protocol.ts";
import { oneLine } from "../../shared/visible-unicode.ts";

type Raw = Readonly<Record<string, unknown>>;

const WAIT_FIELDS = ["pattern", "prompt", "input", "quiet", "exit", "lease", "timeout", "lines"];

/** Without a progress token hosts cut a call off after a minute. */
export const MAX_WAIT_MS = 50_000;
/** Lines of what is new in one answer; who asks for more gets these, and is told how many were left out. */
const MAX_NEW_LINES = 10_000;

export class ToolArguments {
  readonly #raw: Raw;

  constructor(given: Raw) {
    const { args } = given;
    this.#raw = given["action"] === undefined && isRecord(args) ? args : given;
  }

  get action(): string {
    return this.string("action") ?? "";
  }

  string(name: string): string | undefined {
    const value = this.#raw[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") throw wrong(name, "a string");
    return value;
  }

  required(name: string, example: string): string {
    const value = this.string(name);
    if (value === undefined) throw new HostError("bad-request", `Missing required field: ${name}. Example: ${example}`);
    return value;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#raw[name];
    if (value === undefined || value === null) return undefined;
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    throw wrong(name, "true or false");
  }

  integer(name: string): number | undefined {
    const value = this.#raw[name];
    if (value === undefined || value === null) return undefined;
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number)) throw wrong(name, "a whole number");
    return number;
  }

  /** A whole number of at least `least`. */
  atLeast(name: string, least: number): number | undefined {
    const value = this.integer(name);
    if (value === undefined || value >= least) return value;
    throw new HostError("bad-request", `${name} must be at least ${least}`);
  }

  /** How many lines of what is new to answer with, at most. */
  newLines(): number | undefined {
    const lines = this.integer("lines");
    if (lines !== undefined && lines < 0) throw wrong("lines", "a number of lines");
    return lines && Math.min(lines, MAX_NEW_LINES);
  }

  list(name: string): readonly unknown[] | undefined {
    const value = this.#raw[name];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) throw wrong(name, "a list");
    return value as unknown[];
  }

  /** A list of strings, or a single one. */
  strings(name: string): readonly string[] | undefined {
    const value = this.#raw[name];
    if (typeof value === "string") return [value];
    const list = this.list(name);
    if (list && !list.every((item) => typeof item === "string")) throw wrong(name, "a list of strings");
    return list;
  }

  /** Whatever it is; for those that take more than one kind. */
  any(name: string): unknown {
    return this.#raw[name] ?? undefined;
  }

  /**
   * The waiting that was asked for; undefined for none. `wait` is a regular
   * expression, true for a prompt, or an object with what ends the wait; the
   * same fields are understood beside it, too.
   */
  wait(hasProgress: boolean): WaitCondition | undefined {
    const { wait } = this.#raw;
    if (isRecord(wait)) checkWaitFields(wait);
    const fields = isRecord(wait) ? new ToolArguments({ ...wait, action: "wait" }) : this;
    const pattern = isRecord(wait) ? fields.string("pattern") : wait === true ? undefined : this.string("wait");
    const prompt = fields.boolean("prompt") === true || wait === true;
    const input = fields.boolean("input");
    const lease = fields.boolean("lease");
    const quietMs = fields.integer("quiet");
    const exit = fields.boolean("exit");
    const timeoutMs = fields.integer("timeout") ?? this.integer("timeout");
    if (quietMs !== undefined && quietMs < 1) throw wrong("quiet", "a number of milliseconds above 0");
    if (timeoutMs !== undefined && timeoutMs < 0) throw wrong("timeout", "a number of milliseconds");
    const isNone = pattern === undefined && !prompt && !input && !lease && quietMs === undefined && !exit;
    if (isNone && timeoutMs === undefined) return undefined;
    const maxLines = fields.newLines() ?? this.newLines();
    const limited = hasProgress ? timeoutMs : timeoutMs && Math.min(timeoutMs, MAX_WAIT_MS);
    return {
      ...(pattern !== undefined && { pattern }),
      ...(prompt && { prompt }),
      ...(input && { input }),
      ...(lease && { lease }),
      ...(quietMs !== undefined && { quietMs }),
      ...(exit && { exit }),
      ...(limited !== undefined && { timeoutMs: limited }),
      ...(maxLines !== undefined && { maxLines }),
    };
  }
}

/** A condition that says how long, not for what, is for a prompt. */
export function orPrompt(condition: WaitCondition): WaitCondition {
  const isOnlyTimeout = Object.keys(condition).every((name) => name === "timeoutMs" || name === "maxLines");
  return isOnlyTimeout ? { prompt: true, ...condition } : condition;
}

/** A misspelt one would go unnoticed, and the wait would go on until its time is up. */
function checkWaitFields(wait: Raw): void {
  const unknown = Object.keys(wait).find((name) => !WAIT_FIELDS.includes(name));
  if (unknown === undefined) return;
  throw new HostError("bad-request", `wait has ${oneLine(unknown)}; it may have ${WAIT_FIELDS.join(", ")}`);
}

function wrong(name: string, kind: string): HostError {
  return new HostError("bad-request", `${name} must be ${kind}`);
}

/** The file with the user's corrections of sessions' states. A file that cannot be read is set aside, so that nothing is lost. */
import { renameSync } from "node:fs";
import { messageOf } from "../../shared/errors.ts";
import { isRecord } from "../../shared/json.ts";
import type { AttentionRule } from "../../shared/protocol.ts";
import { readJson, writeJson } from "./json-file.ts";
import type { Warn } from "./log.ts";

export class AttentionRulesFile {
  readonly #path: string;
  readonly #warn: Warn;

  constructor(path: string, warn: Warn) {
    this.#path = path;
    this.#warn = warn;
  }

  /** The rules that were saved. Rows that are no rules are left out, after a warning. */
  load(): AttentionRule[] {
    let found: unknown;
    try {
      found = readJson(this.#path) ?? [];
    } catch (error) {
      return this.#setAside(messageOf(error));
    }
    if (!Array.isArray(found)) return this.#setAside("it is not a list");
    const rules = found.filter(isRule);
    if (rules.length < found.length)
      this.#warn(`${this.#path}: ${found.length - rules.length} rows are no rules and do not count`);
    return rules;
  }

  /** Throws when writing fails. */
  save(rules: readonly AttentionRule[]): void {
    writeJson(this.#path, rules);
  }

  #setAside(reason: string): [] {
    const aside = `${this.#path}.damaged`;
    try {
      renameSync(this.#path, aside);
      this.#warn(`${this.#path} is damaged and is now ${aside}: ${reason}`);
    } catch (error) {
      this.#warn(`${this.#path} is damaged (${reason}) and cannot be set aside: ${messageOf(error)}`);
    }
    return [];
  }
}

const STATES: readonly unknown[] = ["working", "waiting", "idle"] satisfies AttentionRule["state"][];

function isRule(value: unknown): value is AttentionRule {
  if (!isRecord(value)) return false;
  const { id, program, line, state, addedAtMs } = value;
  const isNamed = typeof program === "string" && typeof line === "string";
  return Number.isInteger(id) && isNamed && STATES.includes(state) && typeof addedAtMs === "number";
}

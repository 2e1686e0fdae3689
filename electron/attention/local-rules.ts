/**
 * What a person has corrected: "where this program stands like this, the state
 * is that one". A rule goes by the name of the program and by the shape of its
 * last line, in which numbers do not count.
 */
import { Emitter } from "../../shared/emitter.ts";
import { HostError } from "../../shared/errors.ts";
import type { AttentionRule, CorrectedState } from "../../shared/protocol.ts";

/** More rules than a person can look through help nobody. The oldest goes. */
const MAX_RULES = 200;

export type LocalRulesStore = {
  /** The rules that were saved. Called once. */
  load(): readonly AttentionRule[];
  save(rules: readonly AttentionRule[]): void;
};

/** Where a program stands: what a rule is found by. */
export type RuleKey = { readonly program: string; readonly line: string };

export class LocalRules {
  readonly #store: LocalRulesStore;
  #rules: readonly AttentionRule[] | undefined;
  readonly #onChanged = new Emitter<void>();
  /** A rule was added, replaced or removed. */
  readonly onChanged = this.#onChanged.event;

  constructor(store: LocalRulesStore) {
    this.#store = store;
  }

  get all(): readonly AttentionRule[] {
    this.#rules ??= this.#store.load();
    return this.#rules;
  }

  find({ program, line }: RuleKey): AttentionRule | undefined {
    if (this.all.length === 0) return undefined;
    const shape = shapeOf(line);
    return this.all.find((rule) => rule.program === program && rule.line === shape);
  }

  /** Replaces the rule that is found by the same key, if there is one. Throws what saving throws. */
  add({ program, line }: RuleKey, state: CorrectedState, nowMs: number): AttentionRule {
    const shape = shapeOf(line);
    const id = 1 + Math.max(0, ...this.all.map((rule) => rule.id));
    const rule: AttentionRule = { id, program, line: shape, state, addedAtMs: nowMs };
    const others = this.all.filter((known) => known.program !== program || known.line !== shape);
    this.#keep([...others, rule].slice(-MAX_RULES));
    return rule;
  }

  /** Throws `bad-request` when there is no such rule. */
  remove(id: number): void {
    const left = this.all.filter((rule) => rule.id !== id);
    if (left.length === this.all.length)
      throw new HostError("bad-request", `There is no rule ${id}. 'cotty why --rules' lists the rules`);
    this.#keep(left);
  }

  #keep(rules: readonly AttentionRule[]): void {
    this.#store.save(rules);
    this.#rules = rules;
    this.#onChanged.fire();
  }
}

/** A line without what changes from one time to the next. */
function shapeOf(line: string): string {
  return line.trim().replaceAll(/\d+/g, "#").slice(-120);
}

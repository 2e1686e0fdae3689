/** The file with the user's corrections of sessions' states. */
import { isRecord } from "../../shared/json.ts";
import type { AttentionRule } from "../../shared/protocol.ts";
import { ListFile } from "./list-file.ts";
import type { Warn } from "./log.ts";

export class AttentionRulesFile extends ListFile<AttentionRule> {
  constructor(path: string, warn: Warn) {
    super({ path, rows: "rules", isRow: isRule, warn });
  }
}

const STATES: readonly unknown[] = ["working", "waiting", "idle"] satisfies AttentionRule["state"][];

function isRule(value: unknown): value is AttentionRule {
  if (!isRecord(value)) return false;
  const { id, program, line, state, addedAtMs } = value;
  const isNamed = typeof program === "string" && typeof line === "string";
  return Number.isInteger(id) && isNamed && STATES.includes(state) && typeof addedAtMs === "number";
}

/** The sessions in groups: by agent, by folder, by evaluation job. Pure. */
import type { SessionInfo } from "../../shared/protocol.ts";
import type { Grouping } from "./arrangement.ts";
import { folderName } from "./session-display.ts";

export type SessionGroup<T> = { readonly key: string; readonly label: string; readonly items: readonly T[] };

/** The sessions of an evaluation job are called `eval/<job>/…`. */
const EVALUATION = /^eval\/([^/]+)/;

/**
 * Groups what has a session, in the order in which the groups' first sessions
 * come. Without grouping, one group with no label.
 */
export function groupBy<T>(items: readonly T[], sessionOf: (item: T) => SessionInfo, grouping: Grouping): SessionGroup<T>[] {
  if (grouping === "none") return [{ key: "", label: "", items }];
  const groups = new Map<string, { label: string; items: T[] }>();
  for (const item of items) {
    const { key, label } = GROUPS[grouping](sessionOf(item));
    const group = groups.get(key) ?? { label, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

type GroupOf = (session: SessionInfo) => { readonly key: string; readonly label: string };

const GROUPS: Readonly<Record<Exclude<Grouping, "none">, GroupOf>> = {
  agent: ({ owner }) => ({ key: owner.name, label: owner.name }),
  folder: ({ cwd }) => ({ key: cwd, label: folderName(cwd) }),
  evaluation: ({ id }) => {
    const job = EVALUATION.exec(id)?.[1];
    return job === undefined ? { key: "", label: "No evaluation" } : { key: job, label: job };
  },
};

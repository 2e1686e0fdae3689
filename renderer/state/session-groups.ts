/** The sessions in groups: by agent, by folder, by evaluation job. Pure. */
import type { SessionInfo, SessionJob } from "../../shared/protocol.ts";
import type { Grouping } from "./arrangement.ts";
import { folderName } from "./session-display.ts";

export type SessionGroup<T> = { readonly key: string; readonly label: string; readonly items: readonly T[] };

/** The sessions of an evaluation are called `eval/<name>/…`, and those of a job of `cotty eval` say how far it is. */
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
  evaluation: ({ id, job }) => {
    if (job) return { key: job.name, label: jobText(job) };
    const name = EVALUATION.exec(id)?.[1];
    return name === undefined ? { key: "", label: "No evaluation" } : { key: name, label: name };
  },
};

function jobText({ name, done, running, total }: SessionJob): string {
  const left = total - done - running;
  return `${name} · ${done} of ${total} done · ${running} running${left > 0 ? ` · ${left} left` : ""}`;
}

/** What the program in front of a terminal does while it does not read: who it is, and whether it computes. Linux only. */
import { readStat, readUsage } from "../platform/linux/proc.ts";
import { familyOf } from "./job-family.ts";

export type ForegroundWork = {
  /** The program's name, as the kernel has it. */
  readonly name: string;
  /** The processes of the foreground job. The last one is the program in front. */
  readonly job: readonly number[];
  /** Processor time of the foreground job and of what it has started, since each began, in milliseconds. */
  readonly processorMs: number;
};

/** Looks at the terminal that `pid`, a session's first process, belongs to. Undefined where the system does not tell. */
export function foregroundWork(pid: number): ForegroundWork | undefined {
  const leader = readStat(pid);
  if (!leader) return undefined;
  const family = familyOf(leader);
  const inFront = family.filter(({ group }) => group === leader.foregroundGroup);
  const { name } = inFront.at(-1) ?? leader;
  return {
    name,
    job: inFront.map((member) => member.pid),
    processorMs: family.reduce((sum, member) => sum + processorMs(member.pid), 0),
  };
}

/** 0 for a process that has ended meanwhile, or that this one may not look at. */
function processorMs(pid: number): number {
  try {
    return readUsage(pid).processorMs;
  } catch {
    return 0;
  }
}

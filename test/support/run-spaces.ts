/** What runs of `cotty eval` have left behind. */
import { readdirSync, readFileSync } from "node:fs";

/** The processes of all runs whose temporary folders are in `temporary`. */
export function processesOfRuns(temporary: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`COTTY_HOME=${temporary}/`);
    } catch {
      // It is no process, or it has ended, or it is not one of ours.
      return false;
    }
  });
}

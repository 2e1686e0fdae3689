/** What the processes of a session use of the machine. */
import type { ProcessUsage } from "../../shared/protocol.ts";
import { readUsage } from "../platform/linux/proc.ts";
import type { ProcessEntry } from "./process-table.ts";

/** Without the numbers where the system does not tell them, or no longer: the process may have ended. */
export function usageOf({ pid, command }: ProcessEntry): ProcessUsage {
  try {
    return { pid, command, ...readUsage(pid) };
  } catch {
    return { pid, command };
  }
}

/** Freezing a family of processes that goes on while it is being stopped. */
import { expect, it } from "vitest";
import { freezeFamily } from "../../../electron/sessions/freeze.ts";
import { ProcessFamily } from "../../../electron/sessions/process-family.ts";
import type { ProcessEntry, ProcessSource, ProcessTable } from "../../../electron/sessions/process-table.ts";

const entry = (pid: number, parent: number): ProcessEntry => ({
  ...{ pid, parent, session: 10, started: "100", command: "x", zombie: false, stopped: false },
});

it("a process that stops late, and forks before it does, leaves nobody running", async () => {
  let processes = [entry(10, 1), entry(11, 10)];
  const ordered = new Set<number>();
  let looks = 0;
  const source: ProcessSource = {
    table(): Promise<ProcessTable> {
      looks++;
      // It had one more turn on the processor, and used it to fork.
      if (looks === 3) processes.push(entry(12, 11));
      if (looks >= 3) processes = processes.map((one) => (ordered.has(one.pid) ? { ...one, stopped: true } : one));
      return Promise.resolve({ entries: [...processes], vanished: 0 });
    },
    tableNow: () => processes,
    isRunning: () => Promise.resolve(true),
  };
  const stopped = await freezeFamily(new ProcessFamily({ pid: 10, key: "k", processes: source }), (pid) => ordered.add(pid));
  expect(stopped).toBe(3);
  expect(processes.map((one) => one.stopped)).toEqual([true, true, true]);
});

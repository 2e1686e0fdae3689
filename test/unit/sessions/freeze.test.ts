/** Freezing a family of processes that goes on while it is being stopped. */
import { expect, it } from "vitest";
import { freezeFamily } from "../../../electron/sessions/freeze.ts";
import { ProcessFamily } from "../../../electron/sessions/process-family.ts";
import type { ProcessEntry, ProcessSource, ProcessTable } from "../../../electron/sessions/process-table.ts";

const entry = (pid: number, parent: number): ProcessEntry => ({
  ...{ pid, parent, session: 10, started: "100", command: "x", zombie: false, stopped: false },
});

/** Nobody ends the freeze. */
const ON = new AbortController().signal;

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
  const stopped = await freezeFamily(new ProcessFamily({ pid: 10, key: "k", processes: source }), ON, (pid) => ordered.add(pid));
  expect(stopped).toBe(3);
  expect(processes.map((one) => one.stopped)).toEqual([true, true, true]);
});

it("no parent sees its child stop: it stands still before, unless it cannot", async () => {
  let processes = [entry(10, 1), entry(11, 10), entry(12, 11), entry(13, 10)];
  /** The processes that were sent the signal. Each has a turn on the processor, and so stops, at the second look from then on. */
  const ordered = new Map<number, number>();
  let looks = 0;
  const source: ProcessSource = {
    table(): Promise<ProcessTable> {
      looks++;
      const isStopped = ({ pid }: ProcessEntry): boolean => looks > (ordered.get(pid) ?? Infinity) + 1;
      processes = processes.map((one) => ({ ...one, stopped: isStopped(one) && (one.pid !== 13 || ordered.has(14)) }));
      return Promise.resolve({ entries: [...processes], vanished: 0 });
    },
    tableNow: () => processes,
    isRunning: () => Promise.resolve(true),
  };
  const seen: string[] = [];
  const kill = (pid: number): void => {
    const parent = processes.find((one) => one.pid === processes.find((child) => child.pid === pid)?.parent);
    if (parent && !parent.stopped) seen.push(`${parent.pid} runs while ${pid} is stopped`);
    ordered.set(pid, looks);
    // The child of a process that a disk keeps from standing still.
    if (pid === 13) processes.push(entry(14, 13));
  };
  await freezeFamily(new ProcessFamily({ pid: 10, key: "k", processes: source }), ON, kill);
  expect(new Set(ordered.keys())).toEqual(new Set([10, 11, 12, 13, 14]));
  expect(seen).toEqual(["13 runs while 14 is stopped"]);
});

it("stops nothing any more when the session is to go on", async () => {
  const processes = [entry(10, 1), entry(11, 10)];
  const thaw = new AbortController();
  const ordered: number[] = [];
  const source: ProcessSource = {
    table: () => Promise.resolve({ entries: processes, vanished: 0 }),
    tableNow: () => processes,
    isRunning: () => Promise.resolve(true),
  };
  // Nobody stands still, so that the child is stopped after half a second, else.
  const kill = (pid: number): void => {
    ordered.push(pid);
    thaw.abort();
  };
  expect(await freezeFamily(new ProcessFamily({ pid: 10, key: "k", processes: source }), thaw.signal, kill)).toBe(1);
  expect(ordered).toEqual([10]);
});

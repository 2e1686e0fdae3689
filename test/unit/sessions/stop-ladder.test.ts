/** Who is signalled, and who never is (F21 in docs/threats.md). */
import { describe, expect, it } from "vitest";
import { ProcessFamily } from "../../../electron/sessions/process-family.ts";
import { parsePs, type ProcessEntry, type ProcessSource, type ProcessTable } from "../../../electron/sessions/process-table.ts";
import { type Kill, stopFamily } from "../../../electron/sessions/stop-ladder.ts";

const KEY = "0123456789abcdef0123456789abcdef";

type Fake = Partial<ProcessEntry> & { pid: number; survives?: NodeJS.Signals[] };

/** A machine with these processes; a signal that one does not survive removes it. */
class Machine implements ProcessSource {
  processes: (ProcessEntry & { survives: NodeJS.Signals[] })[];
  readonly signals: [pid: number, signal: NodeJS.Signals][] = [];

  constructor(fakes: Fake[]) {
    this.processes = fakes.map((fake) => ({
      parent: 1,
      session: fake.pid,
      started: "100",
      command: `program${fake.pid}`,
      zombie: false,
      stopped: false,
      survives: [],
      ...fake,
    }));
  }

  table(): Promise<ProcessTable> {
    return Promise.resolve({ entries: [...this.processes], vanished: 0 });
  }

  tableNow(): readonly ProcessEntry[] {
    return [...this.processes];
  }

  isRunning({ pid, started }: ProcessEntry): Promise<boolean> {
    return Promise.resolve(this.processes.some((entry) => entry.pid === pid && entry.started === started && !entry.zombie));
  }

  readonly kill = (pid: number, signal: NodeJS.Signals): void => {
    this.signals.push([pid, signal]);
    if (signal === "SIGCONT") return;
    this.processes = this.processes.filter((entry) => entry.pid !== pid || entry.survives.includes(signal));
  };

  stop(pid: number, prepare?: (family: ProcessFamily) => void): ReturnType<typeof stopFamily> {
    const family = new ProcessFamily({ pid, key: KEY, processes: this });
    prepare?.(family);
    return stopFamily(family, { kill: this.kill, patience: 0.05 });
  }

  get signalled(): number[] {
    return [...new Set(this.signals.map(([pid]) => pid))].sort((a, b) => a - b);
  }
}

describe("the family", () => {
  it("is the program, its terminal session, its descendants, and who carries its key", async () => {
    const machine = new Machine([
      { pid: 10 },
      { pid: 11, parent: 10, session: 10 },
      { pid: 12, parent: 1, session: 12, key: KEY },
      { pid: 13, parent: 12, session: 13 },
      { pid: 20, parent: 1, session: 20, key: "another" },
      { pid: 21, parent: 20, session: 20 },
      { pid: process.pid, parent: 1, key: KEY },
    ]);
    const ended = await machine.stop(10);
    expect(ended.map(({ pid, signal }) => [pid, signal])).toEqual([10, 11, 12, 13].map((pid) => [pid, "SIGHUP"]));
    expect(machine.signalled).toEqual([10, 11, 12, 13]);
  });

  it("F21: is not who got the program's pid after its end, nor whom that one started", async () => {
    const machine = new Machine([
      { pid: 10, started: "900" },
      { pid: 11, parent: 10, session: 10, started: "901" },
    ]);
    const before = machine.processes;
    machine.processes = [];
    const family = new ProcessFamily({ pid: 10, key: KEY, processes: machine });
    family.leaderEnded();
    await family.members();
    machine.processes = before;
    expect(await stopFamily(family, { kill: machine.kill, patience: 0.05 })).toEqual([]);
    expect(machine.signals).toEqual([]);
  });

  it("F21: still is who was left in the terminal session when the program ended", async () => {
    const machine = new Machine([
      { pid: 11, parent: 1, session: 10 },
      { pid: 12, parent: 1, session: 10, started: "200" },
    ]);
    const ended = await machine.stop(10, (family) => family.leaderEnded());
    expect(ended.map(({ pid }) => pid)).toEqual([11, 12]);
  });

  it("F21: a pid that changed hands between the look and the signal gets none", async () => {
    const machine = new Machine([{ pid: 10 }]);
    const old = { pid: 10, parent: 1, session: 10, started: "99", command: "old", zombie: false, stopped: false };
    machine.table = () => Promise.resolve({ entries: [old], vanished: 0 });
    machine.tableNow = () => [];
    const ended = await machine.stop(10);
    expect(machine.signals).toEqual([]);
    expect(ended.every(({ command }) => command === "old")).toBe(true);
  });
});

describe("the ladder", () => {
  it("climbs only for who is left, and says what it took", async () => {
    const machine = new Machine([
      { pid: 10 },
      { pid: 11, parent: 10, session: 10, survives: ["SIGHUP"] },
      { pid: 12, parent: 10, session: 10, survives: ["SIGHUP", "SIGTERM"], key: KEY },
    ]);
    const ended = await machine.stop(10);
    expect(ended.map(({ pid, signal }) => [pid, signal])).toEqual([
      [10, "SIGHUP"],
      [11, "SIGTERM"],
      [12, "SIGKILL"],
    ]);
    expect(machine.signals.filter(([pid, signal]) => pid === 10 && signal === "SIGTERM")).toEqual([]);
  });

  it("wakes stopped jobs so that they take their signal, and comes round again for what was forked meanwhile", async () => {
    const machine = new Machine([{ pid: 10, survives: ["SIGHUP", "SIGTERM"] }]);
    const kill = machine.kill;
    const [first] = machine.processes;
    let forked = 0;
    const family = new ProcessFamily({ pid: 10, key: KEY, processes: machine });
    const forking: Kill = (pid, signal) => {
      kill(pid, signal);
      if (signal === "SIGKILL" && forked < 5 && first) {
        forked++;
        machine.processes.push({ ...first, pid: 100 + forked, key: KEY });
      }
    };
    const ended = await stopFamily(family, { kill: forking });
    expect(machine.signals.slice(0, 2)).toEqual([
      [10, "SIGHUP"],
      [10, "SIGCONT"],
    ]);
    expect(ended.map(({ pid }) => pid)).toEqual([10, 101, 102, 103, 104, 105]);
    expect(machine.processes).toEqual([]);
  });
});

it("reads what macOS's ps prints", () => {
  expect(
    parsePs(
      "  501     1   501 Ss   Mon Jan  5 10:11:12 2026     zsh\n  502   501   502 Z+   Mon Jan  5 10:11:13 2026     (less) x\n",
    ),
  ).toEqual([
    { pid: 501, parent: 1, session: 501, started: "Mon Jan  5 10:11:12 2026", command: "zsh", zombie: false, stopped: false },
    {
      pid: 502,
      parent: 501,
      session: 502,
      started: "Mon Jan  5 10:11:13 2026",
      command: "(less) x",
      zombie: true,
      stopped: false,
    },
  ]);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Turns, type Work } from "../../../electron/screens/worker/turns.ts";

let served: string[];
let turns: Turns;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setImmediate", "performance"] });
  served = [];
  turns = new Turns(new Int32Array(1));
  // Each character takes 20 ms, longer than any turn.
  turns.open(1, (work) => {
    served.push(work.kind === "ask" ? `${work.name} ${(work.params as { wait: number }).wait}` : work.kind);
    if (work.kind !== "write") return undefined;
    vi.advanceTimersByTime(20);
    return work.text.length > 1 ? { ...work, text: work.text.slice(1) } : undefined;
  });
});
afterEach(() => vi.useRealTimers());

const write = (ms: number): Work => ({ kind: "write", screen: 1, text: "x".repeat(ms / 20), replay: false });
const ask = (name: "beginWait" | "endWait" | "text", wait: number, isOver = false, follows?: number): Work => ({
  kind: "ask",
  screen: 1,
  ask: wait,
  name,
  params: { wait, ...(isOver && { isOver }), ...(follows !== undefined && { follows }) },
});

/** What was served, each kind of thing once in a row. */
function order(...work: Work[]): string[] {
  for (const one of work) turns.add(one);
  vi.runAllTimers();
  return served.filter((one, index) => one !== served[index - 1]);
}

it("serves a screen in the order in which its messages came", () => {
  expect(order(ask("beginWait", 1), write(3000), ask("text", 2), ask("endWait", 1))).toEqual([
    "beginWait 1",
    "write",
    "text 2",
    "endWait 1",
  ]);
});

it("answers a wait that is over after a second, begun or not, and only that", () => {
  expect(order(write(3000), ask("beginWait", 1), ask("text", 2), ask("endWait", 1, true), ask("endWait", 3))).toEqual([
    "write",
    "beginWait 1",
    "endWait 1",
    "write",
    "text 2",
    "endWait 3",
  ]);
  const writesBefore = served.indexOf("beginWait 1");
  expect(writesBefore * 20).toBeGreaterThan(1000);
  expect(writesBefore * 20).toBeLessThan(1100);
});

it("answers with all waits of the call, in their order", () => {
  const call = [ask("beginWait", 1), write(3000), ask("beginWait", 2, false, 1), ask("endWait", 2, true)];
  expect(order(write(3000), ...call)).toEqual(["write", "beginWait 1", "beginWait 2", "endWait 2", "write"]);
});

it("leaves the order as it is where the output takes less", () => {
  expect(order(write(900), ask("beginWait", 1), ask("endWait", 1, true))).toEqual(["write", "beginWait 1", "endWait 1"]);
});

it("does not serve the output of a screen that closes, but for what a question comes after", () => {
  for (const work of [write(100), ask("text", 1), write(200), write(300)]) turns.add(work);
  const withdrawn = turns.withdrawOutput(1);
  expect(withdrawn.map(({ text }) => text.length)).toEqual([10, 15]);
  expect(order({ kind: "close", screen: 1 })).toEqual(["write", "text 1", "close"]);
  expect(served).toHaveLength(5 + 1 + 1);
  expect(turns.withdrawOutput(2)).toEqual([]);
});

it("what was added for a screen that is opened again is answered by the one before, and nothing is lost", () => {
  const again: string[] = [];
  turns.add(ask("text", 1));
  turns.add(write(20));
  turns.open(1, (work) => void again.push(work.kind));
  expect(served).toEqual(["text 1", "write"]);
  turns.add(ask("text", 2));
  vi.runAllTimers();
  expect([served, again]).toEqual([["text 1", "write"], ["ask"]]);
});

import { expect, test } from "vitest";
import { Allowances } from "../../../electron/host/allowances.ts";
import { PERSON, type Principal } from "../../../electron/host/principal.ts";

const agent = (id: string): Principal => ({ id, name: id, tier: "own" });

test("A11 60 starts within a minute, each agent by itself; then an error that says when to try again", () => {
  let nowMs = 0;
  const allowances = new Allowances(() => nowMs);
  for (let n = 0; n < 60; n++, nowMs += 500) allowances.start(agent("a"), 0);
  expect(() => allowances.start(agent("a"), 0)).toThrow(
    expect.objectContaining({
      code: "too-many-requests",
      message: "You have started 60 programs within a minute. Try again in 30 s",
    }),
  );
  allowances.start(agent("b"), 0);
  nowMs = 60_000;
  allowances.start(agent("a"), 0);
  expect(() => allowances.start(agent("a"), 0)).toThrow("Try again in 1 s");
});

test("A11 50 sessions", () => {
  const allowances = new Allowances();
  allowances.start(agent("a"), 49);
  expect(() => allowances.start(agent("a"), 50)).toThrow(expect.objectContaining({ code: "too-many-sessions" }));
});

test("A11 32 waits at the same time, each agent by itself; an end of one makes room", () => {
  const allowances = new Allowances();
  const waits = Array.from({ length: 32 }, () => allowances.wait(agent("a")));
  expect(() => allowances.wait(agent("a"))).toThrow(expect.objectContaining({ code: "too-many-requests" }));
  allowances.wait(agent("b"))[Symbol.dispose]();
  waits.pop()?.[Symbol.dispose]();
  waits.push(allowances.wait(agent("a")));
  expect(() => allowances.wait(agent("a"))).toThrow(/Try again in \d+ s/);
});

test("A11 two searches at the same time, each agent by itself; the person's are not counted", () => {
  const allowances = new Allowances();
  const searches = [allowances.search(agent("a")), allowances.search(agent("a"))];
  expect(() => allowances.search(agent("a"))).toThrow("You have 2 searches under way");
  allowances.search(agent("b"));
  for (let n = 0; n < 5; n++) allowances.search(PERSON);
  searches[0]?.[Symbol.dispose]();
  allowances.search(agent("a"));
});

test("agents that have gone are not remembered for ever", () => {
  let nowMs = 0;
  const allowances = new Allowances(() => nowMs);
  const waiting = allowances.wait(agent("waiting"));
  for (let n = 0; n < 60; n++) allowances.start(agent("busy"), 0);
  for (let n = 0; n < 1000; n++) allowances.wait(agent(`short ${n}`))[Symbol.dispose]();
  expect(allowances.size).toBeLessThanOrEqual(3);
  expect(() => allowances.start(agent("busy"), 0)).toThrow(expect.objectContaining({ code: "too-many-requests" }));
  nowMs = 60_000;
  allowances.start(agent("late"), 0);
  expect(allowances.size).toBe(2);
  waiting[Symbol.dispose]();
});

test("A11 a person has no such limit", () => {
  const allowances = new Allowances(() => 0);
  for (let n = 0; n < 200; n++) {
    allowances.start(PERSON, n);
    allowances.wait(PERSON);
  }
});

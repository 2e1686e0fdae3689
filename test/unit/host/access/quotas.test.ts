import { expect, test } from "vitest";
import { Quotas } from "../../../../electron/host/access/quotas.ts";
import { USER, type Principal } from "../../../../electron/host/access/principal.ts";

const agent = (id: string): Principal => ({ id, name: id, tier: "own" });

test("A11 60 starts within a minute, each agent by itself; then an error that says when to try again", () => {
  let nowMs = 0;
  const quotas = new Quotas(() => nowMs);
  for (let n = 0; n < 60; n++, nowMs += 500) quotas.start(agent("a"), 0);
  expect(() => quotas.start(agent("a"), 0)).toThrow(
    expect.objectContaining({
      code: "too-many-requests",
      message: "You have started 60 programs within a minute. Try again in 30 s",
    }),
  );
  quotas.start(agent("b"), 0);
  nowMs = 60_000;
  quotas.start(agent("a"), 0);
  expect(() => quotas.start(agent("a"), 0)).toThrow("Try again in 1 s");
});

test("A11 50 sessions", () => {
  const quotas = new Quotas();
  quotas.start(agent("a"), 49);
  expect(() => quotas.start(agent("a"), 50)).toThrow(expect.objectContaining({ code: "too-many-sessions" }));
});

test("A11 32 waits at the same time, each agent by itself; an end of one makes room", () => {
  const quotas = new Quotas();
  const waits = Array.from({ length: 32 }, () => quotas.wait(agent("a")));
  expect(() => quotas.wait(agent("a"))).toThrow(expect.objectContaining({ code: "too-many-requests" }));
  quotas.wait(agent("b"))[Symbol.dispose]();
  waits.pop()?.[Symbol.dispose]();
  waits.push(quotas.wait(agent("a")));
  expect(() => quotas.wait(agent("a"))).toThrow(/Try again in \d+ s/);
});

test("A11 two searches at the same time, each agent by itself; the person's are not counted", () => {
  const quotas = new Quotas();
  const searches = [quotas.search(agent("a")), quotas.search(agent("a"))];
  expect(() => quotas.search(agent("a"))).toThrow("You have 2 searches under way");
  quotas.search(agent("b"));
  for (let n = 0; n < 5; n++) quotas.search(USER);
  searches[0]?.[Symbol.dispose]();
  quotas.search(agent("a"));
});

test("agents that have left are forgotten after a while", () => {
  let nowMs = 0;
  const quotas = new Quotas(() => nowMs);
  const waiting = quotas.wait(agent("waiting"));
  for (let n = 0; n < 60; n++) quotas.start(agent("busy"), 0);
  for (let n = 0; n < 1000; n++) quotas.wait(agent(`short ${n}`))[Symbol.dispose]();
  expect(quotas.size).toBeLessThanOrEqual(3);
  expect(() => quotas.start(agent("busy"), 0)).toThrow(expect.objectContaining({ code: "too-many-requests" }));
  nowMs = 60_000;
  quotas.start(agent("late"), 0);
  expect(quotas.size).toBe(2);
  waiting[Symbol.dispose]();
});

test("A11 a person has no such limit", () => {
  const quotas = new Quotas(() => 0);
  const startAndWait = (count: number): void => {
    quotas.start(USER, count);
    quotas.wait(USER);
  };
  for (let count = 0; count < 200; count++) expect(() => startAndWait(count)).not.toThrow();
});

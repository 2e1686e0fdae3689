import { expect, test } from "vitest";
import { Budget } from "../../../electron/eval/job/budget.ts";

function budgetOf(limitUsd: number | undefined, spentUsd = 0): { budget: Budget; told: number[] } {
  const told: number[] = [];
  return { budget: new Budget({ limitUsd, spentUsd, onSpent: (usd) => told.push(usd) }), told };
}

test("an attempt that is done again has cost its money, and each new sum is told once", () => {
  const { budget, told } = budgetOf(10, 1);
  const [first, again] = [{}, {}];
  expect(budget.note(first, 2)).toBe(false);
  expect(budget.note(first, 2)).toBe(false);
  budget.end(first, 3);
  budget.end(again, 4);
  budget.end({}, 0);
  expect(told).toEqual([3, 4, 8]);
  expect([budget.spentUsd, budget.isUsedUp]).toEqual([8, false]);
});

test("an attempt that was broken off has cost what was noted last", () => {
  const { budget } = budgetOf(5);
  const attempt = {};
  expect(budget.note(attempt, 6)).toBe(true);
  budget.end(attempt, 0);
  expect([budget.spentUsd, budget.isUsedUp]).toEqual([6, true]);
});

test("attempts at the same time share the money, and without a limit it is never used up", () => {
  const { budget } = budgetOf(5);
  expect(budget.note({}, 3)).toBe(false);
  expect(budget.note({}, 3)).toBe(true);
  const { budget: unlimited } = budgetOf(undefined);
  expect(unlimited.note({}, 1000)).toBe(false);
  expect([unlimited.isUsedUp, unlimited.isLimited]).toEqual([false, false]);
});

import { expect, test } from "vitest";
import { fitting, splitTabs } from "../../../renderer/components/use-fitting-count.ts";

const tabs = ["all", "a", "b", "c", "d"].map((value) => ({ value }));
const split = (fits: number, chosen: string): string[][] => {
  const { seen, rest } = splitTabs(tabs, fits, chosen);
  return [seen.map(({ value }) => value), rest.map(({ value }) => value)];
};

test("what fits is in the row, the rest in the menu", () => {
  expect(split(5, "all")).toEqual([["all", "a", "b", "c", "d"], []]);
  expect(split(3, "a")).toEqual([
    ["all", "a", "b"],
    ["c", "d"],
  ]);
});

test("the chosen tab is in the row, however little fits", () => {
  expect(split(3, "d")).toEqual([
    ["all", "a", "d"],
    ["b", "c"],
  ]);
  expect(split(0, "c")).toEqual([["c"], ["all", "a", "b", "d"]]);
});

test("only a row that is too short gives up space for the menu", () => {
  expect(fitting([50, 100, 150], 150, 40)).toBe(3);
  expect(fitting([50, 100, 150], 149, 40)).toBe(2);
  expect(fitting([50, 100, 150], 139, 40)).toBe(1);
  expect(fitting([], 10, 40)).toBe(0);
});

import { expect, test } from "vitest";
import { RelayBatches } from "../../../electron/cli/relay-batches.ts";

function setUp() {
  const lines: unknown[] = [];
  return { lines, batches: new RelayBatches((line) => void lines.push(JSON.parse(line))) };
}

const answer = (id: number) => ({ jsonrpc: "2.0", id, result: {} });

test("the answers of a batch go back in one list, when the last has come; other messages pass", () => {
  const { lines, batches } = setUp();
  batches.begin([1, 2], [answer(0)]);
  batches.write(answer(2));
  batches.write({ jsonrpc: "2.0", method: "notifications/progress", id: 1 });
  batches.write(answer(7));
  expect(lines).toEqual([{ jsonrpc: "2.0", method: "notifications/progress", id: 1 }, answer(7)]);
  batches.write(answer(1));
  expect(lines.slice(2)).toEqual([[answer(0), answer(2), answer(1)]]);
  batches.write(answer(1));
  expect(lines.slice(3)).toEqual([answer(1)]);
});

test("a batch without requests has no answer, unless something in it is wrong", () => {
  const { lines, batches } = setUp();
  batches.begin([], []);
  expect(lines).toEqual([]);
  batches.begin([], [answer(0)]);
  expect(lines).toEqual([[answer(0)]]);
});

test("a batch does not wait for a request that was cancelled; without any answer it has none", () => {
  const { lines, batches } = setUp();
  batches.begin([1, 2], []);
  batches.write(answer(2));
  batches.cancel(1);
  expect(lines).toEqual([[answer(2)]]);
  batches.begin([3, 4], []);
  batches.cancel(3);
  batches.cancel(4);
  batches.begin([5], [answer(0)]);
  batches.cancel(5);
  batches.cancel(6);
  expect(lines.slice(1)).toEqual([[answer(0)]]);
});

/** Messages to another thread go out together, in the order they came. */
import { afterEach, expect, test, vi } from "vitest";
import { Outbox } from "../../../shared/outbox.ts";

afterEach(() => vi.useRealTimers());

function outbox() {
  const posts: string[][] = [];
  let flush = (): void => {};
  const box = new Outbox<string>({ post: (messages) => posts.push([...messages]), later: (call) => (flush = call) });
  return { box, posts, later: () => flush() };
}

test("what is added goes out with what follows soon", () => {
  const { box, posts, later } = outbox();
  box.add("a");
  box.add("b");
  expect(posts).toEqual([]);
  later();
  later();
  expect(posts).toEqual([["a", "b"]]);
});

test("what is sent goes out at once, after all that was added before", () => {
  const { box, posts, later } = outbox();
  box.add("a");
  box.send("b");
  box.send("c");
  later();
  box.add("d");
  later();
  expect(posts).toEqual([["a", "b"], ["c"], ["d"]]);
});

test("what is added takes those with it that have waited", () => {
  vi.useFakeTimers();
  const { box, posts } = outbox();
  box.add("a");
  vi.advanceTimersByTime(2);
  box.add("b");
  expect(posts).toEqual([["a", "b"]]);
});

test("what is dropped is not sent, and what comes then is", () => {
  const { box, posts, later } = outbox();
  box.add("a");
  box.clear();
  later();
  box.add("b");
  later();
  expect(posts).toEqual([["b"]]);
});

import { describe, expect, test } from "vitest";
import {
  atMost,
  isGroup,
  type PaneTree,
  parsePanes,
  sessionsIn,
  withEqualSizes,
  withoutPane,
  withPane,
  withReplaced,
  withSizes,
} from "../../../renderer/state/panes.ts";

const row = (...parts: PaneTree[]): PaneTree => ({
  orientation: "horizontal",
  parts,
  sizes: parts.map(() => 100 / parts.length),
});
const column = (...parts: PaneTree[]): PaneTree => ({ ...(row(...parts) as object), orientation: "vertical" }) as PaneTree;

describe("a pane is added", () => {
  test("beside or below one pane", () => {
    expect(withPane("a", { session: "a", direction: "right" }, "b")).toEqual(row("a", "b"));
    expect(withPane("a", { session: "a", direction: "down" }, "b")).toEqual(column("a", "b"));
  });

  test("in a row of its kind, where it takes half of the pane beside it", () => {
    expect(withPane(row("a", "b"), { session: "a", direction: "right" }, "c")).toEqual({
      orientation: "horizontal",
      parts: ["a", "c", "b"],
      sizes: [25, 25, 50],
    });
  });

  test("within a pane of the other kind", () => {
    const tree = withPane(
      withPane(row("a", "b"), { session: "b", direction: "down" }, "c"),
      { session: "a", direction: "down" },
      "d",
    );
    expect(tree).toEqual(row(column("a", "d"), column("b", "c")));
    expect(sessionsIn(tree)).toEqual(["a", "d", "b", "c"]);
  });
});

describe("a pane is taken away", () => {
  test("and what is left alone in its group takes the place of the group", () => {
    const tree = row("a", column("b", "c"));
    expect(withoutPane(tree, "c")).toEqual(row("a", "b"));
    expect(withoutPane(tree, "a")).toEqual(column("b", "c"));
    expect(withoutPane(row("a", "b"), "a")).toBe("b");
    expect(withoutPane("a", "a")).toBeUndefined();
    expect(withoutPane(tree, "z")).toEqual(tree);
  });

  test("and its neighbors share its space as they shared theirs", () => {
    const tree: PaneTree = { orientation: "vertical", parts: ["a", "b", "c"], sizes: [50, 30, 20] };
    expect(withoutPane(tree, "a")).toEqual({ orientation: "vertical", parts: ["b", "c"], sizes: [60, 40] });
  });
});

test("sizes are those of one group, until all are made equal", () => {
  const inner = column("b", "c");
  const tree = row("a", inner);
  const group = isGroup(inner) ? inner : undefined;
  const sized = group ? withSizes(tree, group, [80, 20]) : tree;
  expect(sized).toEqual(row("a", { orientation: "vertical", parts: ["b", "c"], sizes: [80, 20] }));
  expect(withEqualSizes(sized)).toEqual(tree);
});

test("another session takes the pane of one", () => {
  expect(withReplaced(row("a", column("b", "c")), "b", "d")).toEqual(row("a", column("d", "c")));
});

test("where there is little room, the pane with the keyboard stays with the one after it", () => {
  const four = row(column("a", "b"), column("c", "d"));
  expect(sessionsIn(atMost(four, 2, "a"))).toEqual(["a", "b"]);
  expect(sessionsIn(atMost(four, 2, "b"))).toEqual(["b", "c"]);
  expect(sessionsIn(atMost(four, 2, "d"))).toEqual(["c", "d"]);
  expect(atMost(four, 4, "a")).toEqual(four);
  expect(atMost("a", 2, "a")).toBe("a");
});

describe("a stored split", () => {
  test("is read as it was", () => {
    const tree = row("a", column("b", "c"));
    expect(parsePanes(JSON.stringify(tree))).toEqual(tree);
  });

  test.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["one pane", '"a"'],
    ["a session twice", JSON.stringify(row("a", "a"))],
    ["five panes", JSON.stringify(row("a", "b", "c", "d", "e"))],
    ["a group of one", JSON.stringify(row("a"))],
    ["sizes for others", JSON.stringify({ ...(row("a", "b") as object), sizes: [100] })],
    ["a size that is none", JSON.stringify({ ...(row("a", "b") as object), sizes: [-1, 101] })],
    ["a part that is none", JSON.stringify(row("a", 7 as never))],
  ])("that is %s is no split", (_what, text) => {
    expect(parsePanes(text)).toBeUndefined();
  });
});

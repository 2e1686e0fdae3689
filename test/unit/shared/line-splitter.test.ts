import { expect, test } from "vitest";
import { LineSplitter } from "../../../shared/line-splitter.ts";
import { Random } from "../../support/random.ts";

test("the lines of a text are the same however it comes", () => {
  const random = new Random(1);
  for (let round = 0; round < 200; round++) {
    const text = Array.from({ length: random.int(0, 30) }, () => random.pick(["a", "\n", "\n\n", "long ".repeat(50), "🙂"])).join(
      "",
    );
    const splitter = new LineSplitter();
    const lines: string[] = [];
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = at + random.int(1, 40);
      lines.push(...splitter.push(text.slice(at, end)));
    }
    expect([...lines, splitter.rest]).toEqual(text.split("\n"));
  }
});

test("goes on from the beginning of a line, and begins a line after what was taken", () => {
  const splitter = new LineSplitter("be");
  expect(splitter.push("gin\nand")).toEqual(["begin"]);
  expect(splitter.takeRest()).toBe("and");
  expect(splitter.push("more\n")).toEqual(["more"]);
  expect(splitter.rest).toBe("");
});

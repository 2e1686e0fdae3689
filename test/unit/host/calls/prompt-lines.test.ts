import { expect, it } from "vitest";
import { beforePrompt, withoutPrompt } from "../../../../electron/host/calls/prompt-lines.ts";

it.each([
  ["nothing but a prompt of two lines", "top", "top\nbottom> ", ""],
  ["… after output that did not end its line", "over\nabctop", "top\nbottom> ", "over\nabc"],
  ["a prompt of three lines with a blank one", "over\na\n\nb", "a\n\nb\n> ", "over"],
  ["lines that are none of the prompt", "over\na\nc", "a\nb\n> ", "over\na\nc"],
  ["the rest of a command above a prompt of two lines", "over\ntop", "top\nbottom> ", "over"],
  ["the rest of a command above a blank line of the prompt", "over", "\n> ", "over"],
  ["what a job has printed at the prompt", "> from a job", "\n> ", "> from a job"],
  ["… with a blank line in it", "> a\n\nb", "> ", "> a\n\nb"],
  ["… the same line again and again", "> t\nt\nt\nt\nt", "> ", "> t\nt\nt\nt\nt"],
  ["… at a prompt of two lines, which was told before", "bottom> a\nb", "top\nbottom> ", "bottom> a\nb"],
])("what is unread is told without the prompt: %s", (_, text, prompt, told) => {
  const cursorLine = prompt.split("\n").at(-1) ?? "";
  expect(withoutPrompt(text, { prompt, cursorLine })).toBe(told);
  expect(withoutPrompt(text, { prompt, cursorLine: "out" }), "the prompt does not stand there").toBe(text);
});

it.each([
  ["end$ ", "end"],
  ["$ ", ""],
  ["$ from a job", "$ from a job"],
  ["from a job", "from a job"],
  ["", ""],
])("output without a line end in the line of the prompt is told, and the prompt alone is not: %j", (line, told) => {
  expect(beforePrompt(line, "top\n$ ")).toBe(told);
});

it("output that is part of the prompt's text is output all the same", () => {
  expect(beforePrompt("oo", "root$ ")).toBe("oo");
  expect(beforePrompt("root$ ", "root$ ")).toBe("");
});

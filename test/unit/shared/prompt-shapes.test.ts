import { expect, test } from "vitest";
import {
  endsCertainlyLikePrompt,
  endsLikePrompt,
  endsLikePromptBeforeEcho,
  endsLikeShellPrompt,
  isFieldStart,
  withoutFieldEnd,
} from "../../../shared/prompt-shapes.ts";

const SHELLS = ["$ ", "ada@host:~# ", "host% ", "C:\\> ", "❯ ", "➜ ", "» "];
const PROGRAMS = [">>> ", "(gdb) ", "In [7]: ", "name? ", "* ", "λ ", "irb(main):001:0> ", "}", "Password:"];
const CONTINUATIONS = ["... ", "..... ", "| ", ">", "...(1)> "];
/** As editors leave them, with the indentation of the next line. */
const INDENTED = ["   ...:     ", "...     ", "irb(main):002*   ", "irb(main):012:1* "];
const NONE = ["50% done", "half a line", "working", "a ", "", "1+1", "$  "];

test.each([...SHELLS, ...PROGRAMS, ...CONTINUATIONS])("'%s' ends like a prompt, and more so before an echo", (line) => {
  expect(endsLikePrompt(line)).toBe(true);
  expect(endsLikePromptBeforeEcho(line)).toBe(true);
});

test.each(NONE)("'%s' does not", (line) => {
  expect(endsLikePrompt(line)).toBe(false);
  expect(endsLikePromptBeforeEcho(line)).toBe(false);
  expect(endsLikeShellPrompt(line)).toBe(false);
});

test.each([...INDENTED])("'%s' is a prompt for more", (line) => {
  expect(endsLikePrompt(line)).toBe(true);
  expect(endsCertainlyLikePrompt(line)).toBe(true);
});

test("a blank tells prompts from progress", () => {
  for (const line of [...SHELLS, ">>> ", "(gdb) ", "In [7]: ", "Which ones › ", "irb(main):001:0> "]) {
    if (!line.endsWith("% ")) expect(endsCertainlyLikePrompt(line), line).toBe(true);
  }
  for (const line of ["Downloading 10%", "10% ", "Testing (1/2)", "Checking: ", "name? ", "}", "  Loading...  "]) {
    expect(endsCertainlyLikePrompt(line), line).toBe(false);
  }
});

test("dots and bars end a prompt for more only where they are all of it, or stand before an echo", () => {
  for (const line of ["waiting... ", "...", "|", "mysql -| ", "    -"]) {
    expect(endsLikePrompt(line)).toBe(false);
    expect(endsLikePromptBeforeEcho(line)).toBe(true);
  }
});

test("shells put a blank after their prompts", () => {
  for (const line of SHELLS) expect(endsLikeShellPrompt(line)).toBe(true);
  for (const line of [...SHELLS.map((shell) => shell.trimEnd()), "(gdb) ", "In [7]: "])
    expect(endsLikeShellPrompt(line)).toBe(false);
});

test("an input field begins with borders, a prompt and blanks, and ends with borders and blanks", () => {
  for (const line of ["", "│ > ", "  ❯ ", "┃ ... "]) expect(isFieldStart(line)).toBe(true);
  for (const line of ["> x", "Hi!", "│ 1"]) expect(isFieldStart(line)).toBe(false);
  expect(withoutFieldEnd("│ > hello   │ ")).toBe("│ > hello");
});

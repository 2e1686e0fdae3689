import { expect, test } from "vitest";
import {
  endsLikePrompt,
  endsLikePromptBeforeEcho,
  endsLikeShellPrompt,
  isFieldStart,
  withoutFieldEnd,
} from "../../../shared/prompt-shapes.ts";

const SHELLS = ["$ ", "ada@host:~# ", "host% ", "C:\\> ", "❯ ", "➜ ", "» "];
const PROGRAMS = [">>> ", "(gdb) ", "In [7]: ", "name? ", "* ", "λ ", "irb(main):001:0> ", "}", "Password:"];
const CONTINUATIONS = ["... ", "..... ", "| "];
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

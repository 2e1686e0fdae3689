import { expect, test } from "vitest";
import { isAnswer } from "../../../../electron/host/calls/answers.ts";

const answers = (text: string, shown: string, isBare = false): boolean => {
  const lines = shown.split("\n");
  return isAnswer({ text, isBare }, { question: lines.at(-1) ?? "", above: lines.slice(0, -1) });
};

test.each([
  ["y\r", "Start it from the beginning? (y or n)"],
  ["No\r", "Are you sure you want to continue connecting (yes/no/[fingerprint])?"],
  ["fingerprint\r", "Are you sure you want to continue connecting (yes/no/[fingerprint])?"],
  ["n\r", "Make breakpoint pending on future shared library load? (y or [n])"],
  ["q\r", "(1/2) Stage this hunk [y,n,q,a,d,e,?]?"],
  ["?\r", "(1/2) Stage this hunk [y,n,q,a,d,e,?]?"],
  ["c\r", "--Type <RET> for more, q to quit, c to continue without paging--"],
  ["r\r", "(A)bort, (R)etry, (F)ail?"],
  ["3\r", "Which one? [1-5]"],
  ["YES\r", "Delete it?"],
  ["3\r", "1) one    3) three\n2) two    4) four\n#? "],
  ["12\r", "$ install\n 1. vim\n 12. emacs\nWhich editor: "],
  ["b\r", "a) abort\nb) go back\nWhat now? "],
])("%j answers '%s'", (text, question) => {
  expect(answers(text, question)).toBe(true);
});

test.each([
  ["ls\r", "Continue? [Y/n]"],
  ["print(name)\r", "name? "],
  ["7\r", "Which one? [1-5]"],
  ["\r", "Continue? [Y/n]"],
  ["x\r", "Sure (this removes all)? [Y/n]"],
  ["beta\r", "Version (beta)?"],
  ["5\r", "1) one    3) three\n2) two    4) four\n#? "],
  ["1\r", "1) one\nhello\nYour name: "],
  ["ls\r", "1) one\n2) two\n#? "],
])("%j is no answer to '%s'", (text, question) => {
  expect(answers(text, question)).toBe(false);
});

test("what waits for nothing answers any question, but an Enter alone does not", () => {
  expect(answers("Bob\r", "Your name: ", true)).toBe(true);
  expect(answers("\r", "Your name: ", true)).toBe(false);
});

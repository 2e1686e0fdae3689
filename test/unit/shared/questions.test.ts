/** Which lines ask a person something, by their words. */
import { describe, expect, it } from "vitest";
import { isPage, isQuestion } from "../../../shared/questions.ts";

describe("a line", () => {
  it.each([
    "Continue? [Y/n] ",
    "Save file /tmp/a? (y, n, !, ., q, C-r, C-f, d or C-h) ",
    "Modified buffers exist; exit anyway? (yes or no) ",
    "Stage this hunk [y,n,q,a,d,e,?]? ",
    "*** motd (Y/I/N/O/D/Z) [default=N] ? ",
    "Clear orphaned inode<y>? ",
    "BREAK: (a)bort (A)bort with dump (c)ontinue (p)roc info (i)nfo",
    "       (l)oaded (v)ersion (k)ill (D)b-tables (d)istribution",
    "replace a.txt? [y]es, [n]o, [A]ll, [N]one, [r]ename: ",
    "#? ",
  ])("asks: %s", (line) => expect(isQuestion(line)).toBe(true));

  it.each(["$ ", "(gdb) ", "In [7]: ", "x [1,2,3] ", "item(s) in file(s)", "see (a) and (b)", "- [x] done [ ] open", "f(a)b "])(
    "asks nothing: %s",
    (line) => expect(isQuestion(line)).toBe(false),
  );
});

it("a colon alone is a page of less; with a blank behind it, it is a prompt", () => {
  expect([":", "(END)", ": "].map(isPage)).toEqual([true, true, false]);
});

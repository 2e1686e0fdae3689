/** Which lines ask a person something, by their words. */
import { describe, expect, it } from "vitest";
import { choicesIn, isInDialog, isPage, isQuestion, looksLikeQuestion, menuIn } from "../../../shared/questions.ts";

describe("a line", () => {
  it.each([
    "Continue? [Y/n] ",
    "Save file /tmp/a? (y, n, !, ., q, C-r, C-f, d or C-h) ",
    "Modified buffers exist; exit anyway? (yes or no) ",
    "Is this ok [y/d/N]: ",
    "Enter your choice [1-4] ",
    "Proxy [none] ",
    "examine changes to a? (enter ? for help) [Ynesfdaq?] ",
    "rm a b?...",
    "? Conflict (ynH) ",
    "? Input filename pattern › ",
    " pattern › ",
    "Save modified buffer?  ",
    "Continue? [Y/n] (auto in 8 s) ",
    "Save changes (yes/no)? > ",
    "Quit (y/n)>",
    "Overwrite? (Y)es/(N)o ",
    "Accept [y]/n ",
    "Delete? y/n ",
    "Press a key to go on ",
    "Enter file in which to save the key (/home/me/.ssh/id_ed25519): ",
    "Stage this hunk [y,n,q,a,d,e,?]? ",
    "*** motd (Y/I/N/O/D/Z) [default=N] ? ",
    "Clear orphaned inode<y>? ",
    "BREAK: (a)bort (A)bort with dump (c)ontinue (p)roc info (i)nfo",
    "       (l)oaded (v)ersion (k)ill (D)b-tables (d)istribution",
    "replace a.txt? [y]es, [n]o, [A]ll, [N]one, [r]ename: ",
    "#? ",
  ])("asks: %s", (line) => expect(isQuestion(line)).toBe(true));

  it.each([
    "$ ",
    "[1] Running   [2] Done",
    "tasks: [x] one [x] two",
    "(1) one (2) two (3) three.",
    "values (R/G/B)",
    "[root@here ~]# ",
    "user@here [~/src] ",
    "main[1] ",
    "ratio (n/a) ",
    "[1] CL-USER(2): ",
    "(gdb) ",
    "In [7]: ",
    "x [1,2,3] ",
    "item(s) in file(s)",
    "see (a) and (b)",
    "- [x] done [ ] open",
    "f(a)b ",
  ])("asks nothing: %s", (line) => expect(isQuestion(line)).toBe(false));
});

it.each(["(a)          ", "[a]          ", "(a)b ", "[y] ", "y/", "? ", "[a/", "enter [", "In [1]: ~", "(y, n", "Overwrite? "])(
  "a line of many '%s' is looked at in a moment",
  (part) => {
    // Each of these would take for ever where a pattern could match its parts in several ways.
    for (let times = 1; times <= 60; times++)
      for (const end of ["", "(!", " -- what now> "])
        for (const ask of [isQuestion, isPage, looksLikeQuestion, (line: string) => isInDialog([line])])
          expect(typeof ask(part.repeat(times) + end)).toBe("boolean");
  },
);

it("a colon alone is a page of less; with a blank behind it, it is a prompt", () => {
  expect([":", "(END)", ": "].map(isPage)).toEqual([true, true, false]);
});

it("a dialog asks where the cursor is in its frame, and it has buttons", () => {
  const field = "  │ │ Ada              │ │";
  const buttons = "  │    <  OK  >    <Cancel>   │";
  expect(isInDialog([field, "  │ └──┘ │", buttons, "  └──────┘"])).toBe(true);
  expect(isInDialog([buttons])).toBe(true);
  expect(isInDialog(["$ ", buttons]), "it is over").toBe(false);
  expect(isInDialog(["│ <b>bold</b> <back> │", "│ press <Yes> or <No> now │"]), "text").toBe(false);
  expect(isInDialog([field])).toBe(false);
});

it("buttons are none of the choices at the end of the screen: a dialog that is over leaves them", () => {
  const left = ["│ <Yes>  <No> │", "done:", "  text"];
  expect(menuIn(left)).toBe("asks: <Yes>  <No>");
  expect(choicesIn(left)).toBeUndefined();
});

it("choices with numbers at the end of the screen ask what stands above them", () => {
  expect(menuIn(["Select an option:", "  1. dev", "  2. prod"])).toBe("asks: Select an option:");
  expect(menuIn(["Select an option:", "  1. dev", "  2. prod", "$ "])).toBeUndefined();
  expect(menuIn(["Changes.", "1. one", "2. two"])).toBeUndefined();
  expect(menuIn(["Steps:", "2. two", "3. three"])).toBeUndefined();
  expect(menuIn(["Steps:", "1. one"])).toBeUndefined();
});

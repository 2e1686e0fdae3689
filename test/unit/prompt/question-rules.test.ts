import { describe, expect, it } from "vitest";
import { questionAt } from "../../../electron/prompt/question-rules.ts";
import { AT_PROMPT } from "../../support/screen-evidence.ts";

describe("a question in place of a prompt", () => {
  const entered = {
    ...AT_PROMPT,
    before: "text",
    changed: true,
    known: false,
    readsLines: false,
    shellAsks: false,
    program: "",
  } as const;
  const at = (line: string, more: Partial<Parameters<typeof questionAt>[0]> = {}) =>
    questionAt({ ...entered, line, lastLine: line, isLastNew: true, ...more }, false);

  it.each([
    "name? ",
    "Your name: ",
    "package name: (cotty) ",
    "Partition number (1-4, default 1): ",
    "Age [42]: ",
    "Age(42): ",
    "Install directory [/opt/app]: ",
    "Login Shell [/bin/bash]: ",
    "Email (you@example.org): ",
    "Username for https://github.com: ",
    "Command to run: ",
    "Username for 'https://example.com': ",
    "zsh: correct 'sl' to 'ls' [nyae]? ",
    "rm: remove regular file 'x'? ",
    "Fortfahren? [J/n] ",
    "Project name (my-app) ",
    "Version [1.0.0] (NEW) ",
    "  Buffer size (BUF) [64] (NEW) ",
    "Action (k/r/d) [k] ",
    " (0) ",
  ])("is one: '%s'", (line) => expect(at(line)).toBe("shape"));

  it.each([
    "$ ",
    "(0) ",
    "[ins] In [1]: ",
    "(base) In [12]: ",
    ">>> ",
    "... ",
    "(gdb) ",
    "In [12]: ",
    "   ...: ",
    "irb(main):001:0> ",
    "➜  cotty git:(main) ",
    "CL-USER(12): ",
    "[1] CL-USER(2): ",
    "ada@example:~/src: ",
    "~/src: ",
    "Command (m for help): ",
    "C:\\> ",
    "(Pdb) ",
    "[ins] (main) ",
    "mysql (none) ",
  ])("is none: '%s'", (line) => expect(at(line)).toBeUndefined());

  it("by its shape only where the line was typed at something else; by its words in any case", () => {
    expect(at("name? ", { changed: false })).toBeUndefined();
    expect(at("Continue? [Y/n] ", { changed: false, before: "learned" })).toBe("words");
    expect(at("Continue? [Y/n] ", { before: "marked" })).toBeUndefined();
    expect(at("> ", { before: "learned", lastLine: "Press Enter to go on" })).toBeUndefined();
    expect(at(":", { changed: false })).toBeUndefined();
    expect(at(":")).toBe("words");
    // PicoLisp's prompt has a blank behind it, which the last line has not.
    expect(at(": ", { lastLine: ":" })).toBeUndefined();
  });

  it("is none where it is the name of the program", () => {
    expect(at("debugfs:  ")).toBe("shape");
    expect(at("debugfs:  ", { program: "debugfs" })).toBeUndefined();
    expect(at("bwBASIC: ", { program: "bwbasic" })).toBeUndefined();
    expect(at("login: ", { program: "debugfs" })).toBe("shape");
  });

  it("is one by its shape in a shell in tmux, whose screen is a full-screen program's", () => {
    const within = { alternate: true, lastLine: "[0] 0:bash*", changed: false, changedWithin: true } as const;
    expect(at("name? ", { ...within, readsLines: true })).toBe("shape");
    expect(at("name? ", within)).toBeUndefined();
    expect(at("name? ", { ...within, readsLines: true, changedWithin: false })).toBeUndefined();
  });

  it("is one by what no prompt ends with: an answer that is filled in already, or half a line", () => {
    for (const line of ["Geographic area: 12", "Edit me: preset", "Host"]) expect(at(line)).toBe("shape");
    expect(at("bash-5.2", { before: "learned" })).toBeUndefined();
    expect(at("Geographic area: 12", { changed: false })).toBeUndefined();
  });

  it("is one whose choices or words stand above a blank line", () => {
    const below = { before: "nothing", line: "" } as const;
    for (const lastLine of ["Which profile?", "Default toolchain? (stable/nightly) [stable]", "Paste the code here:"])
      expect(at("", { ...below, lastLine }), lastLine).toBe("shape");
    for (const lastLine of ["results:", "is it?", "done"]) expect(at("", { ...below, lastLine }), lastLine).toBeUndefined();
  });

  it("is one that is asked again", () => {
    expect(at("Port: ", { before: "learned", changed: false, asksAgain: true })).toBe("shape");
    expect(at("Port: ", { before: "learned", changed: false })).toBeUndefined();
  });

  it("is whatever a shell reads for a command of its own", () => {
    expect(at("Name › ", { shellAsks: true })).toBe("shape");
    expect(at("Name › ", { shellAsks: true, changed: false })).toBe("shape");
    expect(at("$ ", { shellAsks: true, before: "learned" }), "the marks have ended").toBeUndefined();
    expect(at("Name › ")).toBeUndefined();
    expect(at("$ ", { shellAsks: true, before: "marked" })).toBeUndefined();
  });
});

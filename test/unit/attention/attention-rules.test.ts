import { describe, expect, it } from "vitest";
import { type AttentionEvidence, IDLE_AFTER_MS, judge } from "../../../electron/attention/attention-rules.ts";
import type { RestingPlace } from "../../../shared/screen-evidence.ts";

/** The cursor stands after `line`, which is the last of `above`. */
function place(line: string, changes: Partial<RestingPlace> = {}): RestingPlace {
  const lines = line === "" ? [] : [line];
  const look = { alternate: false, drawn: false, drawnBelow: false, standsOut: false, isCursorHidden: false };
  return { before: line.trim() === "" ? "nothing" : "text", line, lines, ...look, ...changes };
}

function evidence(changes: Partial<AttentionEvidence>): AttentionEvidence {
  return { reading: "alone", lastLine: "", quietMs: 5000, restingMs: 5000, ...changes };
}

const stateAt = (line: string, changes: Partial<RestingPlace> = {}): string =>
  judge(evidence({ place: place(line, changes) })).state;

const MENU = [
  "● Edit(a.ts)",
  "Do you want to make this edit to a.ts?",
  "❯ 1. Yes",
  "  2. Yes, and do not ask again",
  "  3. No (esc)",
];

describe("a program that is blocked reading its terminal", () => {
  it.each([
    "Do you want to continue? [Y/n] ",
    "Overwrite existing file? (y/N)",
    "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
    "[sudo] password for ada: ",
    "Enter passphrase for key '/home/ada/.ssh/id_ed25519': ",
    "Enter passphrase (empty for no passphrase): ",
    "Enter same passphrase again: ",
    "Press any key to continue . . .",
    "Press Enter to exit",
    "Quit anyway? (y or n) ",
    "Make breakpoint pending on future shared library load? (y or [n]) ",
    "Do you really want to exit ([y]/n)? ",
    "Password for 'https://ada@example.com': ",
    "--Type <RET> for more, q to quit, c to continue without paging--",
    "Delete these 3 files? ",
    "❯ Would you like to proceed?",
    ":",
    "(END)",
    "--More--(12%)",
    "Your name: ",
    "package name: (cotty) ",
  ])("waits for a person at %s", (line) => expect(stateAt(line)).toBe("waiting"));

  it("counts a question that somebody has answered before", () => {
    expect(stateAt("Your name: ", { before: "learned" })).toBe("waiting");
  });

  it.each([
    "$ ",
    "root@here:~# ",
    ">>> ",
    "... ",
    "(gdb) ",
    "(Pdb) ",
    "(lldb) ",
    "In [7]: ",
    "mysql> ",
    "debug> ",
    "Command (m for help): ",
    "Press any key...xbash-5.2# ",
  ])("is idle at its prompt %s", (line) =>
    expect(judge(evidence({ place: place(line) }))).toEqual({ state: "idle", reason: `at its prompt: ${line.trim()}` }),
  );

  it("is idle at a prompt that the shell has marked, whatever it looks like", () => {
    expect(stateAt("really? ", { before: "marked" })).toBe("idle");
  });

  it("waits below a question in a line of its own, and is idle where nothing asks", () => {
    expect(stateAt("", { lines: ["Enter your name:"] })).toBe("waiting");
    expect(stateAt("", { lines: ["Default toolchain? (stable/nightly) [stable]"] })).toBe("waiting");
    expect(stateAt("", { lines: ["Which one do you want?"] })).toBe("waiting");
    expect(stateAt("", { lines: ["done"] })).toBe("idle");
    expect(stateAt("")).toBe("idle");
  });

  it("waits where it shows nothing of what is typed, but not at a prompt", () => {
    const hidden = (line: string): string => judge(evidence({ isEchoOff: true, place: place(line) })).state;
    expect(hidden("token for the registry")).toBe("waiting");
    expect(hidden("$ ")).toBe("idle");
  });

  it("is idle in an editor, and waits at a menu or a dialog", () => {
    expect(stateAt("hello", { alternate: true, drawn: true, lines: ["hello", "~", '"a.txt" 1L, 6B'] })).toBe("idle");
    const menu = judge(evidence({ place: place("", { lines: MENU, drawn: true, isCursorHidden: true }) }));
    expect(menu).toEqual({ state: "waiting", reason: "asks: Do you want to make this edit to a.ts?" });
    expect(
      stateAt("", { alternate: true, drawn: true, lines: ["│ Remove the old kernel now? │", "│   <Yes>      <No>   │"] }),
    ).toBe("waiting");
  });
});

describe("an event loop", () => {
  const at = (line: string, quietMs: number, changes: Partial<RestingPlace> = {}): string =>
    judge(evidence({ reading: "among-others", quietMs, place: place(line, changes) })).state;

  it("is at work until it has stood still", () => {
    expect(at("> ", 300)).toBe("working");
    expect(at("> ", 1500)).toBe("idle");
    expect(at("", 300, { lines: MENU, drawn: true })).toBe("working");
    expect(at("", 1500, { lines: MENU, drawn: true })).toBe("waiting");
    expect(at("⠋ thinking", 90, { drawn: true })).toBe("working");
  });

  it("is idle with an input field, unless it has called for a person", () => {
    const field = place("│ > ", { drawn: true, alternate: true, lines: ["│ > Try something │"] });
    const loop = { reading: "among-others", quietMs: 3000, place: field } as const;
    expect(judge(evidence(loop)).state).toBe("idle");
    expect(judge(evidence({ ...loop, notification: "Claude needs your permission" }))).toEqual({
      state: "waiting",
      reason: "says: Claude needs your permission",
    });
  });
});

describe("a program that does not read its terminal", () => {
  const busy = (quietMs: number, restingMs: number): string =>
    judge(evidence({ reading: "no", quietMs, restingMs, lastLine: "Continue? [Y/n] " })).state;

  it("is at work while it prints or computes, and idle when it has done neither for a while", () => {
    expect(busy(100, IDLE_AFTER_MS)).toBe("working");
    expect(busy(IDLE_AFTER_MS, 100)).toBe("working");
    expect(busy(IDLE_AFTER_MS, IDLE_AFTER_MS)).toBe("idle");
  });

  it("asks nothing, whatever its output looks like", () => {
    expect(busy(5000, 5000)).toBe("working");
  });

  it("says when it may change by itself", () => {
    expect(judge(evidence({ reading: "no", quietMs: 4000, restingMs: 4000 })).changesInMs).toBe(IDLE_AFTER_MS - 4000);
    expect(judge(evidence({ reading: "no", quietMs: IDLE_AFTER_MS, restingMs: IDLE_AFTER_MS })).changesInMs).toBeUndefined();
  });
});

it("goes by the words where the system does not say who reads", () => {
  const at = (lastLine: string, quietMs = 1000): string => judge(evidence({ reading: "unknown", lastLine, quietMs })).state;
  expect(at("Continue? [Y/n] ")).toBe("waiting");
  expect(at("Continue? [Y/n] ", 100)).toBe("working");
  expect(at("error: are you sure")).toBe("working");
  expect(at("", IDLE_AFTER_MS)).toBe("idle");
});

describe("what programs draw", () => {
  const drawn = (lines: string[], line = "", changes: Partial<RestingPlace> = {}): string =>
    judge(evidence({ reading: "among-others", place: place(line, { lines, drawn: true, ...changes }) })).reason;
  const FIELD = ["╭──────────╮", "│ >        │", "╰──────────╯"];

  it("asks what shells ask below the choices of select", () => {
    expect(stateAt("#? ", { lines: ["1) red", "2) green", "#? "] })).toBe("waiting");
    expect(stateAt("?# ", { lines: ["1) red  2) green", "?# "] })).toBe("waiting");
  });

  it("asks to choose in a fuzzy finder, and not where fractions stand above a prompt", () => {
    expect(drawn(["  2 two", "> 1 one", "  12/34 ────", "> "], "> ")).toBe("asks to choose: > 1 one");
    expect(drawn(["❯ query", "12/34 (2)", "▌ 1 one", "  2 two"])).toBe("asks to choose: ❯ query");
    expect(stateAt("> ", { lines: ["> run()", "5/5", "> "] })).toBe("idle");
    expect(drawn(["tests", "5/5", "> "], "> ")).not.toContain("choose");
  });

  it("asks what stands above a coding agent's field, but not what a person has asked there", () => {
    expect(drawn(["● Which of the two do you want?", ...FIELD])).toBe("asks: ● Which of the two do you want?");
    expect(drawn(["● Done.", ...FIELD])).not.toContain("asks");
    expect(drawn(["> what is this?", ...FIELD])).not.toContain("asks");
    expect(drawn(["Why?", "───────────", "a table"])).not.toContain("asks");
  });

  it("shows a page where a full-screen program tells the keys of a pager", () => {
    const lines = ["22", "-- MOST: file (1,1) 0%", "Press `Q' to quit, `H' for help, and SPACE to scroll."];
    expect(judge(evidence({ place: place("", { lines, alternate: true }) })).state).toBe("waiting");
  });

  it("waits for keys that a program tells of, unless they only end it", () => {
    const at = (hint: string) => judge(evidence({ reading: "among-others", place: place("", { lines: ["ready", hint] }) })).state;
    expect(at("  ➜  press h + enter to show help")).toBe("idle");
    expect(at("Loading. Press q to cancel")).toBe("working");
  });
});

describe("the end of a program", () => {
  it("goes before everything else, with its code or signal as the reason", () => {
    const ended = (exit: { code: number; signal?: string }, isStopped = false): unknown =>
      judge(evidence({ exit, isStopped, place: place("Continue? [y/n]") }));
    expect(ended({ code: 0 })).toEqual({ state: "finished", reason: "Exited 0" });
    expect(ended({ code: 2 })).toEqual({ state: "failed", reason: "Exited 2" });
    expect(ended({ code: 137, signal: "SIGKILL" })).toEqual({ state: "failed", reason: "Killed (SIGKILL)" });
  });

  it("is no failure when somebody ended the program on purpose", () => {
    const state = (exit: { code: number; signal?: string }, isStopped = false): string =>
      judge(evidence({ exit, isStopped })).state;
    expect(state({ code: 143, signal: "SIGTERM" }, true)).toBe("finished");
    expect(state({ code: 1 }, true)).toBe("finished");
    expect(state({ code: 143, signal: "SIGTERM" })).toBe("failed");
    // Ctrl+C, and a shell that tells of it.
    expect(state({ code: 130, signal: "SIGINT" })).toBe("finished");
    expect(state({ code: 130 })).toBe("finished");
    expect(state({ code: 131 })).toBe("failed");
  });
});

it("keeps the reason short, with the end of the line in it", () => {
  const { reason } = judge(evidence({ place: place(`${"x".repeat(5000)} Continue? [y/n]`) }));
  expect(reason.length).toBeLessThanOrEqual(256);
  expect(reason).toMatch(/^asks: .*Continue\? \[y\/n\]$/);
});

describe("a program that has called for a person and can read an answer", () => {
  const notification = "Claude needs your permission";
  const says = { state: "waiting", reason: `says: ${notification}` };
  const loop = { reading: "among-others" } as const;

  it.each([
    ["is blocked at a prompt", evidence({ place: place("$ ") })],
    ["is blocked on a blank line", evidence({ place: place("") })],
    ["is blocked in a full-screen program", evidence({ place: place("", { alternate: true }) })],
    ["waits in an event loop at a prompt", evidence({ ...loop, place: place("> ") })],
    ["waits in an event loop in a full-screen program", evidence({ ...loop, place: place("", { alternate: true }) })],
    ["waits in an event loop for a key", evidence({ ...loop, place: place("", { lines: ["Press q to quit"] }) })],
  ])("waits for one when it %s", (_, found) => {
    expect(judge(found).state).toBe("idle");
    expect(judge({ ...found, notification })).toEqual(says);
  });

  it("works on where it does not read", () => {
    expect(judge(evidence({ reading: "no", quietMs: 100, notification })).state).toBe("working");
  });
});

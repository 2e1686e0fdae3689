/** The lines are those that the debuggers print, with a blank for each tab. */
import { describe, expect, it } from "vitest";
import { debuggerAfter } from "../../../electron/debuggers/debugger-state.ts";
import type { DebuggerState } from "../../../shared/protocol.ts";
import type { RestingPlace } from "../../../shared/screen-evidence.ts";

/** What is known after each of the screens, the last line of which is a prompt. */
function after(...screens: string[][]): DebuggerState | undefined {
  let state: DebuggerState | undefined;
  for (const lines of screens) {
    const look = {
      before: "text",
      alternate: false,
      drawn: false,
      drawnBelow: false,
      standsOut: false,
      isCursorHidden: false,
    } as const;
    const place: RestingPlace = { ...look, lines: lines.map((line) => line.trimEnd()), line: lines.at(-1) ?? "" };
    state = debuggerAfter(state, place, true);
  }
  return state;
}

const GDB = [
  "(gdb) break twice",
  "Breakpoint 1 at 0x1140: file t.c, line 3.",
  "(gdb) run",
  "Starting program: /tmp/t.out",
  "",
  "Breakpoint 1, twice (n=0) at t.c:3",
  "3         return 2 * n;",
  "(gdb) ",
];

describe("gdb", () => {
  it("has stopped at a breakpoint, with the source line", () => {
    expect(after(GDB)).toEqual({
      kind: "gdb",
      isAtPrompt: true,
      stopped: { file: "t.c", line: 3, source: "return 2 * n;" },
      breakpoints: [{ id: 1, file: "t.c", line: 3 }],
    });
  });

  it("goes on by one line, for which it prints no file, and after an empty line that repeats the step", () => {
    expect(after(GDB, ["(gdb) next", "4       }", "(gdb) "])?.stopped).toEqual({ file: "t.c", line: 4, source: "}" });
    expect(after(GDB, ["(gdb) next", "4       }", "(gdb)", "5       int x;", "(gdb) "])?.stopped).toMatchObject({ line: 5 });
  });

  it("stays where it is while frames, lines and values are listed", () => {
    const listing = [
      "(gdb) bt",
      "#0  twice (n=0) at t.c:3",
      "#1  0x0000555555555169 in main () at t.c:8",
      "(gdb) list",
      "2       int twice(int n) {",
      "(gdb) print 7",
      "$1 = 7",
      "(gdb) ",
    ];
    expect(after(GDB, listing)?.stopped).toMatchObject({ line: 3 });
    expect(after(GDB, ["#1  0x0000555555555169 in main () at t.c:8", "(gdb) "])?.stopped).toMatchObject({ line: 3 });
  });

  it.each([
    ["Program terminated with signal SIGFPE, Arithmetic exception.", "The program no longer exists."],
    ["[Inferior 1 (process 77) exited with code 01]"],
    ["[Inferior 1 (process 77) killed]"],
    ["Detaching from program: /tmp/t.out, process 77", "[Inferior 1 (process 77) detached]"],
  ])("stands nowhere after %s", (...end) => {
    expect(after(GDB, ["(gdb) continue", "Continuing.", ...end, "(gdb) "])).toEqual({
      kind: "gdb",
      isAtPrompt: true,
      breakpoints: [{ id: 1, file: "t.c", line: 3 }],
    });
  });

  it("follows up, finish and a crash", () => {
    const up = ["(gdb) up", "#1  0x0000555555555169 in main () at t.c:8", "8           total += twice(i);", "(gdb) "];
    expect(after(GDB, up)?.stopped).toEqual({ file: "t.c", line: 8, source: "total += twice(i);" });
    const crash = [
      "(gdb) run",
      "Program received signal SIGSEGV, Segmentation fault.",
      "0x00005 in f (p=0x0) at /src/x.c:12",
      "12        *p = 1;",
      "(gdb) ",
    ];
    expect(after(crash)?.stopped).toEqual({ file: "/src/x.c", line: 12, source: "*p = 1;" });
  });

  it("knows the breakpoints by their list, and which are deleted", () => {
    const list = [
      "(gdb) info breakpoints",
      "Num     Type           Disp Enb Address            What",
      "1       breakpoint     keep y   0x0000555555555140 in twice at t.c:3",
      "        breakpoint already hit 1 time",
      "4       breakpoint     keep y   0x0000555555555140 in main at t.c:9",
      "(gdb) ",
    ];
    expect(after(GDB, list)?.breakpoints.map(({ id }) => id)).toEqual([1, 4]);
    expect(after(GDB, list, ["(gdb) delete 1", "(gdb) "])?.breakpoints.map(({ id }) => id)).toEqual([4]);
  });

  it("has stopped nowhere after the program's end, and is gone at another prompt", () => {
    const ended = ["(gdb) continue", "Continuing.", "6", "[Inferior 1 (process 14387) exited normally]", "(gdb) "];
    expect(after(GDB, ended)).toEqual({ kind: "gdb", isAtPrompt: true, breakpoints: [{ id: 1, file: "t.c", line: 3 }] });
    expect(after(GDB, ["(gdb) quit", "$ "])).toBeUndefined();
    expect(after(["$ gdb", "$ "])).toBeUndefined();
  });
});

it("lldb: a stop, the frame of up, a list of frames, and breakpoints", () => {
  const stop = [
    "(lldb) breakpoint set -n twice",
    "Breakpoint 1: where = t.out`twice + 7 at t.c:3:12, address = 0x0000000000001140",
    "(lldb) run",
    "* thread #1, name = 't.out', stop reason = breakpoint 1.1",
    "    frame #0: 0x0000555555555140 t.out`twice(n=0) at t.c:3:12",
    "   2    int twice(int n) {",
    "-> 3      return 2 * n;",
    "   4    }",
    "(lldb) ",
  ];
  expect(after(stop)).toEqual({
    kind: "lldb",
    isAtPrompt: true,
    stopped: { file: "t.c", line: 3, source: "return 2 * n;" },
    breakpoints: [{ id: 1, file: "t.c", line: 3 }],
  });
  const frames = [
    "(lldb) bt",
    "* thread #1",
    "  * frame #0: 0x1 t.out`twice(n=0) at t.c:3:12",
    "    frame #1: 0x2 t.out`main at t.c:8:14",
    "(lldb) ",
  ];
  expect(after(stop, frames)?.stopped).toMatchObject({ line: 3 });
  const list = [
    "(lldb) breakpoint list",
    "Current breakpoints:",
    "2: name = 'main', locations = 1, resolved = 1, hit count = 1",
    "  2.1: where = t.out`main + 15 at t.c:6:7, address = 0x000055555555515f, resolved, hit count = 1 ",
    "(lldb) ",
  ];
  expect(after(stop, list)?.breakpoints).toEqual([{ id: 2, file: "t.c", line: 6 }]);
  const up = ["(lldb) up", "frame #1: 0x2 t.out`main at t.c:8:14", "-> 8        total += twice(i);", "(lldb) "];
  expect(after(stop, up)?.stopped).toEqual({ file: "t.c", line: 8, source: "total += twice(i);" });
});

it("pdb: a stop, breakpoints and their list", () => {
  const stop = ["> /src/counts.py(1)<module>()", "-> total = 0", "(Pdb) break 3", "Breakpoint 1 at /src/counts.py:3", "(Pdb) "];
  expect(after(stop)).toEqual({
    kind: "pdb",
    isAtPrompt: true,
    stopped: { file: "/src/counts.py", line: 1, source: "total = 0" },
    breakpoints: [{ id: 1, file: "/src/counts.py", line: 3 }],
  });
  const list = ["(Pdb) break", "Num Type         Disp Enb   Where", "2   breakpoint   keep yes   at /src/counts.py:9", "(Pdb) "];
  expect(after(stop, list)?.breakpoints).toEqual([{ id: 2, file: "/src/counts.py", line: 9 }]);
  expect(after(stop, ["(Pdb) next", "> /src/counts.py(2)<module>()", "-> for n in range(3):", "(Pdb) "])?.stopped).toMatchObject({
    line: 2,
  });
});

it("node inspect: the start, a step, and the list of breakpoints", () => {
  const start = ["debug> Break on start in /src/counts.mjs:1", "> 1 let total = 0;", "  2 for (;;) {}", "debug> "];
  expect(after(start)?.stopped).toEqual({ file: "/src/counts.mjs", line: 1, source: "let total = 0;" });
  const around = ["debug> sb('counts.mjs', 3)", "  2 for (;;) {}", "> 3 console.log(total);", "debug> "];
  expect(after(start, around)?.stopped).toMatchObject({ line: 1 });
  const step = [
    "debug> next",
    "break in /src/counts.mjs:2",
    "  1 let total = 0;",
    "> 2 for (;;) {}",
    "debug> breakpoints",
    "#0 /src/counts.mjs:3",
    "debug> ",
  ];
  expect(after(start, step)).toMatchObject({ stopped: { line: 2 }, breakpoints: [{ id: 0, file: "/src/counts.mjs", line: 3 }] });
  const frames = ["debug> bt", "#0 twice /src/counts.mjs:3:11", "#1 (anonymous) /src/counts.mjs:5:40", "debug> "];
  expect(after(start, step, frames)?.breakpoints).toEqual([{ id: 0, file: "/src/counts.mjs", line: 3 }]);
  // The command has left the screen.
  expect(after(start, step, frames.slice(1))?.breakpoints).toEqual([{ id: 0, file: "/src/counts.mjs", line: 3 }]);
});

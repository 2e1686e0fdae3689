/**
 * The tasks: what is started, what is typed, and what must have been seen at
 * the end. Each input says when its answer is on the screen, for who polls; how
 * a tool waits otherwise is the tool's affair. `alone` does the task without
 * anybody who types, where a pipe with the input does not.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const PRIME = ["def is_prime(n):", "    if n < 2:", "        return False", "    for d in range(2, int(n**0.5) + 1):"];
const PRIME_END = ["        if n % d == 0:", "            return False", "    return True", ""];

/** The published benchmark's Python task, started as its tool definitions have it. */
const python = {
  name: "python",
  id: "py",
  command: "python3 -i",
  prompt: ">>> $",
  ready: /^>>> *$/m,
  inputs: [
    { lines: ["42 * 17"], until: /^714$/m },
    { lines: ["import math"], until: /import math\n>>>/ },
    { lines: ["math.factorial(10)"], until: /^3628800$/m },
    { lines: ["[x**2 for x in range(10)]"], until: /^\[0, 1, 4, 9,.*81\]$/m },
    { lines: [...PRIME, ...PRIME_END], until: /return True\n\.\.\. *\n>>>/ },
    { lines: ["is_prime(97)"], until: /^True$/m },
  ],
  // "Finally, get all the output."
  readsAll: true,
  end: { lines: ["exit()"] },
  answers: [/714/, /3628800/, /\[0, 1, 4, 9, 16, 25, 36, 49, 64, 81\]/, /True/],
};

const gdb = {
  name: "gdb",
  id: "gdb",
  command: "gdb -q ./crash",
  prompt: "\\(gdb\\) $",
  ready: /\(gdb\) *$/m,
  inputs: [
    { lines: ["run"], until: /SIGSEGV[\s\S]*\n\(gdb\) *$/ },
    { lines: ["bt"], until: /#1 .*main/ },
    { lines: ["info args"], until: /score = 85/ },
    { lines: ["p *student"], until: /count = \d+}/ },
    { lines: ["p student->scores"], until: /\(int \*\) 0x0/ },
    { lines: ["frame 1"], until: /add_score\(alice, 85\)/ },
    { lines: ["info locals"], until: /alice = 0x/ },
    { lines: ["kill"], asks: "y or n\\) $", until: /\(y or n\) *$/m },
    { lines: ["y"], until: /killed\]/ },
  ],
  end: { lines: ["q"] },
  answers: [/SIGSEGV/, /add_score \(.*crash\.c:18/, /score = 85/, /scores = 0x0/, /\(int \*\) 0x0/, /Alice/],
};

const lldb = {
  name: "lldb",
  id: "lldb",
  command: "lldb --no-use-colors ./crash",
  // Its program would take the rest of a pipe as its own input.
  alone:
    "lldb --no-use-colors --batch -o run -k bt -k 'frame variable' -k 'p *student' -k 'frame select 1' -k kill -k quit ./crash",
  prompt: "\\(lldb\\) $",
  ready: /Current executable set[\s\S]*\(lldb\) *$/m,
  inputs: [
    { lines: ["run"], until: /stop reason = [\s\S]*\(lldb\) *$/ },
    { lines: ["bt"], until: /frame #1: .*main/ },
    { lines: ["frame variable"], until: /score = 85/ },
    { lines: ["p *student"], until: /scores = .*0x0+/ },
    { lines: ["frame select 1"], until: /add_score\(alice, 85\)/ },
    { lines: ["kill"], until: /exited with status/ },
  ],
  end: { lines: ["quit"] },
  answers: [/stop reason = /, /add_score\(.*crash\.c:18/, /score = 85/, /scores = .*0x0+/],
};

const build = {
  name: "build",
  id: "build",
  command: "node ./noisy-build.mjs",
  inputs: [],
  finished: /build failed: .*/,
  answers: [/build failed: 1 error, 1 warning/, /src\/store\/index\.c:88:5: error/],
};

export const TASKS = [python, gdb, lldb, build];

/** Puts into `directory` what the tasks start, and into `bin` in it what is to be on the PATH; false without a compiler. */
export function prepareTasks(directory) {
  const here = import.meta.dirname;
  copyFileSync(join(here, "noisy-build.mjs"), join(directory, "noisy-build.mjs"));
  // The program itself: what stands for it on the PATH may be a script that takes a second to find it.
  const python = spawnSync("python3", ["-c", "import os, sys; print(os.path.realpath(sys.executable))"], { encoding: "utf8" });
  symlinkSync(python.stdout.trim(), join(directory, "bin/python3"));
  return spawnSync("gcc", ["-g", "-o", join(directory, "crash"), join(here, "crash.c")]).status === 0;
}

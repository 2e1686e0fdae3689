/** Programs in C that tests debug. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { Home } from "./home.ts";

const FIXTURES = resolve(import.meta.dirname, "../fixtures");

/** Compiles a program of test/fixtures into a home, for a debugger, and returns its path. Debuggers name its source as `source`. */
export function compileFixture(home: Home, source: string): string {
  const program = join(home.root, source.replace(/\.c$/, ""));
  const { status, stderr } = spawnSync("g++", ["-x", "c", "-g", "-O0", "-o", program, source], { cwd: FIXTURES });
  if (status !== 0) throw new Error(`The program to debug does not compile: ${String(stderr)}`);
  return program;
}

/** Runs `npm run demo` in a home of its own, with a folder for temporary files there. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Home } from "./home.ts";

export type Demo = {
  /** Opens the window, once. */
  readonly address: string;
  /** What the demo has printed so far. */
  readonly output: () => string;
  /** Where it puts what it needs for a while. */
  readonly temporary: string;
  /** Presses Ctrl+C; resolves with the exit code. */
  interrupt(): Promise<number | null>;
};

const SCRIPT = resolve(import.meta.dirname, "../../scripts/demo.mjs");

/** Starts it and waits until it has printed the window's address. */
export async function startDemo(home: Home): Promise<Demo> {
  const temporary = join(home.root, "temporary");
  mkdirSync(temporary, { recursive: true });
  const child = spawn(process.execPath, [SCRIPT, "--port", "0"], {
    env: { ...home.env, TMPDIR: temporary },
    cwd: home.root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close") as Promise<[number | null]>;
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const address = await new Promise<string>((found, failed) => {
    createInterface(child.stdout).on("line", (line) => {
      output += `${line}\n`;
      const url = /http:\S+#code=\S+/.exec(line)?.[0];
      if (url) found(url);
    });
    void ended.then(([code]) => failed(new Error(`The demo ended with ${code}: ${output}`)));
  });
  return {
    address,
    temporary,
    output: () => output,
    interrupt: async () => {
      child.kill("SIGINT");
      return (await ended)[0];
    },
  };
}

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "./home.ts";

const fakeAgent = join(import.meta.dirname, "../fixtures/eval/fake-agent.mjs");

/** Defines the agent `fake`, which behaves so, one task that it does or not, and the tools `first` and `second`. */
export function defineEvaluation(home: Home, BEHAVIOR: string): void {
  const agent = { adapter: "program", command: [process.execPath, fakeAgent], env: { BEHAVIOR }, scripted: true };
  for (const [kind, name, matter] of [
    ["agents", "fake", agent],
    ["tasks", "file", { verify: "test -e done.txt", solution: "touch done.txt" }],
    ["tools", "first", {}],
    ["tools", "second", {}],
  ] as const) {
    mkdirSync(join(home.root, kind), { recursive: true });
    writeFileSync(join(home.root, kind, `${name}.md`), `---\n${JSON.stringify(matter)}\n---\nText.\n`);
  }
}

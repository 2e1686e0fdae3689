/** The workflows run elsewhere; what can be known of them here is checked here. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

describe.each(workflows)("$name", ({ text }) => {
  test("names every action with its exact version", () => {
    const used = [...text.matchAll(/uses:\s*(\S+)/g)].map((match) => match[1]);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/);
  });

  test("runs only scripts that exist", () => {
    const run = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map((match) => match[1] ?? "");
    expect(run.length).toBeGreaterThan(0);
    for (const script of run) expect(Object.keys(scripts)).toContain(script);
  });

  test("can write nothing unless a job says so, and puts nothing from outside into a shell", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
    expect(text).not.toMatch(/pull_request_target|github\.event\.(pull_request|issue|comment|head_commit)/);
  });
});

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { markup } from "../../../electron/eval/report/markup.ts";
import { reportPage } from "../../../electron/eval/report/report-page.ts";
import type { RunResult } from "../../../electron/eval/results/run-result.ts";
import { readSummary } from "../../../electron/eval/results/summary-file.ts";

const run = (change: Partial<RunResult>): RunResult => ({
  agent: "agent",
  task: "task",
  tool: "tool",
  number: 1,
  outcome: "pass",
  reason: "the verifier passed",
  startedAt: "2026-01-01T00:00:00Z",
  seconds: 10,
  tokens: {},
  nudges: 0,
  takeovers: 0,
  retries: 0,
  ...change,
});

const subject = { title: "A job", origin: "Made for a test.", warnings: [] };

describe("a report", () => {
  const page = reportPage(
    readSummary(JSON.parse(readFileSync(new URL("../../fixtures/eval/terminalcp-summary.json", import.meta.url), "utf8"))),
    subject,
  );

  it("loads nothing and runs only its own script", () => {
    expect(page).not.toMatch(/https?:|src=|@import|url\(/);
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "";
    expect(policy).toContain("default-src &#39;none&#39;");
    for (const [element, directive] of [
      ["style", "style-src"],
      ["script", "script-src"],
    ] as const) {
      const text = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page)?.[1] ?? "";
      const hash = createHash("sha256").update(text).digest("base64");
      expect(policy).toContain(`${directive} &#39;sha256-${hash}&#39;`);
    }
    // A policy without exceptions leaves no room for style attributes and handlers.
    expect(page).not.toMatch(/\sstyle=|\son[a-z]+=/);
  });

  it("has every run and no number that is none", () => {
    expect(page.match(/<tr data-run/g)).toHaveLength(120);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
});

test("names and reasons with markup and with $& stay text", () => {
  const hostile = `</script><script>alert(1)</script>$&$1"'`;
  const page = reportPage([run({ agent: hostile, task: hostile, tool: hostile, reason: hostile })], {
    ...subject,
    title: hostile,
  });
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;\$&amp;\$1&quot;&#39;/g)?.length).toBeGreaterThan(5);
});

test("outcomes that say nothing about a tool are shown and not counted", () => {
  const page = reportPage(
    [run({}), run({ number: 2, outcome: "infrastructure" }), run({ number: 3, outcome: "timeout" })],
    subject,
  );
  expect(page).toContain("1 of 2 (1 not counted)");
  expect(page).toContain('class="void">infrastructure');
});

test("without any success a success has no price", () => {
  expect(reportPage([run({ outcome: "fail", costUsd: 1 })], subject)).toContain("no success");
});

test("one job without costs, and one without runs, are pages too", () => {
  expect(reportPage([run({})], subject)).not.toMatch(/NaN|undefined|Infinity/);
  expect(reportPage([], subject)).not.toMatch(/NaN|undefined|Infinity/);
});

test("a run with a recording links to it, and the page still loads nothing", () => {
  const recordingOf = ({ number }: RunResult): string | undefined => (number === 1 ? "runs/a%20b/agent.html" : undefined);
  const page = reportPage([run({}), run({ number: 2 })], { ...subject, recordingOf });
  expect(page).toContain('<a href="runs/a%20b/agent.html" aria-label="Play agent, task, tool, 1">play</a>');
  expect(page.match(/<a /g)).toHaveLength(1);
  expect(reportPage([run({})], subject)).not.toContain("Recording");
});

test("markup escapes what is put into it, once", () => {
  const inner = markup`<b>${"<&>"}</b>`;
  expect(markup`<p title="${'"'}">${inner}${[inner]}</p>`.text).toBe(
    '<p title="&quot;"><b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b></p>',
  );
});

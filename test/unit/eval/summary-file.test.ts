import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { formatSeconds, parseDuration } from "../../../electron/eval/results/duration.ts";
import { readSummary, SummaryError, summaryOf } from "../../../electron/eval/results/summary-file.ts";
import { compareTools, cost } from "../../../electron/eval/statistics/comparison.ts";

/** The 120 runs that terminalcp's author published in August 2025, without the judge's texts. */
const published = JSON.parse(
  readFileSync(new URL("../../fixtures/eval/terminalcp-summary.json", import.meta.url), "utf8"),
) as Record<string, Record<string, Record<string, { runs: object[] }>>>;

describe("terminalcp's published summary", () => {
  const runs = readSummary(published);

  it("has 120 runs: three tasks, four tools, ten each", () => {
    expect(runs).toHaveLength(120);
    expect(new Set(runs.map(({ task }) => task))).toEqual(new Set(["debug-lldb", "project-analysis", "python-repl"]));
    expect(new Set(runs.map(({ tool }) => tool))).toEqual(new Set(["screen", "terminalcp", "terminalcp-cli", "tmux"]));
    expect(runs.filter(({ outcome }) => outcome === "fail").map(({ tool, task }) => `${tool} ${task}`)).toEqual(
      Array<string>(10).fill("screen project-analysis"),
    );
    expect(runs[0]).toMatchObject({ startedAt: "2025-08-15T22:00:02Z", seconds: 79.2, costUsd: 0.4039 });
  });

  it("has intervals across 1 for debugging and the REPL, and below 1 for project analysis", () => {
    const comparison = compareTools(runs, cost).find(({ a, b }) => a === "terminalcp" && b === "tmux");
    const expected = {
      "debug-lldb": [1.29, 0.98, 1.68],
      "python-repl": [1.11, 0.99, 1.27],
      "project-analysis": [0.61, 0.52, 0.71],
    };
    for (const [task, [estimate, low, high]] of Object.entries(expected)) {
      const ratio = comparison?.tasks.find((entry) => entry.task === task)?.ratio;
      expect(ratio?.estimate, task).toBeCloseTo(estimate as number, 2);
      expect(Math.abs((ratio?.low ?? 0) - (low as number)), task).toBeLessThan(0.02);
      expect(Math.abs((ratio?.high ?? 0) - (high as number)), task).toBeLessThan(0.02);
    }
  });

  it("is the same after being written and read again", () => {
    const written = JSON.parse(JSON.stringify(summaryOf(runs))) as unknown;
    expect(readSummary(written)).toEqual(runs);
    // What terminalcp's own report reads is there, too.
    const tmux = (written as typeof published)["claude-code"]?.["python-repl"]?.["tmux"];
    expect(tmux?.runs[0]).toMatchObject({ success: true, totalCost: 0.64, totalDurationWall: "2m 14.2s" });
  });
});

describe("what is no summary is refused with its place", () => {
  test.each([
    ["a list", [], "not a summary"],
    ["a number for a tool", { claude: { task: { tmux: 5 } } }, "claude/task/tmux"],
    [
      "a run without a tool",
      { claude: { task: { tmux: { runs: [{ agent: "claude", task: "task" }] } } } },
      "claude/task/tmux, run 1: tool",
    ],
  ])("%s", (_name, value, message) => {
    expect(() => readSummary(value)).toThrow(SummaryError);
    expect(() => readSummary(value)).toThrow(message);
  });

  it("keeps names of the prototype as names", () => {
    const runs = readSummary(JSON.parse('{"__proto__":{"constructor":{"tmux":{"runs":[]}}}}'));
    expect(runs).toEqual([]);
  });
});

test.each([
  ["59.2s", 59.2],
  ["1m 19.2s", 79.2],
  ["1h 2m 3s", 3723],
  ["2m", 120],
])("a duration %s is %d s", (text, seconds) => {
  expect(parseDuration(text)).toBeCloseTo(seconds, 6);
  if (text !== "2m") expect(formatSeconds(seconds)).toBe(text);
});

test("what is no duration has no seconds", () => {
  expect(parseDuration("")).toBeUndefined();
  expect(parseDuration("soon")).toBeUndefined();
  expect(formatSeconds(59.96)).toBe("1m 0s");
});

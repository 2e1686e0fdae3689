import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { markup } from "../../../electron/eval/report/markup.ts";
import { outcomeRows } from "../../../electron/eval/report/outcome-rows.ts";
import { clock } from "../../../electron/eval/report/replay/replay-markup.ts";
import { reportPage } from "../../../electron/eval/report/report-page.ts";
import { jobFigures } from "../../../electron/eval/statistics/job-figures.ts";
import { readSummary } from "../../../electron/eval/results/summary-file.ts";
import { runResultWith as run } from "../../support/run-results.ts";

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

test("outcomes are kept apart, with failed calls, nudges, take-overs and retries", () => {
  const runs = [
    run({ tool: "first", costUsd: 1, toolCalls: 4, toolErrors: 2, nudges: 3 }),
    run({ tool: "first", number: 2, outcome: "false-claim", costUsd: 3, toolCalls: 1, retries: 2 }),
    run({ tool: "second", outcome: "contaminated", takeovers: 1 }),
  ];
  const { heads, rows } = outcomeRows(jobFigures(runs).tools);
  expect(heads.slice(0, 8)).toEqual([
    "Tool",
    "pass",
    "false-claim",
    "contaminated",
    "Failed calls",
    "Nudges",
    "Take-overs",
    "Retries",
  ]);
  expect(rows.map((row) => row.slice(0, 8))).toEqual([
    ["first", "1", "1", "0", "2", "3", "0", "2"],
    ["second", "0", "0", "1", "–", "0", "1", "0"],
  ]);
  expect(rows[0]?.[8]).toBe("$2.00 [$1.00, $3.00]");
  const page = reportPage(runs, subject);
  for (const head of heads.slice(1)) expect(page).toContain(`<th scope="col" class="number">${head}</th>`);
});

test("without any success a success has no price", () => {
  expect(reportPage([run({ outcome: "fail", costUsd: 1 })], subject)).toContain("no success");
});

test("one job without costs, and one without runs, are pages too", () => {
  expect(reportPage([run({})], subject)).not.toMatch(/NaN|undefined|Infinity/);
  expect(reportPage([], subject)).not.toMatch(/NaN|undefined|Infinity/);
});

describe("replays", () => {
  const player = { script: "player()", style: ".player{}", license: "a license -- with dashes" };
  const hostile = "</template></script><script>alert(1)</script>";
  const replay = {
    prompt: hostile,
    steps: [
      { message: "I look.", calls: [], times: { at: 61.2, model: 2, tool: 0 } },
      {
        message: "",
        calls: [{ name: hostile, arguments: { data: hostile }, result: `\u001b[31m${hostile}` }],
        times: { at: 62, model: 0.8, tool: 3 },
      },
      { message: "Later.", calls: [], times: undefined },
    ],
    recording: "AAAA",
    page: "runs/a%20b/agent.html",
  };
  const page = reportPage([run({ timeSplit: { start: 1, model: 2.8, tool: 3, idle: 3.2 } }), run({ number: 2 })], {
    ...subject,
    replays: { player, of: ({ number }) => (number === 1 ? replay : undefined) },
  });

  it("have a button where there is one, and the player comes with them", () => {
    expect(page.match(/<button type="button" data-replay=/g)).toHaveLength(1);
    expect(page).toContain('aria-label="Replay agent, task, tool, 1"');
    expect(page).toContain("<script>player()</script>");
    expect(page).toContain("a license - - with dashes");
    expect(reportPage([run({})], { ...subject, replays: { player, of: () => undefined } })).not.toContain("player()");
  });

  it("are text, whatever an agent or a program has said", () => {
    // The filters, the player and the replay.
    expect(page.match(/<script>/g)).toHaveLength(3);
    expect(page).not.toContain("alert(1)</script>");
    expect(page).not.toContain("\u001b");
  });

  it("say when each step was and what it took, and seek by the steps that have a time", () => {
    expect(page).toContain(
      '<button type="button" class="head" data-marker="0"><span class="time">1:01</span><b>says</b><span class="took">model 2s</span></button>',
    );
    expect(page).toContain('<span class="took">model 0.8s, tool 3s</span>');
    expect(page.match(/class="head" data-marker="/g)).toHaveLength(2);
    expect(page).toContain("start 1s, model 2.8s, tools 3s, waiting 3.2s");
  });

  it("play with a policy that lets only the page's own scripts and styles in", () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "";
    expect(policy).not.toContain("unsafe-inline");
    for (const text of [player.script, player.style])
      expect(policy).toContain(createHash("sha256").update(text).digest("base64"));
    expect(page).not.toMatch(/\sstyle=|\son[a-z]+=/);
  });
});

test.each([
  [0, "0:00"],
  [61.9, "1:01"],
  [754, "12:34"],
  [3723, "1:02:03"],
])("%d seconds are %s on a player's clock", (seconds, text) => expect(clock(seconds)).toBe(text));

test("markup escapes what is put into it, once", () => {
  const inner = markup`<b>${"<&>"}</b>`;
  expect(markup`<p title="${'"'}">${inner}${[inner]}</p>`.text).toBe(
    '<p title="&quot;"><b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b></p>',
  );
});

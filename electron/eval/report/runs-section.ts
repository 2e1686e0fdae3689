import { counted } from "../../../shared/counted.ts";
import { formatSeconds } from "../results/duration.ts";
import { counts, type Outcome } from "../results/outcome.ts";
import { type RunResult, totalTokens } from "../results/run-result.ts";
import { dollars, tokens } from "./figures-text.ts";
import { type Markup, markup } from "./markup.ts";
import { replayTemplate } from "./replay/replay-markup.ts";
import type { RunReplay } from "./replay/run-replay.ts";
import { scrollTable } from "./scroll-table.ts";

function outcomeClass(outcome: Outcome): string {
  if (outcome === "pass") return "pass";
  return counts(outcome) ? "bad" : "void";
}

/** Every run as a row. A run with a replay has a button that shows it. */
export function runsSection(runs: readonly RunResult[], replays: ReadonlyMap<RunResult, RunReplay>): Markup {
  const heads = ["Agent", "Task", "Tool", "No.", "Outcome", "Cost", "Time", "Tokens", "Why"];
  const idOf = (at: number): string => `replay-${at}`;
  const withReplay = (run: RunResult, at: number): Markup | undefined => {
    if (replays.size === 0) return undefined;
    return replays.has(run) ? replayCell(run, idOf(at)) : markup`<td></td>`;
  };
  return markup`<h2>Runs</h2>
<p id="shown" role="status">${counted(runs.length, "run")}</p>
${scrollTable(
  "Every run",
  replays.size > 0 ? ["Replay", ...heads] : heads,
  runs.map((run, at) => runRow(run, withReplay(run, at))),
  "tall",
)}
${runs.flatMap((run, at) => {
  const replay = replays.get(run);
  return replay === undefined ? [] : [replayTemplate(run, replay, idOf(at))];
})}`;
}

function runRow(run: RunResult, replay: Markup | undefined): Markup {
  const sum = Object.values(totalTokens(run.tokens)).reduce((total, count) => total + count, 0);
  return markup`<tr data-run data-agent="${run.agent}" data-task="${run.task}" data-tool="${run.tool}" data-outcome="${run.outcome}">
${replay}<td>${run.agent}</td><td>${run.task}</td><td>${run.tool}</td><td class="number">${run.number}</td>
<td class="${outcomeClass(run.outcome)}">${run.outcome}</td><td class="number">${dollars(run.costUsd)}</td>
<td class="number">${formatSeconds(run.seconds)}</td><td class="number">${tokens(sum)}</td><td class="wide quiet">${run.reason}</td></tr>`;
}

const replayCell = ({ agent, task, tool, number }: RunResult, id: string): Markup =>
  markup`<td><button type="button" data-replay="${id}" aria-label="Replay ${agent}, ${task}, ${tool}, ${number}">Replay</button></td>`;

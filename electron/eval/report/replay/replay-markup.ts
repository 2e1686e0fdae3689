import { isRecord } from "../../../../shared/json.ts";
import { stripSequences } from "../../../../shared/strip-sequences.ts";
import { formatSeconds } from "../../results/duration.ts";
import type { RunResult } from "../../results/run-result.ts";
import { shortened } from "../../results/shortened-text.ts";
import { timeSplitText } from "../figures-text.ts";
import { Markup, markup } from "../markup.ts";
import type { ReplayStep, RunReplay } from "./run-replay.ts";

/** More of a text than a reader of the report goes through. The run's folder has all of it. */
const MAX_TEXT = 20_000;

/** A longer result is folded. */
const OPEN_LINES = 8;

const plain = (text: string): string => shortened(stripSequences(text), MAX_TEXT).trimEnd();

/** "0:03", "12:40", "1:02:03": a time in a recording, as players write it. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  return parts
    .join(":")
    .replace(/^00:/, "")
    .replace(/^0(?=\d:)/, "");
}

/** The dialog in which replays are shown, once for the page. */
export const REPLAY_DIALOG = markup`<dialog id="replay" aria-labelledby="replay-title">
<header><div id="replay-about"></div>
<div class="buttons"><button type="button" data-go="-1">Previous</button><button type="button" data-go="1">Next</button><button type="button" data-close>Close</button></div></header>
<div class="stage"><div id="player"></div><div id="replay-steps" tabindex="0" role="region" aria-label="Steps"></div></div>
</dialog>`;

/** A run's replay, which shows nothing until the dialog takes it. */
export function replayTemplate(run: RunResult, { prompt, steps, recording, page }: RunReplay, id: string): Markup {
  const { agent, task, tool, number, outcome, reason, timeSplit } = run;
  // In base64 there is no markup.
  const data = recording && markup`<script type="text/plain" id="${id}-recording">${new Markup(recording)}</script>`;
  let marker = -1;
  const items = steps.map((step) => {
    if (step.times !== undefined) marker += 1;
    return stepItem(step, recording === undefined || step.times === undefined ? undefined : marker);
  });
  return markup`<template id="${id}"><div><h2 id="replay-title">${agent}, ${task}, ${tool}, ${number}</h2>
<p>${outcome}: ${reason}. ${timeSplit && `Time: ${timeSplitText(timeSplit)}.`}</p></div>
<div><details class="text"><summary>Prompt</summary><pre>${plain(prompt)}</pre></details>
<ol>${items}</ol>
${recording === undefined && page !== undefined ? markup`<p><a href="${page}">The recording is a page of its own</a></p>` : undefined}</div></template>${data || undefined}`;
}

function stepItem({ message, calls, times }: ReplayStep, marker: number | undefined): Markup {
  const names = calls.map(({ name }) => name);
  const head = markup`<span class="time">${times === undefined ? "" : clock(times.at)}</span><b>${names.length > 0 ? names.join(", ") : "says"}</b><span class="took">${times && took(times)}</span>`;
  const [open, close] =
    marker === undefined
      ? [markup`<div class="head">`, markup`</div>`]
      : [markup`<button type="button" class="head" data-marker="${marker}">`, markup`</button>`];
  return markup`<li>${open}${head}${close}
${message === "" ? undefined : markup`<p class="said">${plain(message)}</p>`}
${calls.map((call) => callText(call))}</li>`;
}

function callText({ arguments: args, result }: ReplayStep["calls"][number]): Markup {
  return markup`<pre>${plain(argumentsText(args))}</pre>
${result === "" ? undefined : resultText(plain(result))}`;
}

/** One argument a line, and a text as it is: a command is easier to read than its JSON. */
function argumentsText(args: unknown): string {
  if (!isRecord(args)) return textOf(args);
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join("\n");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function resultText(text: string): Markup {
  const isLong = text.split("\n").length > OPEN_LINES;
  return markup`${isLong ? markup`<details>` : markup`<details open>`}<summary>Result</summary><pre>${text}</pre></details>`;
}

/** What a step took, without what is too short to matter. */
function took({ model, tool }: { readonly model: number; readonly tool: number }): string {
  const parts: [string, number][] = [
    ["model", model],
    ["tool", tool],
  ];
  return parts.flatMap(([name, seconds]) => (seconds < 0.05 ? [] : [`${name} ${formatSeconds(seconds)}`])).join(", ");
}

import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { type Mark, markedRecording } from "../report/replay/marked-recording.ts";
import type { ReplayStep, RunReplay } from "../report/replay/run-replay.ts";
import type { RunResult } from "../results/run-result.ts";
import { readTrajectory } from "../results/trajectory-file.ts";
import { PLAYER_FILE, RECORDING_FILE } from "../run/run-files.ts";
import { runFolderName } from "./job-folder.ts";

export interface ReplayPlace {
  readonly job: string;
  /** The folder of the page that shows the replays. */
  readonly from: string;
  /** All recordings in one page, packed, in characters. Those that find no room are pages of their own. */
  readonly maxRecordings: number;
}

/**
 * Makes a function that reads the replay of a run of the job. It answers `undefined` for a run
 * that has left nothing to go through, as an imported one.
 */
export function replayReader({ job, from, maxRecordings }: ReplayPlace): (run: RunResult) => RunReplay | undefined {
  let left = maxRecordings;
  return (run) => {
    const folder = join(job, "runs", runFolderName(run));
    const [prompt, ...steps] = readTrajectory(folder) ?? [];
    const timed = withTimes(steps, run);
    const packed = packedRecording(join(folder, RECORDING_FILE), timed);
    if (prompt === undefined && packed === undefined) return undefined;
    const recording = packed !== undefined && packed.length <= left ? packed : undefined;
    left -= recording?.length ?? 0;
    return { prompt: prompt?.message ?? "", steps: timed, recording, page: pathTo(join(folder, PLAYER_FILE), from) };
  };
}

/** Each step with its times. Calls that are made at once may be logged in another order, and a player wants them in the order of time. */
function withTimes(steps: readonly Omit<ReplayStep, "times">[], { steps: times = [] }: RunResult): ReplayStep[] {
  let latest = 0;
  return steps.map((step, at) => {
    const own = times[at];
    latest = Math.max(latest, own?.at ?? 0);
    return { ...step, times: own && { at: latest, model: own.model, tool: own.tool } };
  });
}

function packedRecording(file: string, steps: readonly ReplayStep[]): string | undefined {
  if (!existsSync(file)) return undefined;
  const marks = steps.flatMap(({ calls, times }): Mark[] =>
    times === undefined ? [] : [{ at: times.at, label: calls[0]?.name ?? "says" }],
  );
  return gzipSync(markedRecording(readFileSync(file, "utf8"), marks)).toString("base64");
}

const pathTo = (file: string, from: string): string | undefined =>
  existsSync(file) ? relative(from, file).split(sep).map(encodeURIComponent).join("/") : undefined;

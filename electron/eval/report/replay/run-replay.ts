import type { RunResult } from "../../results/run-result.ts";
import type { TrajectoryStep } from "../../results/trajectory-file.ts";

/** What a reader of the report can go through again: the conversation of a run, beside its recording. */
export interface RunReplay {
  /** What the agent was told. */
  readonly prompt: string;
  readonly steps: readonly ReplayStep[];
  /** asciicast v3, with a marker for each step that has a time. Packed with gzip, as base64. */
  readonly recording: string | undefined;
  /** A path from the page to the page that plays the recording alone. `undefined` if there is none. */
  readonly page: string | undefined;
}

export interface ReplayStep extends TrajectoryStep {
  readonly times: StepTimes | undefined;
}

/** In seconds. `at` is the time in the recording, `model` and `tool` are what the step took. */
export interface StepTimes {
  readonly at: number;
  readonly model: number;
  readonly tool: number;
}

/** The player, as files of its package. */
export interface ReplayPlayer {
  readonly script: string;
  readonly style: string;
  readonly license: string;
}

/** What a page needs to show replays. */
export interface Replays {
  readonly player: ReplayPlayer;
  readonly of: (run: RunResult) => RunReplay | undefined;
}

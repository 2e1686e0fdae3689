/** What a person does with recordings. */
import { messageOf } from "../../shared/errors.ts";
import { formatMoment } from "../../shared/moments.ts";
import type { RecordingInfo, SessionInfo } from "../../shared/protocol.ts";
import { recordingEnding } from "../../shared/recording-ending.ts";
import { showError } from "../commands/session-actions.ts";
import { withView } from "../state/state-changes.ts";
import type { App } from "../state/app-context.ts";

/** `from` is the recording that a person comes back from. */
export function showRecordings(app: App, from?: string): void {
  app.store.setState((state) => withView(state, { kind: "recordings", from }));
}

/** `id` names the recording; see `recording/info`. */
export function openReplay(app: App, id: string, atMs = 0): void {
  app.store.setState((state) => withView(state, { kind: "replay", id, atMs }));
}

export function replaySession(app: App, { id }: SessionInfo): void {
  openReplay(app, id);
}

/** What a person reads as the name of a recording. */
export function recordingTitle({ name, command, id }: RecordingInfo): string {
  return name || command || id.slice(0, 8);
}

/** How it ended, in a word or two. */
export function endingOf(recording: RecordingInfo): string {
  const ending = recordingEnding(recording);
  const { exit } = recording;
  if (ending === "running") return "Running";
  if (ending === "stopped") return "Stopped";
  if (!exit) return ending === "lost" ? "Lost" : "From a file";
  return exit.signal === undefined ? `Exited ${exit.code}` : `Killed (${exit.signal})`;
}

/** Resolves with whether it was deleted. */
export async function deleteRecording(app: App, recording: RecordingInfo): Promise<boolean> {
  const title = recordingTitle(recording);
  try {
    const { deleted } = await app.host.request("recording/delete", { ids: [recording.id] });
    if (deleted === 0) showError(app, `${title} was not deleted`, "Its session still runs.");
    return deleted > 0;
  } catch (error) {
    showError(app, `${title} was not deleted`, messageOf(error));
    return false;
  }
}

/** What shows this moment in a terminal of this machine, whatever window is open. `command` is how `cotty` is run there. */
export function commandForMoment(command: string, id: string, atMs: number): string {
  return `${command} replay ${id.slice(0, 12)} --at ${formatMoment(atMs)}`;
}

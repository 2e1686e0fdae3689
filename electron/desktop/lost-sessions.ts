/**
 * Tells the user at the start which sessions a crash of the app has ended. Programs
 * end with the process that hosts them, but their recordings are kept.
 */
import type { MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { RunningSession } from "../platform/running-sessions-file.ts";
import { plainLine } from "./session-text.ts";

const MAX_NAMES = 10;
const MAX_CHARS = 100;

export type LostOptions = {
  readonly lost: readonly RunningSession[];
  readonly ask: (options: MessageBoxOptions) => Promise<MessageBoxReturnValue>;
  /** Shows a file in the system's file manager. */
  readonly reveal: (file: string) => void;
  readonly log: { warn(message: string): void; error(message: string): void };
};

/** Tells the log and the user. Never rejects, so that the app starts even if the message cannot be shown. */
export async function reportLost({ lost, ask, reveal, log }: LostOptions): Promise<void> {
  if (lost.length === 0) return;
  for (const { id, command, recording } of lost) {
    log.warn(`Cotty ended unexpectedly while session ${id} ran (${command}); its recording: ${recording ?? "none"}`);
  }
  const lines = lost
    .slice(0, MAX_NAMES)
    .map(({ id, command }) => `• ${plainLine(id, MAX_CHARS)}: ${plainLine(command, MAX_CHARS)}`);
  const more = lost.length - lines.length;
  const [recording] = lost.flatMap((session) => session.recording ?? []);
  try {
    const { response } = await ask({
      type: "warning",
      message: `Cotty ended unexpectedly; ${lost.length === 1 ? "a session was" : `${lost.length} sessions were`} lost`,
      detail: `${lines.join("\n")}${more > 0 ? `\n…and ${more} more` : ""}\n\nTheir recordings are kept up to the last second.`,
      buttons: recording === undefined ? ["OK"] : ["OK", "Show the recordings"],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 1 && recording !== undefined) reveal(recording);
  } catch (error) {
    log.error(`The message about lost sessions could not be shown: ${messageOf(error)}`);
  }
}

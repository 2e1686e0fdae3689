/** What a crash took, said at the next start: programs end with the process that runs them, their recordings do not. */
import type { MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { RunningSession } from "../platform/run-state.ts";

const MAX_NAMES = 10;

export type LostOptions = {
  readonly lost: readonly RunningSession[];
  readonly ask: (options: MessageBoxOptions) => Promise<MessageBoxReturnValue>;
  /** Shows a file in its folder. */
  readonly reveal: (file: string) => void;
  readonly log: { warn(message: string): void; error(message: string): void };
};

/** Tells the log and the person. Never rejects: a message that cannot be shown must not keep the app from starting. */
export async function reportLost({ lost, ask, reveal, log }: LostOptions): Promise<void> {
  if (lost.length === 0) return;
  for (const { id, command, recording } of lost) {
    log.warn(`Cotty ended unexpectedly while ${id} ran (${command}); its recording: ${recording ?? "none"}`);
  }
  const lines = lost.slice(0, MAX_NAMES).map(({ id, command }) => `• ${oneLine(id)}: ${oneLine(command)}`);
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
    log.error(`What was lost could not be shown: ${messageOf(error)}`);
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, " ").slice(0, 100);
}

/**
 * Which sessions a crash of the app has ended. Programs end with the process that hosts them, but their recordings are
 * kept. The log says so, and the first page of the window is told, which offers to start them again.
 */
import type { DesktopMessage } from "../../shared/desktop-messages.ts";
import type { Event } from "../../shared/emitter.ts";
import type { RunningSession } from "../platform/running-sessions-file.ts";

/** The part of the window that this uses. */
type TellingWindow = { readonly onOpen: Event<void>; send(message: DesktopMessage): void };

/** Call before the window's page has loaded. */
export function reportLost(lost: readonly RunningSession[], window: TellingWindow, log: { warn(message: string): void }): void {
  if (lost.length === 0) return;
  for (const { id, command, recording } of lost) {
    log.warn(`Cotty ended unexpectedly while session ${id} ran (${command}); its recording: ${recording ?? "none"}`);
  }
  const sessions = lost.map(({ id, command, cwd, size, startedAtMs }) => ({ id, command, cwd, size, startedAtMs }));
  // Only once: the page remembers what a person has not dealt with yet.
  const opening = window.onOpen(() => {
    opening[Symbol.dispose]();
    window.send({ type: "lost", sessions });
  });
}

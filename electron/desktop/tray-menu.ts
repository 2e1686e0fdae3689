/** The text and the menu of the tray. */
import type { MenuItemConstructorOptions } from "electron";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { sessionLine, sessionTitle } from "./session-text.ts";

/** The menu lists this many sessions and counts the others. */
const MAX_ITEMS = 15;

export type TrayStatus = {
  readonly running: number;
  readonly needing: readonly SessionInfo[];
  /** True while all agents are halted. */
  readonly isHalted: boolean;
  /** True when quitting ends the running programs. */
  readonly isHosting: boolean;
};

export type TrayActions = {
  readonly show: (session?: SessionId) => void;
  readonly newSession: () => void;
  readonly toggleHalt: () => void;
  readonly quit: () => void;
};

/** For example `3 running, 1 needs you`. */
export function summary({ running, needing }: Pick<TrayStatus, "running" | "needing">): string {
  const needs = needing.length === 0 ? "" : `, ${needing.length} need${needing.length === 1 ? "s" : ""} you`;
  return `${running} running${needs}`;
}

/** The template of the tray's menu. */
export function trayMenu(status: TrayStatus, actions: TrayActions): MenuItemConstructorOptions[] {
  const { running, needing, isHosting, isHalted } = status;
  const sessions = needing.slice(0, MAX_ITEMS).map((session) => ({
    label: escapeAmpersands(`${sessionTitle(session)}: ${sessionLine(session)}`),
    click: () => actions.show(session.id),
  }));
  const more = needing.length - sessions.length;
  const ends = isHosting && running > 0 ? ` (ends ${running} session${running === 1 ? "" : "s"})` : "";
  return [
    { label: summary(status), enabled: false },
    ...sessions,
    ...(more > 0 ? [{ label: `${more} more need you`, click: () => actions.show() }] : []),
    { type: "separator" },
    { label: "Show Cotty", click: () => actions.show() },
    { label: "New session…", click: () => actions.newSession() },
    { label: isHalted ? "Let agents type again" : "Halt all agents", click: () => actions.toggleHalt() },
    { type: "separator" },
    { label: `Quit${ends}`, click: () => actions.quit() },
  ];
}

/** In a menu, an ampersand would mark the next letter as an access key. */
function escapeAmpersands(text: string): string {
  return text.replaceAll("&", "&&");
}

/** What the tray says and offers. */
import type { MenuItemConstructorOptions } from "electron";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { sessionLine, sessionTitle } from "./session-text.ts";

/** A menu with more is no help. */
const MAX_ITEMS = 15;

export type Status = {
  readonly running: number;
  readonly needing: readonly SessionInfo[];
  /** Quitting ends what runs. */
  readonly isHosting: boolean;
};

export type TrayActions = {
  readonly show: (session?: SessionId) => void;
  readonly newSession: () => void;
  readonly quit: () => void;
};

/** `3 running, 1 needs you` */
export function summary({ running, needing }: Pick<Status, "running" | "needing">): string {
  const needs = needing.length === 0 ? "" : `, ${needing.length} need${needing.length === 1 ? "s" : ""} you`;
  return `${running} running${needs}`;
}

export function trayMenu(status: Status, actions: TrayActions): MenuItemConstructorOptions[] {
  const { running, needing, isHosting } = status;
  const sessions = needing.slice(0, MAX_ITEMS).map((session) => ({
    label: inMenu(`${sessionTitle(session)}: ${sessionLine(session)}`),
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
    { type: "separator" },
    { label: `Quit${ends}`, click: () => actions.quit() },
  ];
}

/** An ampersand would mark the letter after it as a key of the menu. */
function inMenu(text: string): string {
  return text.replaceAll("&", "&&");
}

/** What a person decides about a session's lease: who may type, and what becomes of parked input. */
import { editedText } from "../../shared/parked-text.ts";
import type { Lease, ParkedWrite, SessionInfo } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";
import { attempt, openSession } from "./session-actions.ts";

export async function setLeaseMode(
  app: App,
  { id, ...session }: SessionInfo,
  mode: Exclude<Lease["mode"], "person">,
): Promise<void> {
  await attempt(
    app,
    `Who may type into ${titleOf({ id, ...session })} stays as it was`,
    app.terminals.request("lease/mode", { id, mode }),
  );
}

/** Types one parked write, or all. */
export async function sendParked(app: App, session: SessionInfo, write?: ParkedWrite): Promise<void> {
  const request = app.terminals.request("parked/send", { id: session.id, ...(write && { write: write.id }) });
  await attempt(app, `Parked input of ${titleOf(session)} was not sent`, request);
}

/** Drops one parked write, or all. */
export async function dropParked(app: App, session: SessionInfo, write?: ParkedWrite): Promise<void> {
  const request = app.host.request("parked/drop", { id: session.id, ...(write && { write: write.id }) });
  await attempt(app, `Parked input of ${titleOf(session)} was not dropped`, request);
}

type ParkedEdit = { readonly write: ParkedWrite; readonly text: string };

/** Gives a parked write another text; the Enter at its end stays. Resolves with whether it was taken. */
export async function editParked(app: App, session: SessionInfo, { write, text }: ParkedEdit): Promise<boolean> {
  const params = { id: session.id, write: write.id, text: editedText(write.text, text) };
  return (await attempt(app, "The parked input stays as it was", app.host.request("parked/edit", params))) !== undefined;
}

/** Moves the keyboard to the parked input of a session, which is shown if it was not. */
export function showParked(app: App, session: SessionInfo): void {
  if (!session.parked) return;
  openSession(app, session.id);
  // The session's view may have to come first.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-parked="${CSS.escape(session.id)}"] button`)?.focus();
  });
}

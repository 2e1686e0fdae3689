/** What a person can do to sessions and to the window. Every refusal is shown in the host's own words. */
import { messageOf } from "../../shared/errors.ts";
import { destinationOf } from "../../shared/link-destination.ts";
import type { CorrectedState, SessionId, SessionInfo, Size } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";
import { drivenBy, titleOf } from "../state/session-display.ts";
import { openButtonBeside } from "./focus-moves.ts";
import { type Beside, splitOf, withReplaced } from "../state/panes.ts";
import { isAway, openedSession } from "../state/selectors.ts";
import { withInbox, withOpenedBeside, withSettings, withView } from "../state/state-changes.ts";
import type { DialogState } from "../state/store.ts";
import { sharedPart, type WindowSettings } from "../state/window-settings.ts";
import { nextTextSize } from "../terminal/fit-font.ts";

/** Tells a person briefly what has happened. */
export function notify(app: App, title: string, description?: string): void {
  app.toasts.add({ title, ...(description === undefined ? {} : { description }) });
}

/**
 * Shows why something was refused. Errors stay longer than news, and screen readers announce them at once. One cause
 * has one toast, however often it comes: one for each key of a sentence would cover the work.
 */
export function showError(app: Pick<App, "toasts">, title: string, message: string): void {
  app.toasts.add({ id: `error: ${title}`, title, description: message, type: "error", timeout: 12_000, priority: "high" });
}

/** Does what a person has asked for. A refusal is shown, and the answer is then undefined. */
export async function attempt<T>(app: App, failure: string, action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    showError(app, failure, messageOf(error));
    return undefined;
  }
}

/** Changes settings of this window, and those that all windows share, which the host writes into their file. */
export function changeSettings(app: App, change: Partial<WindowSettings>): void {
  app.store.setState((state) => withSettings(state, change));
  const shared = sharedPart(change);
  if (Object.keys(shared).length > 0) void app.settings.change(shared);
}

export function toggleSetting(app: App, name: "sidebar" | "inspector"): void {
  changeSettings(app, { [name]: !app.store.getState().settings[name] });
}

export function showDialog(app: App, dialog: DialogState): void {
  app.store.setState({ dialog });
}

export function openSession(app: App, id: SessionId): void {
  app.store.setState((state) => ({ ...withView(state, { kind: "session", id }), current: id, replying: undefined }));
}

/** Opens a session in a new pane. */
export function openBeside(app: App, beside: Beside, id: SessionId): void {
  app.store.setState((state) => ({ ...withOpenedBeside(state, beside, id), current: id, replying: undefined }));
}

export function showOverview(app: App): void {
  app.store.setState((state) => withView(state, { kind: "overview" }));
}

export function showConnections(app: App): void {
  app.store.setState((state) => withView(state, { kind: "connections" }));
}

/** Shows the find bar over the open session; there is nothing to search in the overview. */
export function startFinding(app: App): void {
  if (app.store.getState().view.kind === "session") app.store.setState({ finding: true });
}

/** A session as its dialog describes it; an empty `id` or `cwd` leaves the choice to the host. */
export type NewSession = {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly size: Size;
  /** Variables in addition to the host's own environment. */
  readonly variables: Readonly<Record<string, string>>;
};

/** Starts a program and opens its session, in a pane of its own if the open dialog asks for one. Rejects with the host's error, for the dialog to show beside its fields. */
export async function createSession(app: App, { id, command, cwd, size, variables }: NewSession): Promise<void> {
  const { session } = await app.host.request("session/create", {
    command,
    size,
    ...(Object.keys(variables).length === 0 ? {} : { variables: { ...variables } }),
    ...(id === "" ? {} : { id }),
    ...(cwd === "" ? {} : { cwd }),
  });
  const { dialog } = app.store.getState();
  const beside = dialog?.kind === "new-session" ? dialog.beside : undefined;
  if (beside) openBeside(app, beside, session.id);
  else openSession(app, session.id);
}

export async function killSession(app: App, session: SessionInfo): Promise<void> {
  const title = titleOf(session);
  const answer = await attempt(app, `${title} was not killed`, app.host.request("session/kill", { id: session.id }));
  if (!answer) return;
  // The person who kills a session knows that it ended: it must not ask for attention.
  dismissNotice(app, session);
  const count = answer.ended.length;
  notify(
    app,
    `Killed ${title}`,
    count > 1 ? `${count} processes ended. Its screen stays readable.` : "Its screen stays readable.",
  );
}

/** Takes an ended session off the list, and leaves its view. Its recording stays on disk. */
export async function removeSession(app: App, session: SessionInfo): Promise<void> {
  const beside = openButtonBeside(session.id);
  const answer = await attempt(app, `${titleOf(session)} was not removed`, app.host.request("session/stop", { id: session.id }));
  if (!answer) return;
  if (openedSession(app.store.getState())?.id === session.id) showOverview(app);
  else (beside ?? document.querySelector<HTMLElement>("main"))?.focus();
}

/** Starts the program of an ended session again, in the same place under the same name, and opens it. */
export async function restartSession(app: App, session: SessionInfo): Promise<void> {
  const { id, command, cwd, size } = session;
  const { removed, sessions } = app.store.getState();
  // The host has forgotten a session that was removed, and its name may be another's by now.
  const isForgotten = removed.get(id)?.session === session;
  const request = isForgotten
    ? app.host.request("session/create", { command, cwd, size, ...(!sessions.has(id) && { id }) })
    : app.host.request("session/restart", { id });
  const answer = await attempt(app, `${titleOf(session)} was not started again`, request);
  if (!answer) return;
  app.store.setState(({ split }) => ({ split: split && splitOf(withReplaced(split, id, answer.session.id)) }));
  openSession(app, answer.session.id);
}

/** Takes what a session asks, or how it ended, off the inbox. Its next question is another one. */
export function dismissNotice(app: App, { id, message }: Pick<SessionInfo, "id" | "message">): void {
  app.store.setState((state) => withInbox(state, { type: "dismissed", id }));
  if (message) void attempt(app, "The message stays", app.host.request("session/acknowledge", { id }));
}

/** The person says what the state of a session is. */
export async function correctState(app: App, session: SessionInfo, state: CorrectedState): Promise<void> {
  const rule = await attempt(app, "Not corrected", app.host.request("session/correct", { id: session.id, state }));
  if (rule) app.toasts.add({ title: "Corrected", description: "From now on, this holds wherever the program stands like this." });
}

export async function forgetRule(app: App, rule: number): Promise<void> {
  await attempt(app, "The rule stays", app.host.request("attention/forget", { rule }));
}

/** Takes a session off the inbox for ten minutes, or until it asks something else or ends. */
export function snoozeNotice(app: App, { id }: Pick<SessionInfo, "id">): void {
  app.store.setState((state) => withInbox(state, { type: "snoozed", id, nowMs: Date.now() }));
}

export async function takeOver(app: App, session: SessionInfo): Promise<void> {
  const failure = `${titleOf(session)} was not taken over`;
  const driver = await attempt(app, failure, app.host.request("lease/acquire", { id: session.id, takeover: true }));
  // A person who takes over wants to type.
  if (driver) app.terminals.of(session.id)?.focus();
}

export async function handBack(app: App, session: SessionInfo): Promise<void> {
  await attempt(app, `${titleOf(session)} was not handed back`, app.terminals.request("lease/release", { id: session.id }));
  app.terminals.of(session.id)?.focus();
}

/** Whether this window holds the session's input lease. */
export function isDriving(app: App, id: SessionId): boolean {
  const { sessions, self } = app.store.getState();
  const session = sessions.get(id);
  return session !== undefined && drivenBy(session, self);
}

export async function toggleDrive(app: App, session: SessionInfo): Promise<void> {
  if (session.exit) return;
  await (isDriving(app, session.id) ? handBack(app, session) : takeOver(app, session));
}

/** Opens the reply field in the tile of a session. Not while the host is away: the reply could not be sent. */
export function startReply(app: App, { id }: SessionInfo): void {
  app.store.setState((state) => (isAway(state) ? {} : { replying: id, current: id }));
}

/** Answers a session's question without opening it: the text and Enter, typed as you. Resolves with whether it was sent. */
export async function reply(app: App, session: SessionInfo, text: string): Promise<boolean> {
  const input = [...(text === "" ? [] : [{ text }]), { key: "Enter" }];
  const answer = await attempt(
    app,
    `The reply to ${titleOf(session)} was not sent`,
    app.terminals.request("session/write", { id: session.id, input }),
  );
  return answer !== undefined;
}

/** Gives a session a name for people to read; an empty one takes it away. Rejects with the host's error, for the dialog to show beside its field. */
export async function renameSession(app: App, { id }: SessionInfo, name: string): Promise<void> {
  await app.host.request("session/rename", { id, name });
}

/** Types a secret that a session asks for, without opening it. No agent sees it, and it is not recorded. Resolves with whether it was sent. */
export async function sendSecret(app: App, session: SessionInfo, secret: string): Promise<boolean> {
  const failure = `Nothing was typed into ${titleOf(session)}`;
  return (await attempt(app, failure, app.host.request("secret/send", { id: session.id, secret }))) !== undefined;
}

/** Says no to the agent that asks for a secret. Resolves with whether it has heard. */
export async function declineSecret(app: App, session: SessionInfo): Promise<boolean> {
  const failure = `${titleOf(session)} was not told`;
  return (await attempt(app, failure, app.host.request("secret/decline", { id: session.id }))) !== undefined;
}

/** Stops a program where it stands, with all that it started; or lets it go on. */
export async function toggleFreeze(app: App, session: SessionInfo): Promise<void> {
  const { id, frozen } = session;
  const failure = `${titleOf(session)} ${frozen ? "stays" : "was not"} frozen`;
  await attempt(app, failure, app.host.request(frozen ? "session/resume" : "session/freeze", { id }));
}

/** The panic stop: takes from every agent the right to type, or gives it back. */
export async function toggleHalt(app: App): Promise<void> {
  const on = app.store.getState().halt === undefined;
  const failure = on ? "The agents were not halted" : "The agents stay halted";
  const answer = await attempt(app, failure, app.host.request("agents/halt", { on }));
  if (answer) app.store.setState({ halt: answer.halt });
}

/** Shares a session with every agent, or with none if it is shared now. */
export async function shareWithAgents(app: App, session: SessionInfo): Promise<void> {
  const { id, sharedWith } = session;
  const request = sharedWith
    ? app.host.request("session/unshare", { id })
    : app.host.request("session/share", { id, with: "all" });
  const answer = await attempt(app, `${titleOf(session)} ${sharedWith ? "stays" : "was not"} shared`, request);
  if (!answer) return;
  const shared = answer.sharedWith.length > 0;
  notify(
    app,
    `${titleOf(session)} is ${shared ? "shared" : "no longer shared"}`,
    shared ? "Every agent can read and drive it." : undefined,
  );
}

export async function resizeToWindow(app: App, session: SessionInfo): Promise<void> {
  const size = app.terminals.of(session.id)?.sizeThatFits();
  if (!size) return;
  await attempt(app, `${titleOf(session)} was not resized`, app.host.request("session/resize", { id: session.id, size }));
  app.terminals.of(session.id)?.focus();
}

export async function copyText(app: App, text: string, what: string): Promise<void> {
  if (text === "") return;
  if (
    (await attempt(
      app,
      `${what} was not copied`,
      navigator.clipboard.writeText(text).then(() => true),
    )) === true
  ) {
    notify(app, `${what} copied`);
  }
}

/** Copies the selection in the terminal of the session; if there is none, that of the page. */
export function copySelection(app: App, session: SessionInfo | undefined): void {
  const inTerminal = session ? app.terminals.of(session.id)?.selection : undefined;
  const onPage = getSelection()?.toString() ?? "";
  // A drag in a terminal leaves a line break selected on the page, where nobody sees it.
  void copyText(app, inTerminal || (onPage.trim() === "" ? "" : onPage), "Selection");
}

export async function copyScreen(app: App, session: SessionInfo): Promise<void> {
  const screen = await attempt(app, "The screen was not copied", app.host.request("session/screen", { id: session.id }));
  if (screen) await copyText(app, screen.text, "Screen");
}

/** Makes the type of live terminals larger (1) or smaller (-1), from what it is now. */
export function changeTextSize(app: App, session: SessionInfo | undefined, by: 1 | -1): void {
  const now = (session && app.terminals.of(session.id)?.typeSize) ?? app.store.getState().settings.textSize;
  changeSettings(app, { textSize: nextTextSize(now, by) });
}

/** Opens a link that a program shows, after a person has seen where it leads. The desktop app asks by itself. */
export function followLink(app: App, link: string): void {
  const destination = destinationOf(link);
  if (!destination) {
    showError(app, "The link was not opened", "It leads to no web page, or hides where it leads.");
  } else if (app.desktop.isThere) {
    window.open(destination.href, "_blank", "noopener,noreferrer");
  } else {
    showDialog(app, { kind: "link", destination });
  }
}

import { beforeEach, describe, expect, test } from "vitest";
import { applies, runCommand } from "../../../renderer/commands/run-command.ts";
import { showError } from "../../../renderer/commands/session-actions.ts";
import type { App } from "../../../renderer/state/app-context.ts";
import { withoutSession, withSessions, withWatched } from "../../../renderer/state/state-changes.ts";
import { createAppStore, type State } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { WINDOW_COMMANDS } from "../../../shared/window-commands.ts";
import { agent, sessionOf, you } from "./session-fixture.ts";

type Request = { readonly method: string; readonly params: object };

let app: App;
let requests: Request[];
let toasts: { id?: string; title?: string }[];

/** The window with a store of its own and a host that answers every request with nothing. */
beforeEach(() => {
  requests = [];
  const host = { request: (method: string, params: object) => Promise.resolve(void requests.push({ method, params })) };
  const terminals = { of: () => undefined, request: host.request };
  toasts = [];
  const manager = { add: (toast: { id?: string }) => toasts.push(toast) };
  app = {
    store: createAppStore(DEFAULT_SETTINGS),
    host,
    settings: { change: (set: object) => Promise.resolve(requests.push({ method: "settings/write", params: set }) > 0) },
    terminals,
    toasts: manager,
    keyboard: { mac: false, browser: true },
  } as unknown as App;
  const sessions = [
    sessionOf({ id: "asks", startedAtMs: 1, attention: { state: "waiting", reason: "asks" } }),
    sessionOf({ id: "works", startedAtMs: 2 }),
    sessionOf({ id: "ended", startedAtMs: 3, exit: { code: 0 }, attention: { state: "finished", reason: "" } }),
  ];
  app.store.setState((state) => ({ ...withWatched(state, { sessions, clients: [you, agent] }), self: you }));
});

const state = (): State => app.store.getState();
const opened = (): string | undefined => {
  const { view } = state();
  return view.kind === "session" ? view.id : undefined;
};

describe("the session that a command acts on", () => {
  test("is the one that has the keyboard in the overview", () => {
    app.store.setState({ current: "works" });
    runCommand(app, "kill");
    expect(state().dialog).toEqual({ kind: "kill", id: "works" });
  });

  test("is the one that is open, wherever the keyboard was before", () => {
    app.store.setState({ current: "works", view: { kind: "session", id: "asks" } });
    runCommand(app, "kill");
    expect(state().dialog).toEqual({ kind: "kill", id: "asks" });
  });

  test("is the one that is named, before any other", () => {
    app.store.setState({ current: "works" });
    runCommand(app, "open", { session: "asks" });
    expect(opened()).toBe("asks");
  });

  test("is looked up when the command runs; a session that is closed by then is left alone", () => {
    runCommand(app, "open", { session: "gone" });
    expect(opened()).toBeUndefined();
  });
});

test("a command that needs a session does nothing without one, nor with one that has ended where it needs a running one", () => {
  const before = state();
  for (const { id, actsOn } of WINDOW_COMMANDS) {
    if (actsOn) runCommand(app, id);
    if (actsOn === "running-session") runCommand(app, id, { session: "ended" });
  }
  expect(state()).toBe(before);
  expect(requests).toEqual([]);
});

test("an ended session can be opened, exported, copied, read, shared, restarted and removed, and no more", () => {
  const ended = sessionOf({ exit: { code: 0 } });
  const ids = WINDOW_COMMANDS.filter((command) => command.actsOn && applies(command, ended)).map(({ id }) => id);
  expect(ids).toEqual([
    ...["open", "split-right", "split-down", "peek", "pin", "snooze", "dismiss", "move-before", "move-behind"],
    ...["export-cast", "export-txt"],
    ...["copy-screen", "rename", "share", "share-link", "restart", "remove", "replay", "accessible-view"],
  ]);
});

test("a dialog is answered first: no command runs while one is open", () => {
  runCommand(app, "new-session");
  const before = state();
  for (const { id } of WINDOW_COMMANDS) runCommand(app, id, { session: "works", digit: 1 });
  expect(state()).toBe(before);
  expect(requests).toEqual([]);
});

test("next and previous go round in the order of starting; those that need somebody come on their own chord", () => {
  runCommand(app, "next-session");
  expect(opened()).toBe("asks");
  runCommand(app, "next-session");
  expect(opened()).toBe("works");
  runCommand(app, "previous-session");
  runCommand(app, "previous-session");
  expect(opened()).toBe("ended");
  runCommand(app, "next-needing");
  expect(opened()).toBe("asks");
});

test("a digit opens a session by its position in the overview; one beyond the last opens nothing", () => {
  runCommand(app, "nth-session", { digit: 2 });
  expect(opened()).toBe("works");
  runCommand(app, "nth-session", { digit: 9 });
  expect(opened()).toBe("works");
});

test("toggle-drive takes over what others drive, and hands back what this window drives", () => {
  runCommand(app, "toggle-drive", { session: "works" });
  const driver = { client: you, sinceMs: 0, held: true };
  app.store.setState({ sessions: new Map([["works", sessionOf({ id: "works", driver })]]) });
  runCommand(app, "toggle-drive", { session: "works" });
  expect(requests).toEqual([
    { method: "lease/acquire", params: { id: "works", takeover: true } },
    { method: "lease/release", params: { id: "works" } },
  ]);
});

test("a hand-back that comes too late takes nothing over", () => {
  runCommand(app, "hand-back", { session: "works" });
  expect(requests).toEqual([{ method: "lease/release", params: { id: "works" } }]);
});

test("the find bar opens over a session only", () => {
  runCommand(app, "find");
  expect(state().finding).toBe(false);
  app.store.setState({ view: { kind: "session", id: "works" } });
  runCommand(app, "find");
  expect(state().finding).toBe(true);
});

test("settings: the layout and the theme are set, the sidebar and the inspector toggled", () => {
  for (const id of ["list", "theme-light", "sidebar", "inspector", "inspector"] as const) runCommand(app, id);
  expect(state().settings).toMatchObject({ layout: "list", theme: "light", sidebar: false, inspector: false });
});

test("toggle-view opens the session that has the keyboard, and comes back from it", () => {
  app.store.setState({ current: "works" });
  runCommand(app, "toggle-view");
  expect(opened()).toBe("works");
  runCommand(app, "toggle-view");
  expect(opened()).toBeUndefined();
});

test("every command of a session that the palette offers names the session", () => {
  const commands = WINDOW_COMMANDS.filter(({ inPalette, actsOn }) => inPalette && actsOn);
  expect(commands.length).toBeGreaterThan(0);
  for (const { id, labelFor } of commands) expect(labelFor?.("build"), id).toContain("build");
});

test("a running program is restarted only after a question; one that has ended at once", () => {
  runCommand(app, "restart", { session: "works" });
  expect(state().dialog).toEqual({ kind: "kill", id: "works", restart: true });
  app.store.setState({ dialog: undefined });
  runCommand(app, "restart", { session: "ended" });
  expect(requests).toEqual([{ method: "session/restart", params: { id: "ended" } }]);
});

test("a session that was removed while it was open is started again from what is known of it, under a free name", () => {
  const { command, cwd, size } = sessionOf({ id: "asks" });
  app.store.setState({ view: { kind: "session", id: "asks" } });
  app.store.setState((before) => withoutSession(before, { id: "asks" }));
  runCommand(app, "restart");
  runCommand(app, "kill");
  runCommand(app, "remove");
  app.store.setState((before) => withSessions(before, [sessionOf({ id: "asks", startedAtMs: 9 })]));
  runCommand(app, "restart");
  expect(requests).toEqual([
    { method: "session/create", params: { id: "asks", command, cwd, size } },
    { method: "session/create", params: { command, cwd, size } },
  ]);
});

test("one cause has one notice, however many keys it concerns", () => {
  for (let key = 0; key < 3; key++) showError(app, "Not typed", "The program does not read what was typed");
  showError(app, "Not shown", "The screen is not there");
  expect(new Set(toasts.map(({ id }) => id)).size).toBe(2);
});

/** Runs the window's commands, whoever asks: a chord, the palette, a menu of the desktop app. */
import type { WindowCommandId } from "../../shared/window-commands.ts";
import { changeSettings, showDialog, showOverview } from "./session-actions.ts";
import type { App } from "../state/app-context.ts";
import { exportSession } from "./export-session.ts";
import type { ChordAction } from "./chords.ts";
import { currentSession, runChord } from "./run-chord.ts";

/** What has no chord. */
const UNCHORDED: Readonly<Record<Exclude<WindowCommandId, ChordAction>, (app: App) => void>> = {
  overview: showOverview,
  grid: (app) => changeSettings(app, { layout: "grid" }),
  list: (app) => changeSettings(app, { layout: "list" }),
  "theme-system": (app) => changeSettings(app, { theme: "system" }),
  "theme-dark": (app) => changeSettings(app, { theme: "dark" }),
  "theme-light": (app) => changeSettings(app, { theme: "light" }),
  shortcuts: (app) => showDialog(app, { kind: "shortcuts" }),
  "http-agents": (app) => showDialog(app, { kind: "http-agents" }),
  "export-cast": (app) => exportCurrent(app, "cast"),
  "export-txt": (app) => exportCurrent(app, "txt"),
};

export function runCommand(app: App, command: WindowCommandId): void {
  if (isUnchorded(command)) UNCHORDED[command](app);
  else runChord(app, { action: command });
}

function isUnchorded(command: WindowCommandId): command is keyof typeof UNCHORDED {
  return Object.hasOwn(UNCHORDED, command);
}

function exportCurrent(app: App, format: "cast" | "txt"): void {
  const session = currentSession(app.store.getState());
  if (session) void exportSession(app, session, format);
}

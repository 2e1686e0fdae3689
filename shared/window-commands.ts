/**
 * What a person can ask of the window, by id: the command palette, the chords
 * and the desktop app's menus all read this one table.
 */

/** A menu of the desktop app; `session` commands act on the session that is open or has the keyboard. */
type Menu = "file" | "edit" | "view" | "session" | "help";

type WindowCommand = {
  readonly id: string;
  readonly label: string;
  readonly menu: Menu;
  /** `mac` is held with ⌘, `other` with Ctrl+Shift; `⇧` and `⌥` add to the former. Keys are `KeyboardEvent.code`s. */
  readonly chord?: { readonly mac: string; readonly other: string };
  /** The palette offers it; the others make no sense while it is open, or are keys for moving about. */
  readonly inPalette?: true;
};

export const WINDOW_COMMANDS = [
  { id: "new-session", label: "New session…", menu: "file", chord: { mac: "KeyT", other: "KeyT" }, inPalette: true },
  { id: "close-view", label: "Close the view; never kills", menu: "file", chord: { mac: "KeyW", other: "KeyW" } },
  { id: "copy", label: "Copy", menu: "edit", chord: { mac: "KeyC", other: "KeyC" } },
  { id: "find", label: "Find in the terminal", menu: "edit", chord: { mac: "KeyF", other: "KeyF" } },
  { id: "palette", label: "Search sessions and commands", menu: "view", chord: { mac: "KeyK", other: "KeyK" } },
  { id: "toggle-view", label: "Open, or back to the overview", menu: "view", chord: { mac: "Enter", other: "Enter" } },
  { id: "overview", label: "All sessions", menu: "view", inPalette: true },
  { id: "grid", label: "Show as grid", menu: "view", inPalette: true },
  { id: "list", label: "Show as list", menu: "view", inPalette: true },
  { id: "sidebar", label: "Show or hide the sidebar", menu: "view", chord: { mac: "KeyB", other: "KeyB" } },
  { id: "inspector", label: "Who typed what", menu: "view", chord: { mac: "KeyL", other: "KeyL" } },
  { id: "theme-system", label: "Theme: like the desktop", menu: "view", inPalette: true },
  { id: "theme-dark", label: "Theme: dark", menu: "view", inPalette: true },
  { id: "theme-light", label: "Theme: light", menu: "view", inPalette: true },
  { id: "next-needing", label: "Next session that needs you", menu: "session", chord: { mac: "KeyJ", other: "KeyJ" } },
  { id: "previous-needing", label: "Previous session that needs you", menu: "session", chord: { mac: "⇧KeyJ", other: "KeyU" } },
  { id: "next-session", label: "Next session", menu: "session", chord: { mac: "⌥ArrowRight", other: "ArrowRight" } },
  { id: "previous-session", label: "Previous session", menu: "session", chord: { mac: "⌥ArrowLeft", other: "ArrowLeft" } },
  {
    id: "toggle-drive",
    label: "Take over, or hand back",
    menu: "session",
    chord: { mac: "KeyE", other: "KeyE" },
    inPalette: true,
  },
  { id: "export-cast", label: "Export as .cast", menu: "session", inPalette: true },
  { id: "export-txt", label: "Export as .txt", menu: "session", inPalette: true },
  { id: "kill", label: "Kill…", menu: "session", chord: { mac: "Backspace", other: "Delete" }, inPalette: true },
  { id: "http-agents", label: "Agents over HTTP…", menu: "file", inPalette: true },
  { id: "shortcuts", label: "Keyboard shortcuts", menu: "help", inPalette: true },
] as const satisfies readonly WindowCommand[];

export type WindowCommandId = (typeof WINDOW_COMMANDS)[number]["id"];

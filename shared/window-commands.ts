/**
 * Every command of the window, once. The keys, the command palette, the menus
 * of the desktop app and the buttons of the page all read this table, and all
 * run a command by its id. To add a command, add a row; the compiler then asks
 * for what it does (renderer/commands/run-command.ts).
 */

/** A menu of the desktop app. */
type Menu = "file" | "edit" | "view" | "session" | "help";

/** A key with modifiers, which works everywhere: `mac` is held with ⌘, `other` with Ctrl+Shift. */
type Chord = {
  /** A `KeyboardEvent.code`; `⇧` and `⌥` in front of it add a modifier. `Digit` stands for 1 to 9. */
  readonly mac: string;
  /** A `KeyboardEvent.code`; `Digit` stands for 1 to 9. */
  readonly other: string;
  /** The same in a browser's tab, where the browser keeps the usual keys for itself. */
  readonly inBrowser?: { readonly mac: string; readonly other: string };
};

type CommandRow = {
  readonly id: string;
  readonly label: string;
  /** The label with the name of the session that the command acts on. */
  readonly labelFor?: (session: string) => string;
  /** What the command needs: a session, or one whose program still runs, or has ended. Without it, the command does nothing. */
  readonly actsOn?: "session" | "running-session" | "ended-session";
  /** The menu of the desktop app that lists it. */
  readonly menu?: Menu;
  readonly chord?: Chord;
  /** Keys that run it while a tile or a row has the focus, as `KeyboardEvent.key` names them. */
  readonly gridKeys?: readonly string[];
  /** Keys that run it unless a terminal has the focus; `⇧` in front is Shift, `⌥` before that is Alt. */
  readonly pageKeys?: readonly string[];
  /** The palette offers it. It leaves out what makes no sense while it is open, and keys for moving about. */
  readonly inPalette?: true;
};

/** What a debugger in the session is told to do. */
function debuggerRow<Id extends string>(id: Id, action: string, chord?: Chord) {
  return {
    id,
    label: `Debugger: ${action}`,
    labelFor: (session: string) => `Debugger of ${session}: ${action}`,
    actsOn: "running-session",
    inPalette: true,
    ...(chord && { chord }),
  } as const;
}

const ROWS = [
  { id: "move-left", label: "Left", gridKeys: ["ArrowLeft", "h"] },
  { id: "move-right", label: "Right", gridKeys: ["ArrowRight", "l"] },
  { id: "move-up", label: "Up", gridKeys: ["ArrowUp", "k"] },
  { id: "move-down", label: "Down", gridKeys: ["ArrowDown", "j"] },
  { id: "move-first", label: "First", gridKeys: ["Home"] },
  { id: "move-last", label: "Last", gridKeys: ["End"] },
  { id: "open", label: "Open and type", actsOn: "session", gridKeys: ["Enter"] },
  { id: "reply", label: "Reply…", actsOn: "running-session", gridKeys: ["r"] },
  { id: "take-over", label: "Take over", actsOn: "running-session", gridKeys: ["e"] },
  { id: "hand-back", label: "Hand back", actsOn: "running-session" },
  {
    id: "new-session",
    label: "New session…",
    menu: "file",
    chord: { mac: "KeyT", other: "KeyT", inBrowser: { mac: "⇧KeyO", other: "KeyO" } },
    gridKeys: ["n"],
    inPalette: true,
  },
  {
    id: "close-view",
    label: "Close the pane or the view, keep the session",
    menu: "file",
    chord: { mac: "KeyW", other: "KeyW", inBrowser: { mac: "⇧KeyX", other: "KeyX" } },
  },
  {
    id: "split-right",
    label: "Split right…",
    labelFor: (session) => `Show another session to the right of ${session}…`,
    actsOn: "session",
    menu: "view",
    chord: { mac: "KeyD", other: "KeyD" },
    inPalette: true,
  },
  {
    id: "split-down",
    label: "Split down…",
    labelFor: (session) => `Show another session below ${session}…`,
    actsOn: "session",
    menu: "view",
    chord: { mac: "⇧KeyD", other: "KeyS" },
    inPalette: true,
  },
  { id: "next-pane", label: "Next pane", menu: "view", chord: { mac: "⌥BracketRight", other: "BracketRight" } },
  { id: "previous-pane", label: "Previous pane", menu: "view", chord: { mac: "⌥BracketLeft", other: "BracketLeft" } },
  {
    id: "equal-panes",
    label: "Panes of equal size",
    menu: "view",
    chord: { mac: "Backslash", other: "Backslash" },
    inPalette: true,
  },
  { id: "copy", label: "Copy", menu: "edit", chord: { mac: "KeyC", other: "KeyC" } },
  { id: "find", label: "Find in the terminal", menu: "edit", chord: { mac: "KeyF", other: "KeyF" } },
  {
    id: "palette",
    label: "Search sessions and commands",
    menu: "view",
    chord: { mac: "KeyK", other: "KeyK" },
  },
  { id: "filter", label: "Filter the sessions", menu: "view", gridKeys: ["/"], inPalette: true },
  { id: "peek", label: "Look without opening", actsOn: "session", gridKeys: [" "] },
  {
    id: "pin",
    label: "Pin, or unpin",
    labelFor: (session) => `Pin, or unpin: ${session}`,
    actsOn: "session",
    menu: "session",
    gridKeys: ["p"],
    inPalette: true,
  },
  {
    id: "snooze",
    label: "Snooze 10 min",
    labelFor: (session) => `Snooze 10 min: ${session}`,
    actsOn: "session",
    menu: "session",
    gridKeys: ["s"],
    inPalette: true,
  },
  {
    id: "dismiss",
    label: "Dismiss what it says",
    labelFor: (session) => `Dismiss what ${session} says`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  { id: "move-before", label: "Move one place forward", actsOn: "session", gridKeys: ["<"] },
  { id: "move-behind", label: "Move one place back", actsOn: "session", gridKeys: [">"] },
  { id: "group-none", label: "No groups", menu: "view", inPalette: true },
  { id: "group-agent", label: "Group by agent", menu: "view", inPalette: true },
  { id: "group-folder", label: "Group by folder", menu: "view", inPalette: true },
  { id: "group-evaluation", label: "Group by evaluation", menu: "view", inPalette: true },
  { id: "toggle-view", label: "Open, or back to all sessions", menu: "view", chord: { mac: "Enter", other: "Enter" } },
  { id: "overview", label: "All sessions", menu: "view", inPalette: true },
  { id: "grid", label: "Show as grid", menu: "view", gridKeys: ["1"], inPalette: true },
  { id: "list", label: "Show as list", menu: "view", gridKeys: ["2"], inPalette: true },
  { id: "sidebar", label: "Show or hide the sidebar", menu: "view", chord: { mac: "KeyB", other: "KeyB" } },
  { id: "inspector", label: "Who typed what", menu: "view", chord: { mac: "KeyL", other: "KeyL" } },
  { id: "theme-system", label: "Theme: like the system", menu: "view", inPalette: true },
  { id: "theme-dark", label: "Theme: dark", menu: "view", inPalette: true },
  { id: "theme-light", label: "Theme: light", menu: "view", inPalette: true },
  { id: "theme-high-contrast", label: "Theme: high contrast", menu: "view", inPalette: true },
  { id: "next-needing", label: "Next session that needs you", menu: "session", chord: { mac: "KeyJ", other: "KeyJ" } },
  { id: "previous-needing", label: "Previous session that needs you", menu: "session", chord: { mac: "⇧KeyJ", other: "KeyU" } },
  debuggerRow("debug-continue", "continue", { mac: "F9", other: "F9" }),
  debuggerRow("debug-next", "next line", { mac: "F8", other: "F8" }),
  debuggerRow("debug-step", "step into", { mac: "F7", other: "F7" }),
  debuggerRow("debug-finish", "finish the function", { mac: "F10", other: "F10" }),
  debuggerRow("debug-up", "up a frame"),
  debuggerRow("debug-down", "down a frame"),
  debuggerRow("debug-backtrace", "backtrace"),
  debuggerRow("debug-breakpoints", "list the breakpoints"),
  debuggerRow("debug-interrupt", "interrupt"),
  {
    id: "next-session",
    label: "Next session",
    menu: "session",
    chord: { mac: "⌥ArrowRight", other: "ArrowRight", inBrowser: { mac: "⇧ArrowRight", other: "ArrowRight" } },
  },
  {
    id: "previous-session",
    label: "Previous session",
    menu: "session",
    chord: { mac: "⌥ArrowLeft", other: "ArrowLeft", inBrowser: { mac: "⇧ArrowLeft", other: "ArrowLeft" } },
  },
  { id: "nth-session", label: "Session 1 to 9", chord: { mac: "Digit", other: "Digit" } },
  {
    id: "toggle-drive",
    label: "Take over, or hand back",
    labelFor: (session) => `Take over, or hand back: ${session}`,
    actsOn: "running-session",
    menu: "session",
    chord: { mac: "KeyE", other: "KeyE" },
    inPalette: true,
  },
  {
    id: "parked",
    label: "Go to parked input",
    labelFor: (session) => `Go to the parked input of ${session}`,
    actsOn: "running-session",
    menu: "session",
    chord: { mac: "KeyY", other: "KeyY", inBrowser: { mac: "⇧KeyY", other: "KeyY" } },
    inPalette: true,
  },
  {
    id: "type-together",
    label: "Type together with agents",
    labelFor: (session) => `Type together with agents: ${session}`,
    actsOn: "running-session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "let-agents-drive",
    label: "Let agents drive",
    labelFor: (session) => `Let agents drive: ${session}`,
    actsOn: "running-session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "read-only",
    label: "Read-only: let nobody type",
    labelFor: (session) => `Read-only, let nobody type: ${session}`,
    actsOn: "running-session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "toggle-freeze",
    label: "Freeze, or let go on",
    labelFor: (session) => `Freeze ${session}, or let it go on`,
    actsOn: "running-session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "toggle-halt",
    label: "Halt all agents, or let them type again",
    menu: "session",
    chord: { mac: "Period", other: "Period" },
    inPalette: true,
  },
  {
    id: "export-cast",
    label: "Export recording (.cast)",
    labelFor: (session) => `Export recording of ${session} (.cast)`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "export-txt",
    label: "Export text (.txt)",
    labelFor: (session) => `Export text of ${session} (.txt)`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "kill",
    label: "Kill…",
    labelFor: (session) => `Kill ${session}…`,
    actsOn: "running-session",
    menu: "session",
    chord: { mac: "Backspace", other: "Delete" },
    inPalette: true,
  },
  { id: "text-larger", label: "Larger text", chord: { mac: "Equal", other: "Equal" }, inPalette: true },
  { id: "text-smaller", label: "Smaller text", chord: { mac: "Minus", other: "Minus" }, inPalette: true },
  { id: "text-reset", label: "Text size that fits", chord: { mac: "Digit0", other: "Digit0" }, inPalette: true },
  {
    id: "session-menu",
    label: "Menu of the open session",
    chord: { mac: "KeyM", other: "KeyM", inBrowser: { mac: "⇧KeyM", other: "KeyM" } },
  },
  {
    id: "resize-to-window",
    label: "Resize to the window",
    labelFor: (session) => `Resize ${session} to the window`,
    actsOn: "running-session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "copy-screen",
    label: "Copy screen",
    labelFor: (session) => `Copy the screen of ${session}`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "rename",
    label: "Rename…",
    labelFor: (session) => `Rename ${session}…`,
    actsOn: "session",
    menu: "session",
    pageKeys: ["F2"],
    inPalette: true,
  },
  {
    id: "share",
    label: "Share with all agents, or with none",
    labelFor: (session) => `Share ${session} with all agents, or with none`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "share-link",
    label: "Read-only link…",
    labelFor: (session) => `Read-only link to ${session}…`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "restart",
    label: "Restart",
    labelFor: (session) => `Restart ${session}`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  {
    id: "remove",
    label: "Remove from the list",
    labelFor: (session) => `Remove ${session} from the list`,
    actsOn: "ended-session",
    menu: "session",
    inPalette: true,
  },
  { id: "connections", label: "Connections", menu: "view", inPalette: true },
  { id: "agents", label: "What agents may do…", inPalette: true },
  { id: "recordings", label: "Recordings", menu: "view", inPalette: true },
  { id: "open-recording", label: "Open a recording…", menu: "file", inPalette: true },
  {
    id: "replay",
    label: "Replay",
    labelFor: (session) => `Replay ${session}`,
    actsOn: "session",
    menu: "session",
    inPalette: true,
  },
  { id: "settings", label: "Settings…", menu: "file", chord: { mac: "Comma", other: "Comma" }, inPalette: true },
  { id: "connect-agent", label: "Connect an agent…", menu: "file", inPalette: true },
  { id: "http-agents", label: "Agents over HTTP…", menu: "file", inPalette: true },
  { id: "demo", label: "Start the demo", menu: "help", inPalette: true },
  { id: "shortcuts", label: "Keyboard shortcuts", menu: "help", gridKeys: ["?"], inPalette: true },
  {
    id: "accessible-view",
    label: "Accessible view: the text as text",
    labelFor: (session) => `Accessible view of ${session}: the text as text`,
    actsOn: "session",
    pageKeys: ["⌥F2"],
    inPalette: true,
  },
  { id: "next-region", label: "Next region", pageKeys: ["F6"] },
  { id: "previous-region", label: "Previous region", pageKeys: ["⇧F6"] },
] as const satisfies readonly CommandRow[];

export type WindowCommandId = (typeof ROWS)[number]["id"];

export type WindowCommand = CommandRow & { readonly id: WindowCommandId };

export const WINDOW_COMMANDS: readonly WindowCommand[] = ROWS;

/** The row of a command. */
export function windowCommand(id: WindowCommandId): WindowCommand {
  const row = WINDOW_COMMANDS.find((command) => command.id === id);
  // Ids come from this table alone; the compiler holds that.
  if (!row) throw new Error(`The window has no command ${id}`);
  return row;
}

/**
 * The app's menus. They contain every command of the window with its keys, and
 * the commands of the app itself. The menu only shows the keys. The page handles
 * them, because only the page knows whether a program needs them.
 */
import type { MenuItemConstructorOptions } from "electron";
import type { Settings } from "../../shared/settings/settings.ts";
import { WINDOW_COMMANDS, type WindowCommandId } from "../../shared/window-commands.ts";

export type MenuActions = {
  readonly run: (command: WindowCommandId) => void;
  readonly reload: () => void;
  readonly toggleFullScreen: () => void;
  readonly quit: () => void;
  readonly about: () => void;
  readonly installCommand: () => void;
  readonly setOpenAtLogin: (on: boolean) => void;
  readonly setAskAtClose: (on: boolean) => void;
};

export type MenuState = {
  readonly platform: NodeJS.Platform;
  readonly opensAtLogin: boolean;
  readonly asksAtClose: boolean;
  /** The chords that the person has chosen, by command. Null: the command has none. */
  readonly keys: Settings["keys"];
};

type MenuItem = MenuItemConstructorOptions;
const SEPARATOR: MenuItem = { type: "separator" };

/** The template for Electron's `Menu.buildFromTemplate`. */
export function menuTemplate(state: MenuState, actions: MenuActions): MenuItem[] {
  const isMac = state.platform === "darwin";
  const app = appItems(state, actions);
  const about: MenuItem = { id: "about", label: "About Cotty", click: () => actions.about() };
  const reload: MenuItem = { id: "reload", label: "Reload the window", click: () => actions.reload() };
  const commands = (menu: string): MenuItem[] => commandItems(menu, state, actions);
  // Not Electron's roles: they bind keys such as F11 and Ctrl+Q, which programs need.
  const fullScreen: MenuItem = isMac
    ? { role: "togglefullscreen" }
    : { id: "full-screen", label: "Full screen", click: () => actions.toggleFullScreen() };
  const quit: MenuItem = { id: "quit", label: "Quit", click: () => actions.quit() };
  return [
    ...(isMac ? [{ label: "Cotty", submenu: [about, SEPARATOR, ...app, SEPARATOR, ...macItems()] }] : []),
    { label: "File", submenu: [...commands("file"), ...(isMac ? [] : [SEPARATOR, ...app, SEPARATOR, quit])] },
    {
      label: "Edit",
      submenu: isMac
        ? [...macEditItems(), ...commands("edit").filter(({ id }) => id !== "copy")]
        : [...commands("edit"), pasteItem()],
    },
    { label: "View", submenu: [...commands("view"), SEPARATOR, reload, fullScreen] },
    { label: "Session", submenu: commands("session") },
    ...(isMac ? [{ role: "windowMenu" as const }] : []),
    { label: "Help", role: "help", submenu: [...commands("help"), ...(isMac ? [] : [SEPARATOR, about])] },
  ];
}

function commandItems(menu: string, { platform, keys }: MenuState, { run }: MenuActions): MenuItem[] {
  return WINDOW_COMMANDS.filter((command) => command.menu === menu).map(({ id, label, chord }) => {
    const own = keys[id];
    const shown = own === undefined ? chord && accelerator(chord, platform === "darwin") : own && ownAccelerator(own);
    return { id, label, ...(shown && { accelerator: shown, registerAccelerator: false }), click: () => run(id) };
  });
}

/** A chord of the settings in Electron's notation. */
function ownAccelerator(chord: string): string {
  return chord
    .split("+")
    .map((part) => (part === "Cmd" ? "Command" : (KEY_NAMES[part] ?? part)))
    .join("+");
}

/** The commands of the app itself. macOS shows them in the app's menu, other systems in the File menu. */
function appItems({ opensAtLogin, asksAtClose }: MenuState, actions: MenuActions): MenuItem[] {
  return [
    { id: "install-command", label: "Install the cotty command…", click: () => actions.installCommand() },
    {
      id: "open-at-login",
      label: "Open at login",
      type: "checkbox",
      checked: opensAtLogin,
      click: ({ checked }) => actions.setOpenAtLogin(checked),
    },
    {
      id: "ask-at-close",
      label: "Ask before closing while programs run",
      type: "checkbox",
      checked: asksAtClose,
      click: ({ checked }) => actions.setAskAtClose(checked),
    },
  ];
}

function macItems(): MenuItem[] {
  return [
    { role: "services" },
    SEPARATOR,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    SEPARATOR,
    { role: "quit" },
  ];
}

/** Roles, because they work in text fields as well as on the terminal's selection. */
function macEditItems(): MenuItem[] {
  return [
    { role: "undo" },
    { role: "redo" },
    SEPARATOR,
    { role: "cut" },
    { role: "copy" },
    { role: "paste" },
    { role: "selectAll" },
    SEPARATOR,
  ];
}

/** The role's default key is Ctrl+V, which programs need. */
function pasteItem(): MenuItem {
  return { role: "paste", accelerator: "Ctrl+Shift+V", registerAccelerator: false };
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowRight: "Right",
  ArrowLeft: "Left",
  ArrowUp: "Up",
  ArrowDown: "Down",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Semicolon: ";",
  Quote: "'",
  Backquote: "`",
  Equal: "=",
  Minus: "-",
};

/** A key chord in Electron's notation: `Ctrl+Shift+K`, `Command+Shift+J`. */
export function accelerator(chord: { readonly mac: string; readonly other: string }, isMac: boolean): string {
  const keys = isMac ? chord.mac : chord.other;
  const modifiers = isMac
    ? ["Command", ...(keys.includes("⇧") ? ["Shift"] : []), ...(keys.includes("⌥") ? ["Alt"] : [])]
    : ["Ctrl", "Shift"];
  const key = keys.replace(/^[⇧⌥]+/, "").replace(/^Key/, "");
  return [...modifiers, KEY_NAMES[key] ?? key].join("+");
}

/**
 * The app's menus: every command of the window, with its keys, and what concerns
 * the app itself. The keys are shown here and handled by the page, which alone
 * knows whether they belong to a program.
 */
import type { MenuItemConstructorOptions } from "electron";
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
};

type Item = MenuItemConstructorOptions;
const SEPARATOR: Item = { type: "separator" };

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const isMac = state.platform === "darwin";
  const app = appItems(state, actions);
  const about: Item = { id: "about", label: "About Cotty", click: () => actions.about() };
  const reload: Item = { id: "reload", label: "Reload the window", click: () => actions.reload() };
  const commands = (menu: string): Item[] => commandItems(menu, isMac, actions);
  // Roles come with keys of their own, F11 and Ctrl+Q among them, which belong to the programs.
  const fullScreen: Item = isMac
    ? { role: "togglefullscreen" }
    : { id: "full-screen", label: "Full screen", click: () => actions.toggleFullScreen() };
  const quit: Item = { id: "quit", label: "Quit", click: () => actions.quit() };
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

function commandItems(menu: string, isMac: boolean, { run }: MenuActions): Item[] {
  return WINDOW_COMMANDS.filter((command) => command.menu === menu).map((command) => ({
    id: command.id,
    label: command.label,
    ...("chord" in command && { accelerator: accelerator(command.chord, isMac), registerAccelerator: false }),
    click: () => run(command.id),
  }));
}

/** What concerns the app: under its own name on macOS, in the File menu elsewhere. */
function appItems({ opensAtLogin, asksAtClose }: MenuState, actions: MenuActions): Item[] {
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

function macItems(): Item[] {
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

/** The roles reach text fields and the terminal's own selection alike. */
function macEditItems(): Item[] {
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

/** The role's own key would be Ctrl+V, which belongs to the program. */
function pasteItem(): Item {
  return { role: "paste", accelerator: "Ctrl+Shift+V", registerAccelerator: false };
}

const KEY_NAMES: Readonly<Record<string, string>> = { ArrowRight: "Right", ArrowLeft: "Left", ArrowUp: "Up", ArrowDown: "Down" };

/** A chord as Electron writes it: `Ctrl+Shift+K`, `Command+Shift+J`. */
export function accelerator(chord: { readonly mac: string; readonly other: string }, isMac: boolean): string {
  const wanted = isMac ? chord.mac : chord.other;
  const modifiers = isMac
    ? ["Command", ...(wanted.includes("⇧") ? ["Shift"] : []), ...(wanted.includes("⌥") ? ["Alt"] : [])]
    : ["Ctrl", "Shift"];
  const key = wanted.replace(/^[⇧⌥]+/, "").replace(/^Key/, "");
  return [...modifiers, KEY_NAMES[key] ?? key].join("+");
}

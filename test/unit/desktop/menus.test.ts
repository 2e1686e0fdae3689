import type { MenuItemConstructorOptions } from "electron";
import { expect, type Mock, test, vi } from "vitest";
import { accelerator, type MenuActions, menuTemplate } from "../../../electron/desktop/menu.ts";
import { type TrayStatus, type TrayActions, trayMenu } from "../../../electron/desktop/tray-menu.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { WINDOW_COMMANDS } from "../../../shared/window-commands.ts";
import { chordLabel } from "../../../renderer/commands/chords.ts";
import { asks, failed, sessionInfo } from "./session-info.ts";

type Item = MenuItemConstructorOptions;

function everyItem(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? everyItem(item.submenu) : [])]);
}

type Actions = { readonly [K in keyof MenuActions]: Mock<MenuActions[K]> };

function menu(platform: NodeJS.Platform, keys: Settings["keys"] = {}): { items: Item[]; actions: Actions } {
  const actions: Actions = {
    run: vi.fn(),
    reload: vi.fn(),
    toggleFullScreen: vi.fn(),
    about: vi.fn(),
    quit: vi.fn(),
    installCommand: vi.fn(),
    setOpenAtLogin: vi.fn(),
    setAskAtClose: vi.fn(),
  };
  const items = menuTemplate({ platform, opensAtLogin: true, asksAtClose: false, keys }, actions);
  return { items: everyItem(items), actions };
}

function click(item: Item | undefined, checked = false): void {
  item?.click?.({ checked } as never, undefined, {});
}

test.each(["linux", "darwin", "win32"] as const)(
  "every command with a menu is in the menus of %s, and runs by its id",
  (platform) => {
    const { items, actions } = menu(platform);
    // On macOS Copy is the system's own item, which reaches the terminal's selection too.
    const commands = WINDOW_COMMANDS.filter(({ id, menu: name }) => name && (platform !== "darwin" || id !== "copy"));
    expect(commands.length).toBeGreaterThan(20);
    for (const { id } of commands) click(items.find((item) => item.id === id));
    expect(actions.run.mock.calls.flat()).toEqual(commands.map(({ id }) => id));
  },
);

test.each(["linux", "win32"] as const)("on %s no menu takes a key from the programs", (platform) => {
  for (const { role, accelerator: keys, registerAccelerator } of menu(platform).items) {
    if (keys !== undefined) expect(registerAccelerator).toBe(false);
    // A role without keys of its own choosing brings some, such as Ctrl+V or F11.
    if (role !== undefined && role !== "help") expect(keys).toBeDefined();
  }
});

test("a menu writes the chord that the page understands", () => {
  const commands = WINDOW_COMMANDS.filter((command) => command.menu);
  for (const { id, chord } of commands) {
    if (!chord) continue;
    const shown = (mac: boolean): string =>
      chordLabel(id, { mac, browser: false }).replace(/^⌘/, "Command+").replace("⇧", "Shift+").replace("⌥", "Alt+");
    const names: Record<string, string> = { "⏎": "Enter", "⌫": "Backspace", Del: "Delete", "→": "Right", "←": "Left" };
    for (const mac of [true, false]) {
      const keys = shown(mac).split("+");
      const last = keys.pop() ?? "";
      expect(accelerator(chord, mac)).toBe([...keys, names[last] ?? last].join("+"));
    }
  }
});

test("what concerns the app has its items everywhere, with their state", () => {
  for (const platform of ["linux", "darwin", "win32"] as const) {
    const { items, actions } = menu(platform);
    const find = (id: string): Item | undefined => items.find((item) => item.id === id);
    expect([find("open-at-login")?.checked, find("ask-at-close")?.checked]).toEqual([true, false]);
    click(find("open-at-login"), false);
    click(find("ask-at-close"), true);
    for (const id of ["install-command", "about", "reload"]) click(find(id));
    expect(actions.setOpenAtLogin).toHaveBeenCalledWith(false);
    expect(actions.setAskAtClose).toHaveBeenCalledWith(true);
    for (const name of ["installCommand", "about", "reload"] as const) expect(actions[name]).toHaveBeenCalledTimes(1);
    expect(items.some(({ id, role }) => id === "quit" || role === "quit")).toBe(true);
  }
});

const idle: TrayStatus = { running: 0, needing: [], isHalted: false, isHosting: true };
const actions = (): TrayActions & { show: Mock<TrayActions["show"]> } => ({
  show: vi.fn(),
  newSession: () => {},
  toggleHalt: () => {},
  quit: () => {},
});

test("the tray lists what needs a person; a click shows that session", () => {
  const does = actions();
  const needing = [sessionInfo("apt", asks("Continue? [Y/n]")), sessionInfo("R&D", failed)];
  const items = trayMenu({ running: 3, needing, isHalted: false, isHosting: true }, does);
  expect(items.map(({ label }) => label ?? "—")).toEqual([
    "3 running, 2 need you",
    "apt: asks: Continue? [Y/n]",
    // Twice, or it would mark a key.
    "R&&D: Exited 2",
    "—",
    "Show Cotty",
    "New session…",
    "Halt all agents",
    "—",
    "Quit (ends 3 sessions)",
  ]);
  click(items[2]);
  expect(does.show).toHaveBeenCalledWith("R&D");
});

test("the tray says that quitting ends sessions only where it does", () => {
  const quit = (status: TrayStatus): string | undefined => trayMenu(status, actions()).at(-1)?.label;
  expect(quit(idle)).toBe("Quit");
  expect(quit({ ...idle, running: 1 })).toBe("Quit (ends 1 session)");
  expect(quit({ ...idle, running: 5, isHosting: false })).toBe("Quit");
});

test("T10 a hundred sessions with hostile titles leave the tray readable", () => {
  const hostile = `\u0007\u202E\u001b]0;x\u001b\\${"9".repeat(1_000_000)}`;
  const needing = Array.from({ length: 100 }, (_, index) => sessionInfo(`s${index}`, asks(hostile)));
  const labels = trayMenu({ ...idle, needing }, actions()).map(({ label }) => label ?? "");
  expect(labels).toContain("85 more need you");
  expect(labels.length).toBeLessThan(25);
  for (const label of labels) {
    expect(label).not.toMatch(/\p{C}/u);
    expect(label.length).toBeLessThan(250);
  }
});

test("a menu shows the keys that a person has chosen, and none where they want none", () => {
  const { items } = menu("linux", { find: "Ctrl+Alt+Left", palette: null, settings: "Ctrl+Shift+Period" });
  const shown = (id: string): unknown => items.find((item) => item.id === id)?.accelerator;
  expect([shown("find"), shown("palette"), shown("settings")]).toEqual(["Ctrl+Alt+Left", undefined, "Ctrl+Shift+."]);
  expect(menu("darwin", { find: "Cmd+Alt+F" }).items.find(({ id }) => id === "find")?.accelerator).toBe("Command+Alt+F");
});

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LoginOptions, opensAtLogin, setOpenAtLogin } from "../../../electron/desktop/open-at-login.ts";

let home = "";
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "cotty-login-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

function options(change: Partial<LoginOptions> = {}): LoginOptions & { set: ReturnType<typeof vi.fn> } {
  const set = vi.fn();
  const app = { setLoginItemSettings: set, getLoginItemSettings: () => ({ openAtLogin: true }) };
  return {
    app: app as unknown as LoginOptions["app"],
    platform: "linux",
    env: {},
    home,
    command: ["/opt/Cotty/cotty-desktop"],
    set,
    ...change,
  };
}

test("on Linux it is a file in the autostart folder, gone when switched off", () => {
  const login = options();
  const file = join(home, ".config/autostart/cotty.desktop");
  expect(opensAtLogin(login)).toBe(false);
  setOpenAtLogin(login, true);
  expect(readFileSync(file, "utf8")).toBe(
    '[Desktop Entry]\nType=Application\nName=Cotty\nExec="/opt/Cotty/cotty-desktop" "--hidden"\nTerminal=false\n',
  );
  expect(opensAtLogin(login)).toBe(true);
  setOpenAtLogin(login, false);
  setOpenAtLogin(login, false);
  expect(opensAtLogin(login)).toBe(false);
});

test("XDG_CONFIG_HOME is heeded when it is absolute", () => {
  setOpenAtLogin(options({ env: { XDG_CONFIG_HOME: join(home, "xdg") } }), true);
  expect(existsSync(join(home, "xdg/autostart/cotty.desktop"))).toBe(true);
  setOpenAtLogin(options({ env: { XDG_CONFIG_HOME: "relative" } }), true);
  expect(existsSync(join(home, ".config/autostart/cotty.desktop"))).toBe(true);
});

test("odd paths are quoted as the specification says", () => {
  setOpenAtLogin(options({ command: ['/o p/100%/a"b$c`d\\e'] }), true);
  const text = readFileSync(join(home, ".config/autostart/cotty.desktop"), "utf8");
  expect(text).toContain(String.raw`Exec="/o p/100%%/a\\"b\\$c\\` + "`" + String.raw`d\\\\e" "--hidden"`);
});

test.each(["darwin", "win32"] as const)("on %s the system is asked and told, with the same arguments", (platform) => {
  const login = options({ platform, command: ["/electron", "/src/cotty"] });
  expect(opensAtLogin(login)).toBe(true);
  setOpenAtLogin(login, false);
  expect(login.set).toHaveBeenCalledWith({ openAtLogin: false, args: ["/src/cotty", "--hidden"] });
});

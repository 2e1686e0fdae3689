import { describe, expect, test } from "vitest";
import { resolvePaths, type UserEnvironment } from "../../../electron/platform/paths.ts";

const linux: UserEnvironment = { platform: "linux", env: {}, home: "/home/ada", cwd: "/elsewhere" };

describe("paths", () => {
  test("Linux: the runtime directory, else the state directory", () => {
    const paths = resolvePaths({ ...linux, env: { XDG_RUNTIME_DIR: "/run/user/7" } });
    expect(paths).toEqual({
      runDirectory: "/run/user/7/cotty",
      socket: "/run/user/7/cotty/cotty.sock",
      token: "/run/user/7/cotty/token",
      recordings: "/home/ada/.local/share/cotty/recordings",
      attentionRules: "/home/ada/.config/cotty/attention-rules.json",
      appState: "/home/ada/.local/state/cotty/app-state.json",
      runningSessions: "/home/ada/.local/state/cotty/running.json",
      settings: "/home/ada/.config/cotty/settings.json",
      tokens: "/home/ada/.local/share/cotty/tokens.json",
      httpPort: "/home/ada/.local/state/cotty/http-port.json",
      recentStarts: "/home/ada/.local/state/cotty/recent-starts.json",
      agentKeys: "/home/ada/.local/share/cotty/agents",
      audit: "/home/ada/.local/share/cotty/audit.jsonl",
      grants: "/home/ada/.local/share/cotty/grants.json",
      log: "/home/ada/.local/state/cotty/log/host.log",
    });
    expect(resolvePaths(linux).socket).toBe("/home/ada/.local/state/cotty/run/cotty.sock");
  });

  test("an agent's bare environment finds the run directory that the user's shell finds", () => {
    const shell = resolvePaths({ ...linux, env: { XDG_RUNTIME_DIR: "/run/user/7" }, runtimeDirectory: "/run/user/7" });
    const agent = resolvePaths({ ...linux, runtimeDirectory: "/run/user/7" });
    expect(agent.socket).toBe(shell.socket);
  });

  test("relative XDG variables are ignored, as the specification says", () => {
    const env = { XDG_RUNTIME_DIR: "run", XDG_DATA_HOME: "data", XDG_CONFIG_HOME: "", XDG_STATE_HOME: "state" };
    expect(resolvePaths({ ...linux, env })).toEqual(resolvePaths(linux));
  });

  test("macOS", () => {
    const paths = resolvePaths({ ...linux, platform: "darwin", home: "/Users/ada" });
    expect(paths.socket).toBe("/Users/ada/Library/Application Support/Cotty/run/cotty.sock");
    expect(paths.settings).toBe("/Users/ada/Library/Application Support/Cotty/settings.json");
  });

  test("Windows: files under LOCALAPPDATA, and a pipe of the user's own", () => {
    const windows: UserEnvironment = { platform: "win32", env: {}, home: "C:\\Users\\ada", cwd: "C:\\" };
    const paths = resolvePaths(windows);
    expect(paths.recordings).toBe("C:\\Users\\ada\\AppData\\Local\\Cotty\\recordings");
    expect(paths.socket).toMatch(/^\\\\\.\\pipe\\cotty-[0-9a-f]{8}$/);
    expect(resolvePaths({ ...windows, home: "C:\\Users\\bob" }).socket).not.toBe(paths.socket);
    expect(resolvePaths({ ...windows, env: { LOCALAPPDATA: "D:\\Local" } }).token).toBe("D:\\Local\\Cotty\\run\\token");
  });

  test("COTTY_HOME puts everything under one folder, and is made absolute", () => {
    const paths = resolvePaths({ ...linux, env: { COTTY_HOME: "home", XDG_RUNTIME_DIR: "/run/user/7" } });
    expect(paths.cottyHome).toBe("/elsewhere/home");
    expect(Object.values(paths).every((path) => path.startsWith("/elsewhere/home"))).toBe(true);
    const windows = resolvePaths({ platform: "win32", env: { COTTY_HOME: "D:\\c" }, home: "C:\\Users\\ada", cwd: "C:\\" });
    expect(windows.settings).toBe("D:\\c\\settings.json");
    expect(windows.socket).toMatch(/^\\\\\.\\pipe\\cotty-/);
  });
});

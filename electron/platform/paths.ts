/**
 * Where everything lives on this machine. Pure: platform, environment and home
 * are handed in, so that every platform's answer can be tested on any other.
 */
import { posix, win32 } from "node:path";

export type Paths = {
  /** Socket, token and lock; only its owner may enter. */
  readonly runDirectory: string;
  /** The local socket's path; on Windows the name of a pipe. */
  readonly socket: string;
  readonly token: string;
  readonly recordings: string;
  readonly settings: string;
  /** What the desktop app remembers: where its window was, and the like. */
  readonly appState: string;
  /** Which sessions run in the desktop app, for the next start to find if it crashes. */
  readonly runState: string;
  /** The agents' ways in over HTTP, hashed. */
  readonly tokens: string;
  /** Who did what. */
  readonly audit: string;
  /** The host's log file. */
  readonly log: string;
  /** For files that are finished elsewhere and for scratch; may be emptied when no host runs. */
  readonly tmp: string;
  /** `COTTY_HOME`, made absolute, to hand on to a process with another working directory. */
  readonly cottyHome?: string;
};

export type UserEnvironment = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  /** The per-user runtime directory the system keeps although the environment does not name it. */
  readonly runtimeDirectory?: string | undefined;
};

/** Finds the directories. `COTTY_HOME` puts everything under one folder; else the platform's habits decide. */
export function resolvePaths(userEnvironment: UserEnvironment): Paths {
  const { platform, env, cwd } = userEnvironment;
  const path = platform === "win32" ? win32 : posix;
  const cottyHome = env["COTTY_HOME"];
  if (cottyHome) {
    const root = path.resolve(cwd, cottyHome);
    const directories = { run: path.join(root, "run"), data: root, config: root, state: root };
    return { ...within(directories, platform), cottyHome: root };
  }
  if (platform === "win32") return within(windowsDirectories(userEnvironment), platform);
  if (platform === "darwin") return within(macDirectories(userEnvironment), platform);
  return within(xdgDirectories(userEnvironment), platform);
}

type BaseDirectories = { readonly run: string; readonly data: string; readonly config: string; readonly state: string };

function within(directories: BaseDirectories, platform: NodeJS.Platform): Paths {
  const path = platform === "win32" ? win32 : posix;
  return {
    runDirectory: directories.run,
    socket:
      platform === "win32" ? `\\\\.\\pipe\\cotty-${fingerprint(directories.run)}` : path.join(directories.run, "cotty.sock"),
    token: path.join(directories.run, "token"),
    recordings: path.join(directories.data, "recordings"),
    settings: path.join(directories.config, "settings.json"),
    appState: path.join(directories.state, "app-state.json"),
    runState: path.join(directories.state, "running.json"),
    tokens: path.join(directories.data, "tokens.json"),
    audit: path.join(directories.data, "audit.jsonl"),
    log: path.join(directories.state, "log", "host.log"),
    tmp: path.join(directories.state, "tmp"),
  };
}

function windowsDirectories({ env, home }: UserEnvironment): BaseDirectories {
  const root = win32.join(env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "Cotty");
  return { run: win32.join(root, "run"), data: root, config: root, state: root };
}

function macDirectories({ home }: UserEnvironment): BaseDirectories {
  const root = posix.join(home, "Library", "Application Support", "Cotty");
  return { run: posix.join(root, "run"), data: root, config: root, state: root };
}

/** The XDG base directory specification: a relative path in one of its variables is to be ignored. */
function xdgDirectories({ env, home, runtimeDirectory }: UserEnvironment): BaseDirectories {
  const base = (name: string, fallback: string): string => {
    const value = env[name];
    return posix.join(value && posix.isAbsolute(value) ? value : posix.join(home, fallback), "cotty");
  };
  const state = base("XDG_STATE_HOME", ".local/state");
  const named = env["XDG_RUNTIME_DIR"];
  // Agents start `cotty mcp` with a nearly empty environment. Without the second
  // look they would find another run directory than the user's shell, and so start a second host.
  const runtime = named && posix.isAbsolute(named) ? named : runtimeDirectory;
  return {
    run: runtime ? posix.join(runtime, "cotty") : posix.join(state, "run"),
    data: base("XDG_DATA_HOME", ".local/share"),
    config: base("XDG_CONFIG_HOME", ".config"),
    state,
  };
}

/** FNV-1a: names a pipe after a path. No secret depends on it, and it spares every command the crypto module. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/**
 * The paths of all files that Cotty keeps. Pure: the caller passes in the platform,
 * the environment and the home folder, so that tests on one platform cover all.
 */
import { posix, win32 } from "node:path";

export type Paths = {
  /** The folder with the socket, the token and the lock. Only its owner may enter it. */
  readonly runDirectory: string;
  /** The path of the local socket. On Windows, the name of a pipe. */
  readonly socket: string;
  readonly token: string;
  readonly recordings: string;
  readonly settings: string;
  /** The user's corrections of sessions' states. */
  readonly attentionRules: string;
  /** What the desktop app remembers between two runs, such as the position of its window. */
  readonly appState: string;
  /** The port that the host used last for the window and for MCP over HTTP. */
  readonly httpPort: string;
  /** The sessions that run in the desktop app. After a crash, the next start reads which ones were lost. */
  readonly runningSessions: string;
  /** The commands that people have started from the window. */
  readonly recentStarts: string;
  /** The hashed tokens of the agents that connect over HTTP. */
  readonly tokens: string;
  /** What agents were granted for longer than the host runs. */
  readonly grants: string;
  /** The folder with the keys by which agents are recognized when they are started again. */
  readonly agentKeys: string;
  /** The audit of who did what. */
  readonly audit: string;
  /** The host's log file. */
  readonly log: string;
  /** The folder in which the desktop app's browser keeps its files; absent where Electron chooses it. */
  readonly desktopProfile?: string;
  /** `COTTY_HOME` as an absolute path, to pass on to a process with another working directory. */
  readonly cottyHome?: string;
};

/** What decides where a user's files are. What takes time to find out is read only where a path depends on it. */
export type UserEnvironment = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  /** The user's runtime directory, for a process whose environment does not name it. */
  readonly runtimeDirectory?: string | undefined;
};

/** The paths for this environment. `COTTY_HOME` puts everything into one folder. Otherwise the platform's conventions apply. */
export function resolvePaths(userEnvironment: UserEnvironment): Paths {
  const { platform, env } = userEnvironment;
  const path = platform === "win32" ? win32 : posix;
  const cottyHome = env["COTTY_HOME"];
  if (cottyHome) {
    const root = path.isAbsolute(cottyHome) ? path.resolve(cottyHome) : path.resolve(userEnvironment.cwd, cottyHome);
    const directories = { run: path.join(root, "run"), data: root, config: root, state: root };
    return { ...within(directories, platform), desktopProfile: path.join(root, "desktop"), cottyHome: root };
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
    attentionRules: path.join(directories.config, "attention-rules.json"),
    appState: path.join(directories.state, "app-state.json"),
    httpPort: path.join(directories.state, "http-port.json"),
    runningSessions: path.join(directories.state, "running.json"),
    recentStarts: path.join(directories.state, "recent-starts.json"),
    tokens: path.join(directories.data, "tokens.json"),
    grants: path.join(directories.data, "grants.json"),
    agentKeys: path.join(directories.data, "agents"),
    audit: path.join(directories.data, "audit.jsonl"),
    log: path.join(directories.state, "log", "host.log"),
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

/** Follows the XDG Base Directory Specification, which says that a relative path in a variable must be ignored. */
function xdgDirectories(userEnvironment: UserEnvironment): BaseDirectories {
  const { env, home } = userEnvironment;
  const base = (name: string, fallback: string): string => {
    const value = env[name];
    return posix.join(value && posix.isAbsolute(value) ? value : posix.join(home, fallback), "cotty");
  };
  const state = base("XDG_STATE_HOME", ".local/state");
  const named = env["XDG_RUNTIME_DIR"];
  // Agents start `cotty mcp` with a nearly empty environment. Without the user's runtime directory they would use
  // another run directory than the user's shell, and so start a second host.
  const runtime = named && posix.isAbsolute(named) ? named : userEnvironment.runtimeDirectory;
  return {
    run: runtime ? posix.join(runtime, "cotty") : posix.join(state, "run"),
    data: base("XDG_DATA_HOME", ".local/share"),
    config: base("XDG_CONFIG_HOME", ".config"),
    state,
  };
}

/** The FNV-1a hash of a path, for the name of its pipe. No secret depends on it, and loading the crypto module takes time. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

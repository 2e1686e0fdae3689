import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { quoteWords } from "../../client/shell-quoting.ts";

/**
 * The folders of one run. Nothing in them is another run's or the user's: the agent's
 * home and working folder, and the folders in which terminal tools keep their sockets.
 * They are in the system's temporary folder, because a socket's path must be short.
 */
export interface RunSpace extends Disposable {
  readonly root: string;
  readonly home: string;
  readonly work: string;
  /** `COTTY_HOME` of the tool under test. */
  readonly cottyHome: string;
  /** The variables that keep the run's programs in its folders, and by which they are found. An agent may not hand them on by itself. */
  readonly isolation: Readonly<Record<string, string>>;
  /** What the agent may see: the variables of every program of the run. */
  readonly env: Readonly<Record<string, string>>;
}

export interface SpaceOptions {
  /** The folder to make. It must not exist yet. */
  readonly root: string;
  /** The run's number, in the environment of all that it starts. */
  readonly nonce: string;
  /** Folders whose commands come first on the PATH. */
  readonly bins: readonly string[];
  /** Commands made for the run: names, and what they run. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
  /** Copied into the working folder. */
  readonly files: string | undefined;
  /** More variables: of the tool, of the agent, and the agent's keys. */
  readonly env: Readonly<Record<string, string>>;
}

/** Variables of the user's environment that a program needs and that say nothing about the user. */
const KEPT = [
  "LANG",
  "LC_ALL",
  "TERM",
  "TZ",
  "SHELL",
  "SSL_CERT_FILE",
  "NODE_EXTRA_CA_CERTS",
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "NO_PROXY",
];

/** The variable by which the processes of a run are found. A host takes none along whose name begins with COTTY_, so this one's does not. */
export const RUN_VARIABLE = "EVALUATION_RUN";

/** Makes the folders. Disposing removes them. Throws the system's error, and leaves nothing, if they cannot be made. */
export function makeRunSpace(options: SpaceOptions): RunSpace {
  const { root } = options;
  mkdirSync(root, { mode: 0o700 });
  try {
    return { ...filledSpace(options), [Symbol.dispose]: () => removeFolder(root) };
  } catch (error) {
    removeFolder(root);
    throw error;
  }
}

function filledSpace({ root, nonce, bins, commands, files, env }: SpaceOptions): Omit<RunSpace, keyof Disposable> {
  const folder = (name: string): string => {
    mkdirSync(join(root, name), { recursive: true, mode: 0o700 });
    return join(root, name);
  };
  const home = folder("home");
  const work = folder("work");
  if (files !== undefined) cpSync(files, work, { recursive: true });
  const bin = folder("bin");
  for (const [name, command] of Object.entries(commands)) writeCommand(join(bin, name), command);
  const cottyHome = folder("cotty");
  const isolation = {
    HOME: home,
    XDG_CONFIG_HOME: folder("home/.config"),
    XDG_DATA_HOME: folder("home/.local/share"),
    XDG_STATE_HOME: folder("home/.local/state"),
    XDG_CACHE_HOME: folder("home/.cache"),
    XDG_RUNTIME_DIR: folder("run"),
    TMPDIR: folder("tmp"),
    COTTY_HOME: cottyHome,
    TMUX_TMPDIR: folder("tmux"),
    SCREENDIR: folder("screen"),
    PATH: [bin, ...bins, process.env["PATH"] ?? ""].join(delimiter),
    [RUN_VARIABLE]: nonce,
  };
  return { root, home, work, cottyHome, isolation, env: { ...keptVariables(), ...isolation, ...env, [RUN_VARIABLE]: nonce } };
}

/** What a program of a run needs of the user's environment. */
export const keptVariables = (): Record<string, string> =>
  Object.fromEntries(KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

/** A folder of the system's temporary ones that cannot be removed yet is no reason to lose a run: the system removes it. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  } catch {
    // A process that was just killed had a file open, or wrote one more.
  }
}

/** A shell script that runs the command with all arguments. */
function writeCommand(path: string, command: readonly string[]): void {
  writeFileSync(path, `#!/bin/sh\nexec ${quoteWords(command)} "$@"\n`, { mode: 0o755 });
}

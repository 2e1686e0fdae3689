/**
 * The environment that a session's program gets. It is the caller's, with two
 * changes: variables that belong to the terminal or the runtime of the caller are
 * left out, and those that describe our terminal are added.
 */

/**
 * Names that a program must not inherit:
 * - another terminal's identity and size;
 * - switches of the runtime, which would change what a child `node` does;
 * - our own, except COTTY_HOME, by which a `cotty` in the session finds the host.
 *
 * TMUX_TMPDIR is no terminal's: it is the folder in which a `tmux` looks for its servers.
 */
const FOREIGN =
  /^(COTTY_(?!HOME$)|ELECTRON_|VSCODE_|CHROME_DESKTOP$|NODE_OPTIONS$|NODE_CHANNEL_|NODE_UNIQUE_ID$|TMUX(?!_TMPDIR$)|STY$|WINDOW$|WINDOWID$|TERMCAP$|TERM_PROGRAM|COLUMNS$|LINES$|GIO_LAUNCHED_|ORIGINAL_XDG_|VTE_VERSION$|KITTY_|WEZTERM_|ITERM_|LC_TERMINAL)/;

export type SessionVariables = {
  /** The session's id, for `cotty` commands that run inside it. */
  readonly id: string;
  /** Unguessable and unique. Every process that the session starts is found by it. */
  readonly key: string;
  readonly version: string;
};

/** The environment of a session's program, from the environment of the caller. */
export function childEnvironment(
  caller: Readonly<Record<string, string | undefined>>,
  session: SessionVariables,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(caller)) {
    if (value === undefined || FOREIGN.test(name) || name === "" || name.includes("=") || `${name}${value}`.includes("\0"))
      continue;
    env[name] = value;
  }
  env["TERM"] = "xterm-256color";
  env["COLORTERM"] = "truecolor";
  env["TERM_PROGRAM"] = "cotty";
  env["TERM_PROGRAM_VERSION"] = session.version;
  env["COTTY_SESSION_ID"] = session.id;
  env["COTTY_SESSION_KEY"] = session.key;
  return env;
}

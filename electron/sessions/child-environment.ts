/**
 * The environment a program gets: the caller's, without what belongs to the
 * program the caller or the host runs in, and with what describes our terminal.
 */

/**
 * Names that must not be inherited: another terminal's identity and size, the
 * runtime's own switches (they would turn a child `node` into something else),
 * and everything of ours but the place of the host, which `cotty` inside needs.
 */
const FOREIGN =
  /^(COTTY_(?!HOME$)|ELECTRON_|VSCODE_|CHROME_DESKTOP$|NODE_OPTIONS$|NODE_CHANNEL_|NODE_UNIQUE_ID$|TMUX|STY$|WINDOW$|WINDOWID$|TERMCAP$|TERM_PROGRAM|COLUMNS$|LINES$|GIO_LAUNCHED_|ORIGINAL_XDG_|VTE_VERSION$|KITTY_|WEZTERM_|ITERM_|LC_TERMINAL)/;

export type SessionVariables = {
  /** The session's id, for `cotty` commands run inside it. */
  readonly id: string;
  /** Unguessable and unique: finds what the session started, whatever it calls itself. */
  readonly key: string;
  readonly version: string;
};

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

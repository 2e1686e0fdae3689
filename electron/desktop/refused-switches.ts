/**
 * The switches of Chromium that let another program control the app's pages or
 * processes. The package's fuses refuse Node's own switches (`--inspect`,
 * `NODE_OPTIONS`), but Electron has no fuse for these.
 */
const REFUSED = [
  "remote-debugging-port",
  "remote-debugging-pipe",
  "remote-debugging-address",
  "gpu-launcher",
  "renderer-cmd-prefix",
  "utility-cmd-prefix",
] as const;

/** The part of Electron's `App` that this file uses. */
export type SwitchedApp = {
  readonly isPackaged: boolean;
  readonly commandLine: { hasSwitch(name: string): boolean; removeSwitch(name: string): void };
};

/**
 * Removes these switches from the command line of a packaged app. A checkout may
 * be debugged with them. Returns the removed switches. Call it before the app is
 * ready, so that Chromium has not read them yet.
 */
export function refuseSwitches({ isPackaged, commandLine }: SwitchedApp): string[] {
  if (!isPackaged) return [];
  const given = REFUSED.filter((name) => commandLine.hasSwitch(name));
  for (const name of given) commandLine.removeSwitch(name);
  return given;
}

/**
 * Switches of Chromium that hand its pages or its processes to whoever started
 * the app with them. Node's own (`--inspect`, `NODE_OPTIONS`) are refused by the
 * package's fuses; for these there is none.
 */
const REFUSED = [
  "remote-debugging-port",
  "remote-debugging-pipe",
  "remote-debugging-address",
  "gpu-launcher",
  "renderer-cmd-prefix",
  "utility-cmd-prefix",
] as const;

/** The part of Electron's `app` that is used. */
export type Started = {
  readonly isPackaged: boolean;
  readonly commandLine: { hasSwitch(name: string): boolean; removeSwitch(name: string): void };
};

/**
 * Takes them off a package's command line, before Chromium reads it; a checkout
 * may be debugged. Returns those it took. Must come before the app is ready.
 */
export function refuseSwitches({ isPackaged, commandLine }: Started): string[] {
  if (!isPackaged) return [];
  const given = REFUSED.filter((name) => commandLine.hasSwitch(name));
  for (const name of given) commandLine.removeSwitch(name);
  return given;
}

/**
 * Updates, where whoever built the package has said where they are: the release
 * workflow puts an `app-update.yml` into it, any other build does not, and then
 * nothing here ever reaches the network. An update is fetched in the background
 * and installed when the app ends; it never ends the app.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../shared/errors.ts";

export type Installation = {
  readonly isPackaged: boolean;
  /** The package's `resources` folder. */
  readonly resources: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type UpdateLog = { info(message: string): void; warn(message: string): void; error(message: string): void };

/** A person may be at work in the first minutes; later is as good. */
const CHECK_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 24 * 60 * 60 * 1000;

/** Undefined when updates are to be looked for, else why they are not. */
export function reasonAgainstUpdates({ isPackaged, resources, platform, env }: Installation): string | undefined {
  if (!isPackaged) return "this is not a package";
  if (env["COTTY_UPDATES"] === "off") return "COTTY_UPDATES is off";
  if (!existsSync(join(resources, "app-update.yml"))) return "this package was built without a place to look for them";
  // The others (deb, tar.gz) came through a package system or by hand, and that is how they are replaced.
  if (platform === "linux" && !env["APPIMAGE"]) return "only the AppImage can replace itself";
  return undefined;
}

/** Looks for a newer version from time to time. Must come after the app is ready. */
export function keepUpToDate(installation: Installation, log: UpdateLog): void {
  const reason = reasonAgainstUpdates(installation);
  if (reason !== undefined) return log.info(`Updates are off: ${reason}`);
  const check = (): void => {
    lookForUpdate(log).catch((error: unknown) => log.warn(`No update could be fetched: ${messageOf(error)}`));
  };
  setTimeout(check, CHECK_AFTER_MS).unref();
  setInterval(check, CHECK_EVERY_MS).unref();
}

async function lookForUpdate(log: UpdateLog): Promise<void> {
  // CommonJS; it decides which updater it is when it is first asked, and only then is it needed.
  const { default: updater } = await import("electron-updater");
  updater.autoUpdater.logger = log;
  await updater.autoUpdater.checkForUpdates();
}

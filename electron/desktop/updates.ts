/**
 * Updates the app. The release workflow puts an `app-update.yml` into a package,
 * which says where updates are. Any other build has no such file, and then nothing
 * here uses the network. An update is downloaded in the background and installed
 * when the user quits. It never ends the app.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../shared/errors.ts";
import type { Installation } from "./install-command.ts";

export type UpdatedInstallation = Pick<Installation, "isPackaged" | "resources" | "platform" | "env">;

export type UpdateLog = { info(message: string): void; warn(message: string): void; error(message: string): void };

/** The first check comes a little later, so that it does not slow down the start. */
const CHECK_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 24 * 60 * 60 * 1000;

/** Why this installation must not look for updates. Undefined when it may. */
export function reasonAgainstUpdates({ isPackaged, resources, platform, env }: UpdatedInstallation): string | undefined {
  if (!isPackaged) return "this is not a package";
  if (env["COTTY_UPDATES"] === "off") return "COTTY_UPDATES is off";
  if (!existsSync(join(resources, "app-update.yml"))) return "this package was built without the address of its updates";
  // A deb or a tar.gz was installed by a package manager or by hand, and is replaced in the same way.
  if (platform === "linux" && !env["APPIMAGE"]) return "only the AppImage can replace itself";
  return undefined;
}

/** Looks for a newer version once a day. Call it after the app is ready. */
export function keepUpToDate(installation: UpdatedInstallation, log: UpdateLog): void {
  const reason = reasonAgainstUpdates(installation);
  if (reason !== undefined) return log.info(`Updates are off: ${reason}`);
  const check = (): void => {
    lookForUpdate(log).catch((error: unknown) => log.warn(`The check for updates failed: ${messageOf(error)}`));
  };
  setTimeout(check, CHECK_AFTER_MS).unref();
  setInterval(check, CHECK_EVERY_MS).unref();
}

async function lookForUpdate(log: UpdateLog): Promise<void> {
  // Loaded only now. The module is CommonJS and chooses its updater when `autoUpdater` is first read.
  const { default: updater } = await import("electron-updater");
  updater.autoUpdater.logger = log;
  await updater.autoUpdater.checkForUpdates();
}

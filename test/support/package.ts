/**
 * Builds the app's package as for Linux, unpacked, around the Electron that is
 * here: the real one, or else a stand-in.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { extractTo, type PackedFile, readArchive } from "./asar.ts";
import { builtRoot } from "./built.ts";
import { FUSE_MARKER } from "./fuses.ts";

export type Package = {
  readonly executable: string;
  /** The command `cotty` as it is installed. */
  readonly command: string;
  readonly files: readonly PackedFile[];
  readonly isRealElectron: boolean;
  readonly output: string;
};

const BUILD_TIMEOUT_MS = 240_000;

/** Builds into a folder. What was built there must not be built anew into the same one. */
export function buildPackage(folder: string): Package {
  const electron = realElectron();
  const output = join(folder, "dist");
  const result = spawnSync(
    process.execPath,
    [
      createRequire(import.meta.url).resolve("electron-builder/cli.js"),
      ...["--linux", "dir", "--publish", "never"],
      `-c.electronDist=${electron ?? makeStandIn(join(folder, "electron"))}`,
      `-c.directories.output=${output}`,
    ],
    { cwd: builtRoot, encoding: "utf8", timeout: BUILD_TIMEOUT_MS },
  );
  if (result.status !== 0) throw new Error(`The package could not be built:\n${result.stdout}\n${result.stderr}`);
  const unpacked = join(output, process.arch === "x64" ? "linux-unpacked" : `linux-${process.arch}-unpacked`);
  const archive = join(unpacked, "resources/app.asar");
  const files = readArchive(archive).map((file) => ({ ...file, read: constantly(file.read()) }));
  if (electron === undefined) replaceByFolder(archive, files);
  return {
    executable: join(unpacked, "cotty-desktop"),
    command: join(unpacked, "resources/bin/cotty"),
    files,
    isRealElectron: electron !== undefined,
    output,
  };
}

/** The folder of the Electron executable, if it has been downloaded. */
function realElectron(): string | undefined {
  if (process.env["ELECTRON_OVERRIDE_DIST_PATH"] !== undefined) return undefined;
  const dist = join(createRequire(import.meta.url).resolve("electron/package.json"), "../dist");
  return existsSync(join(dist, "electron")) ? dist : undefined;
}

/** An Electron folder with as much in it as packaging touches: the executable with its fuses, and the translations. */
function makeStandIn(folder: string): string {
  mkdirSync(join(folder, "locales"), { recursive: true });
  writeFileSync(join(folder, "locales/en-US.pak"), "");
  const script = readFileSync(resolve(import.meta.dirname, "../fixtures/electron-stand-in.sh"));
  const asShipped = "101011101";
  const fuses = Buffer.concat([Buffer.from(FUSE_MARKER), Buffer.from([1, asShipped.length]), Buffer.from(asShipped)]);
  writeFileSync(join(folder, "electron"), Buffer.concat([script, fuses]), { mode: 0o755 });
  copyFileSync(resolve(import.meta.dirname, "../../LICENSE"), join(folder, "LICENSE"));
  return folder;
}

/** Only Electron can read from the archive; to anyone else a folder in its place looks the same. */
function replaceByFolder(archive: string, files: readonly PackedFile[]): void {
  renameSync(archive, `${archive}.file`);
  extractTo(archive, files);
}

function constantly<T>(value: T): () => T {
  return () => value;
}

/** The screen worker as plain Node runs it, built apart from out/, and a pool of such workers. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { temporaryFolder } from "./temporary-folder.ts";

const root = resolve(import.meta.dirname, "../..");

/** A change to the package that holds the emulator, as another version of it would be one. */
export type DoctoredEmulator = { readonly version: string; readonly change: (code: string) => string };

/**
 * Builds a worker (electron/screens/worker/worker.ts, or a fixture that wraps it) and returns where it is. It finds
 * the packages of this repository, or a doctored copy of @xterm/headless among them.
 */
export async function buildScreenWorker(source = "electron/screens/worker/worker.ts", emulator?: DoctoredEmulator): Promise<URL> {
  const directory = temporaryFolder();
  // Packages are not bundled.
  if (emulator) installDoctored(emulator, join(directory, "node_modules"));
  else symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      ssr: resolve(root, source),
      outDir: directory,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "worker.mjs" } },
    },
  });
  return pathToFileURL(join(directory, "worker.mjs"));
}

function installDoctored({ version, change }: DoctoredEmulator, target: string): void {
  const installed = join(root, "node_modules/@xterm");
  const scope = join(target, "@xterm");
  const copy = join(scope, "headless");
  mkdirSync(copy, { recursive: true });
  symlinkSync(join(installed, "addon-unicode-graphemes"), join(scope, "addon-unicode-graphemes"));
  writeFileSync(join(copy, "package.json"), JSON.stringify({ name: "@xterm/headless", version, main: "headless.js" }));
  const code = readFileSync(join(installed, "headless/lib-headless/xterm-headless.js"), "utf8");
  const doctored = change(code);
  if (doctored === code) throw new Error("The emulator has not been changed");
  writeFileSync(join(copy, "headless.js"), doctored);
}

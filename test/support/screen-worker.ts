/** The screen worker as plain Node runs it, built apart from out/, and a pool of such workers. */
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../..");

/** Builds a worker (electron/screens/worker/worker.ts, or a fixture that wraps it) and returns where it is. */
export async function buildScreenWorker(source = "electron/screens/worker/worker.ts"): Promise<URL> {
  const directory = mkdtempSync(join(tmpdir(), "ct-worker-"));
  // Packages are not bundled; the worker finds them as if it were here.
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
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

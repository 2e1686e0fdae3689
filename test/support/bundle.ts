/** Turns a TypeScript fixture into one file that plain Node runs, for tests that need it in a process of its own. */
import { join, resolve } from "node:path";
import { build } from "vite";
import { temporaryFolder } from "./temporary-folder.ts";

export async function bundleFixture(name: string): Promise<string> {
  const directory = temporaryFolder();
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: resolve(import.meta.dirname, "../fixtures", `${name}.ts`),
      outDir: directory,
      target: "node20",
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return join(directory, `${name}.mjs`);
}

/** Builds out/main (host, command line, desktop), out/library, out/preload and out/renderer. */
import { copyFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { build, type Plugin } from "vite";
import { commandLine } from "./command-line.vite.ts";
import { ASSETS } from "./electron/platform/asset-files.ts";

const root = import.meta.dirname;

/** Adds a package.json for the files that a package keeps outside its archive. It says that they are ES modules. */
function moduleType(): Plugin {
  return {
    name: "cotty:module-type",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "module" }\n' });
    },
  };
}

/** The files of other packages that exports need, beside the screen worker. */
function exportAssets(): Plugin {
  return {
    name: "cotty:export-assets",
    async closeBundle() {
      const target = resolve(root, "out/main/assets");
      await mkdir(target, { recursive: true });
      const files = Object.entries(ASSETS).map(([name, from]) =>
        copyFile(resolve(root, "node_modules", from), join(target, name)),
      );
      await Promise.all(files);
    },
  };
}

/** The module that `import "cotty"` loads, with its types beside it. */
function library(): Plugin {
  return {
    name: "cotty:library",
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: "warn",
        build: {
          ssr: resolve(root, "electron/library/library.ts"),
          outDir: resolve(root, "out/library"),
          emptyOutDir: true,
          copyPublicDir: false,
          target: "node20",
          rollupOptions: { output: { format: "es", codeSplitting: false, entryFileNames: "index.js" } },
        },
      });
      await copyFile(resolve(root, "electron/library/cotty.d.ts"), resolve(root, "out/library/index.d.ts"));
    },
  };
}

export default defineConfig({
  main: {
    plugins: [commandLine(), library(), moduleType(), exportAssets()],
    build: {
      target: "node20",
      minify: false,
      externalizeDeps: { exclude: ["zod", "ws", "@modelcontextprotocol/server", "@xterm/addon-unicode-graphemes"] },
      rollupOptions: {
        input: {
          main: resolve(root, "electron/main.ts"),
          headless: resolve(root, "electron/headless.ts"),
          "screen-worker": resolve(root, "electron/screens/worker/worker.ts"),
          "flood-thread": resolve(root, "electron/sessions/flood-thread.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: resolve(root, "electron/desktop/preload.ts") },
        // A sandboxed preload script must be CommonJS.
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: resolve(root, "renderer"),
    base: "./",
    plugins: [react(), tailwind()],
    build: {
      outDir: resolve(root, "out/renderer"),
      emptyOutDir: true,
      target: "chrome140",
      minify: true,
      // The window's content security policy allows fonts and workers only from files, not from data: URLs.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: resolve(root, "renderer/index.html"), watch: resolve(root, "renderer/watch.html") },
      },
    },
  },
});

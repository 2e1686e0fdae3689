/** Builds out/main (host, command line, desktop), out/library, out/preload and out/renderer. */
import { copyFile } from "node:fs/promises";
import { resolve } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { build, type Plugin } from "vite";

const root = import.meta.dirname;

/** The parsers of `cotty connect`. They are half as large as the whole command line, so only `cotty connect` loads them. */
const isConfigFormats = (id: string): boolean => id.endsWith("/formats.ts");

/**
 * The command line is built as one CommonJS file, so that a command takes little
 * longer than Node's start. For a command of 20 ms, each module that Node must find
 * adds several percent, and so does the loader for ES modules.
 */
function commandLine(): Plugin {
  return {
    name: "cotty:command-line",
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: "warn",
        build: {
          ssr: resolve(root, "electron/cli.ts"),
          outDir: resolve(root, "out/main"),
          emptyOutDir: false,
          copyPublicDir: false,
          target: "node20",
          rollupOptions: {
            external: isConfigFormats,
            output: {
              format: "cjs",
              codeSplitting: false,
              entryFileNames: "cli.cjs",
              paths: (id) => (isConfigFormats(id) ? "./config-formats.cjs" : id),
            },
          },
        },
      });
      await build({
        configFile: false,
        logLevel: "warn",
        ssr: { noExternal: ["jsonc-parser", "smol-toml", "yaml"] },
        build: {
          ssr: resolve(root, "electron/cli/connect/formats.ts"),
          outDir: resolve(root, "out/main"),
          emptyOutDir: false,
          copyPublicDir: false,
          target: "node20",
          rollupOptions: { output: { format: "cjs", codeSplitting: false, entryFileNames: "config-formats.cjs" } },
        },
      });
    },
  };
}

/** Adds a package.json for the files that a package keeps outside its archive. It says that they are ES modules. */
function moduleType(): Plugin {
  return {
    name: "cotty:module-type",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "module" }\n' });
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
    plugins: [commandLine(), library(), moduleType()],
    build: {
      target: "node20",
      minify: false,
      externalizeDeps: { exclude: ["zod", "ws", "@modelcontextprotocol/server", "@xterm/addon-unicode-graphemes"] },
      rollupOptions: {
        input: {
          main: resolve(root, "electron/main.ts"),
          headless: resolve(root, "electron/headless.ts"),
          "screen-worker": resolve(root, "electron/screens/worker/worker.ts"),
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
      rollupOptions: { input: resolve(root, "renderer/index.html") },
    },
  },
});

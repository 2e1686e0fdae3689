/** Builds out/main (host, command line, desktop), out/library, out/preload and out/renderer. */
import { copyFile } from "node:fs/promises";
import { resolve } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { build, type Plugin } from "vite";

const root = import.meta.dirname;

/** The parsers of `cotty connect`, half as large as all of the command line: in a file that it alone loads. */
const isConfigFormats = (id: string): boolean => id.endsWith("/formats.ts");

/**
 * The command line is built apart, as one CommonJS file: a command should cost
 * no more than starting Node, and each module that Node has to find, like the
 * ES module loader itself, costs one that is over in 20 ms several per cent.
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
        ssr: { noExternal: ["jsonc-parser", "smol-toml"] },
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

/** Files that a package keeps outside its archive have no package.json above them to say that they are ES modules. */
function moduleType(): Plugin {
  return {
    name: "cotty:module-type",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "module" }\n' });
    },
  };
}

/** What `import "cotty"` finds, with its types beside it. */
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
      // The window's CSP takes fonts and workers from files only, never from data: URLs.
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve(root, "renderer/index.html") },
    },
  },
});

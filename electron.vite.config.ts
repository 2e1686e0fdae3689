/** Builds out/main (host, command line, desktop), out/library, out/preload and out/renderer. */
import { execFile } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { build, normalizePath, type Plugin } from "vite";
import { ASSETS } from "./electron/platform/asset-files.ts";

const root = import.meta.dirname;

/** What the frequent commands load, bundled into the file that bin/cotty.js runs. */
const COMMAND_LINE = "cli";
const COMMAND_LINE_SOURCE = resolve(root, "electron/cli.ts");
/** Packages that parts of the command line need and that no package of Cotty's holds otherwise. */
const BUNDLED_PACKAGES = ["jsonc-parser", "smol-toml", "yaml", "zod"];

/**
 * The command line is built as CommonJS, so that a command takes little longer than
 * Node's start. For a command of 20 ms, each module that Node must find adds several
 * percent, and so does the loader for ES modules. So one file holds all that the
 * frequent commands load. Each of the others has a file of its own.
 */
function commandLine(): Plugin {
  return {
    name: "cotty:command-line",
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: "warn",
        plugins: [callableFromBin()],
        ssr: { noExternal: BUNDLED_PACKAGES },
        build: {
          ssr: COMMAND_LINE_SOURCE,
          outDir: resolve(root, "out/main"),
          emptyOutDir: false,
          copyPublicDir: false,
          target: "node20",
          rollupOptions: {
            output: {
              format: "cjs",
              entryFileNames: `${COMMAND_LINE}.cjs`,
              chunkFileNames: "commands/[name].cjs",
              codeSplitting: { groups: [{ name: inCommandLine(), includeDependenciesRecursively: false }] },
            },
          },
        },
      });
      await promisify(execFile)(process.execPath, [resolve(root, "scripts/code-cache.cjs")]);
    },
  };
}

/** Puts the modules that each command loads into the file of the command line, and leaves the others to the bundler. */
function inCommandLine() {
  let always: ReadonlySet<string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    always ??= loadedBy(normalizePath(COMMAND_LINE_SOURCE), graph);
    return always.has(id) ? COMMAND_LINE : null;
  };
}

/** The module, and all that it and those import as they are loaded. */
function loadedBy(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set([entry]);
  // A set hands out what is added while it is read.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/**
 * Makes the file of the command line an expression: the function that bin/cotty.js
 * compiles and calls, with its own `require`.
 */
function callableFromBin(): Plugin {
  return {
    name: "cotty:callable-from-bin",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !file.isEntry) continue;
        if (/\bimport\(/.test(file.code))
          throw new Error("The command line uses import(), which code out of V8's cache cannot do");
        const code = loadedWhenUsed(file.code).replaceAll('require("./', 'require("../out/main/');
        file.code = `(function (exports, require, __dirname) {${inAscii(code)}\n})`;
      }
    },
  };
}

/**
 * Node's own modules are loaded when they are first used: a command needs few of them,
 * and loading takes up to 2 ms each. `fs` and `path` are there already.
 */
function loadedWhenUsed(code: string): string {
  const loaded = /^let (node_(?!(?:fs|path)\b)\w+) = (require\("node:[^"]+"\));$/gm;
  const names = [...code.matchAll(loaded)].map(([, name]) => name).join("|");
  const lazy = code
    .replaceAll(/^require\("node:[^"]+"\);$/gm, "")
    .replaceAll(loaded, "const $1 = () => $2;")
    // In brackets, because of `new`.
    .replaceAll(new RegExp(`\\b(${names})\\.`, "g"), "($1()).");
  const other = new RegExp(`(?<!const )\\b(?:${names})\\b(?!\\(\\))`).exec(lazy);
  if (other) throw new Error(`The command line uses ${other[0]} otherwise than by a member: it cannot be loaded when it is used`);
  return lazy;
}

/** A text with other characters takes a millisecond longer to read. They stand in strings, patterns and comments, where an escape means the same. */
function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
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

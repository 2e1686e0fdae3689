/** Builds out/main (host, command line, desktop), out/library, out/preload and out/renderer. */
import { execFile } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { build, type Plugin } from "vite";
import { ASSETS } from "./electron/platform/asset-files.ts";

const root = import.meta.dirname;

/**
 * Parts of the command line that few commands need. Each is a file of its own, so that
 * the other commands do not load it: the parsers of `cotty connect`, and `cotty eval`.
 */
const LAZY_PARTS: readonly { source: string; file: string; bundle?: string[] }[] = [
  { source: "electron/connect/formats.ts", file: "config-formats.cjs", bundle: ["jsonc-parser", "smol-toml", "yaml"] },
  { source: "electron/eval/eval.ts", file: "eval.cjs", bundle: ["smol-toml", "zod"] },
];

const lazyPart = (id: string) => LAZY_PARTS.find(({ source }) => id.endsWith(`/${source.split("/").slice(-2).join("/")}`));

/**
 * The command line is built as one CommonJS file, so that a command takes little
 * longer than Node's start. For a command of 20 ms, each module that Node must find
 * adds several percent, and so does the loader for ES modules.
 */
function commandLine(): Plugin {
  return {
    name: "cotty:command-line",
    async closeBundle() {
      await buildCommonJs({
        source: "electron/cli.ts",
        file: "cli.cjs",
        plugins: [callableFromBin()],
        external: (id) => lazyPart(id) !== undefined,
        paths: (id) => {
          const part = lazyPart(id);
          return part === undefined ? id : `./${part.file}`;
        },
      });
      for (const part of LAZY_PARTS) await buildCommonJs(part);
      await promisify(execFile)(process.execPath, [resolve(root, "scripts/code-cache.cjs")]);
    },
  };
}

/**
 * Makes a CommonJS file an expression: the function that bin/cotty.js compiles and
 * calls. Code that comes out of V8's cache cannot use import() itself, so
 * bin/cotty.js does it.
 */
function callableFromBin(): Plugin {
  return {
    name: "cotty:callable-from-bin",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const code = inAscii(loadedWhenUsed(file.code.replaceAll(/\bimport\(/g, "importModule(")));
        file.code = `(function (exports, require, importModule, __filename, __dirname) {${code}\n})`;
      }
    },
  };
}

/** Node's own modules are loaded when they are first used: a command needs few of them, and loading takes up to 2 ms each. */
function loadedWhenUsed(code: string): string {
  const loaded = /^let (node_\w+) = (require\("node:[^"]+"\));$/gm;
  const names = [...code.matchAll(loaded)].map(([, name]) => name).join("|");
  // In brackets, because of `new`.
  const lazy = code.replaceAll(loaded, "const $1 = () => $2;").replaceAll(new RegExp(`\\b(${names})\\.`, "g"), "($1()).");
  const other = new RegExp(`(?<!const )\\b(?:${names})\\b(?!\\(\\))`).exec(lazy);
  if (other) throw new Error(`The command line uses ${other[0]} otherwise than by a member: it cannot be loaded when it is used`);
  return lazy;
}

/** A text with other characters takes a millisecond longer to read. They stand in strings, patterns and comments, where an escape means the same. */
function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Builds one file of the command line, with the packages in `bundle` inside. */
async function buildCommonJs({ source, file, bundle = [], external, paths, plugins = [] }: CommonJsFile): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    plugins,
    ssr: { noExternal: bundle },
    build: {
      ssr: resolve(root, source),
      outDir: resolve(root, "out/main"),
      emptyOutDir: false,
      copyPublicDir: false,
      target: "node20",
      rollupOptions: {
        ...(external && { external }),
        output: { format: "cjs", codeSplitting: false, entryFileNames: file, ...(paths && { paths }) },
      },
    },
  });
}

interface CommonJsFile {
  readonly source: string;
  readonly file: string;
  readonly bundle?: string[];
  readonly external?: (id: string) => boolean;
  readonly paths?: (id: string) => string;
  readonly plugins?: Plugin[];
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

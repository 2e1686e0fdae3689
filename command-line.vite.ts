/**
 * Builds the command line as CommonJS, so that a command takes little longer than
 * Node's start. For a command of 20 ms, each module that Node must find adds several
 * percent, and so does the loader for ES modules. So one file holds all that the
 * frequent commands load. Each of the others has a file of its own.
 */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { build, normalizePath, type Plugin } from "vite";

const root = import.meta.dirname;

/** What the frequent commands load, bundled into the file that bin/cotty.js runs. */
const COMMAND_LINE = "cli";
const COMMAND_LINE_SOURCE = resolve(root, "electron/cli.ts");
/** Packages that parts of the command line need. In the bundle, since most of them are not installed where Cotty is. */
const BUNDLED_PACKAGES = ["jsonc-parser", "smol-toml", "yaml", "zod"];

/** Builds it after the host, into the same folder. */
export function commandLine(): Plugin {
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

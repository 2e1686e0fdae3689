/**
 * Who may import whom, and one name for one thing. The table of imports is the
 * one of ARCHITECTURE.md; a file in a folder that the table does not know
 * fails, so a new folder needs a row.
 */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Folder (or file) to what it may import: folders of ours, `node:`, packages. A folder may always import itself. */
const rules: Readonly<Record<string, readonly string[]>> = {
  shared: ["zod"],
  "electron/platform": ["shared", "node:"],
  "electron/sessions": ["shared", "electron/screens/pool", "electron/platform", "node:", "node-pty"],
  // What both sides say to each other: types, and nothing to run.
  "electron/screens": ["shared"],
  "electron/screens/pool": [
    "shared",
    "electron/screens/worker-protocol.ts",
    "electron/screens/screen-types.ts",
    "electron/platform/linux/proc.ts",
    "node:",
  ],
  "electron/screens/worker": [
    "shared",
    "electron/screens/worker-protocol.ts",
    "electron/screens/screen-types.ts",
    "electron/platform/asset-files.ts",
    "electron/platform/linux/proc.ts",
    "node:",
    "@xterm/headless",
    "@xterm/addon-unicode-graphemes",
    "@resvg/resvg-wasm",
    "gifenc",
  ],
  "electron/prompt": ["shared", "electron/platform", "node:"],
  "electron/shell-integration": ["shared", "node:"],
  "electron/debuggers": ["shared"],
  "electron/attention": ["shared", "electron/prompt/prompt-detector.ts", "node:"],
  "electron/recording": ["shared", "node:"],
  "electron/host": [
    "shared",
    "electron/sessions",
    "electron/screens/pool",
    "electron/screens/worker-protocol.ts",
    "electron/screens/screen-types.ts",
    "electron/prompt/prompt-detector.ts",
    "electron/attention",
    "electron/shell-integration/marked-shells.ts",
    "electron/debuggers",
    "electron/recording",
    "node:",
  ],
  "electron/starts": ["shared", "electron/platform", "node:"],
  "electron/demo": ["shared", "electron/platform", "node:"],
  "electron/settings": ["shared", "electron/platform", "node:", "jsonc-parser"],
  "electron/endpoint": ["shared", "electron/platform", "node:", "ws"],
  "electron/mcp": ["shared", "@modelcontextprotocol/server"],
  "electron/client": [
    "shared",
    "electron/platform",
    "electron/endpoint/socket-transport.ts",
    "electron/endpoint/framed-transport.ts",
    "node:",
  ],
  "electron/cli": [
    "shared",
    "electron/platform",
    "electron/client",
    "electron/cli/connect/connect.ts",
    "electron/eval/eval.ts",
    "node:",
  ],
  "electron/eval": [
    "shared",
    "electron/platform",
    "electron/client",
    "electron/cli/options.ts",
    "electron/cli/output.ts",
    "node:",
    "smol-toml",
    "zod",
  ],
  "electron/desktop": ["shared", "electron/platform", "electron", "electron-updater", "node:"],
  "electron/cli/connect": ["shared", "electron/platform", "electron/client", "electron/connect", "electron/cli", "node:"],
  // Both the command line and the host connect agents, by the same code.
  "electron/connect": [
    "shared",
    "electron/platform",
    "electron/client/shell-quoting.ts",
    "node:",
    "jsonc-parser",
    "smol-toml",
    "yaml",
  ],
  "electron/library": ["shared", "electron/platform", "electron/client", "node:"],
  "electron/start-host.ts": ["shared", "electron/*", "node:"],
  "electron/hosting.ts": ["shared", "electron/*", "node:"],
  "electron/http-serving.ts": ["shared", "electron/endpoint", "electron/http-agents.ts", "electron/platform"],
  "electron/http-agents.ts": ["shared", "electron/endpoint", "electron/host", "electron/mcp", "node:"],
  "electron/main.ts": ["shared", "electron/*", "node:", "electron"],
  "electron/headless.ts": ["shared", "electron/*", "node:"],
  "electron/cli.ts": ["shared", "electron/*", "node:"],
  renderer: [
    "shared",
    "react",
    "react-dom",
    "@base-ui/react",
    "@dnd-kit/core",
    "react-resizable-panels",
    "zustand",
    "lucide-react",
    "@xterm/xterm",
    "@xterm/addon-",
    "@fontsource-variable/",
  ],
};
/** Folders that the entries without a window must not reach. */
const desktopOnly = "electron/desktop";

type Import = { readonly file: string; readonly target: string };

function sourceFiles(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Static and dynamic imports and re-exports; ours as paths from the root. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const matches = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g,
  );
  return [...matches].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? "";
    return { file, target: specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : specifier };
  });
}

function ruleOf(file: string): string | undefined {
  return Object.keys(rules)
    .filter((rule) => file === rule || file.startsWith(`${rule}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function isAllowed({ file, target }: Import): boolean {
  const rule = ruleOf(file);
  if (!rule) return false;
  // A folder may import itself, but not a room inside it that has a row of its own.
  if (ruleOf(target) === rule) return true;
  return (rules[rule] ?? []).some((allowed) => {
    if (allowed === "electron/*")
      return target.startsWith("electron/") && (!target.startsWith(desktopOnly) || rule === "electron/main.ts");
    if (allowed === "shared") return target.startsWith("shared/");
    if (allowed.endsWith("-") || allowed.endsWith("/") || allowed.endsWith(":")) return target.startsWith(allowed);
    return target === allowed || (allowed !== "electron" && target.startsWith(`${allowed}/`));
  });
}

describe("imports follow the table", () => {
  const files = ["shared", "electron", "renderer"].flatMap(sourceFiles);
  const imports = files.flatMap(importsOf);

  test("every file has a row", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => ruleOf(file) === undefined)).toEqual([]);
  });

  test("every import is allowed", () => {
    expect(imports.length).toBeGreaterThan(200);
    const forbidden = imports.filter(
      (one) => !isAllowed(one) && !(one.target.endsWith(".css") && one.file.startsWith("renderer/")),
    );
    expect(forbidden.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("Node's modules are named with node:", () => {
    expect(
      imports.filter(({ target }) => builtinModules.includes(target)).map(({ file, target }) => `${file} -> ${target}`),
    ).toEqual([]);
  });

  test.each([
    ["node-pty", "electron/sessions/pty.ts"],
    ["@xterm/headless", "electron/screens/worker/"],
    ["@resvg/resvg-wasm", "electron/screens/worker/pictures/glyph-sheet.ts"],
    ["gifenc", "electron/screens/worker/pictures/gif.ts"],
    ["electron", "electron/desktop/"],
    ["electron-updater", "electron/desktop/updates.ts"],
    ["jsonc-parser", "electron/connect/json-format.ts", "electron/settings/settings-text.ts"],
    ["smol-toml", "electron/connect/toml-format.ts", "electron/eval/definitions/folder-task.ts"],
    ["yaml", "electron/connect/yaml-format.ts"],
  ])("%s is imported only from %s", (target, ...places) => {
    const importers = imports
      .filter((one) => one.target === target && !places.some((place) => one.file.startsWith(place)))
      .map(({ file }) => file);
    expect(importers.filter((file) => !(target === "electron" && file === "electron/main.ts"))).toEqual([]);
  });

  test("a screen worker does not load the protocol's schemas: only their types are imported", () => {
    const valueImport = /import (?!type )[^;]*?from "[./]*shared\/(?:protocol\.ts|methods\/|shapes\/)/;
    const loading = files.filter(
      (file) => file.startsWith("electron/screens/worker/") && valueImport.test(readFileSync(join(root, file), "utf8")),
    );
    expect(loading).toEqual([]);
  });

  test("Linux's /proc is read in one file", () => {
    const readers = files.filter((file) => /["'`]\/proc\b/.test(readFileSync(join(root, file), "utf8")));
    expect(readers).toEqual(["electron/platform/linux/proc.ts"]);
  });

  test("only the screen worker can make an emulator: nothing outside its folder imports from it", () => {
    const worker = "electron/screens/worker/";
    expect(files.some((file) => file.startsWith(worker))).toBe(true);
    const makers = imports.filter(({ file, target }) => target.startsWith(worker) && !file.startsWith(worker));
    expect(makers.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("a forbidden import would be seen", () => {
    expect(isAllowed({ file: "shared/x.ts", target: "node:fs" })).toBe(false);
    expect(isAllowed({ file: "renderer/x.ts", target: "electron/host/host.ts" })).toBe(false);
    expect(isAllowed({ file: "electron/endpoint/x.ts", target: "electron/host/host.ts" })).toBe(false);
    expect(isAllowed({ file: "electron/host/host.ts", target: "electron/screens/worker/screen.ts" })).toBe(false);
    expect(isAllowed({ file: "electron/screens/pool/x.ts", target: "electron/screens/worker/screen.ts" })).toBe(false);
    expect(isAllowed({ file: "electron/headless.ts", target: "electron/desktop/app.ts" })).toBe(false);
    expect(isAllowed({ file: "electron/host/calls/wait.ts", target: "electron/prompt/prompt-rules.ts" })).toBe(false);
  });
});

/** What occurs more than once, with the places where it does. */
function repeated(entries: readonly { readonly name: string; readonly file: string }[]): string[] {
  const places = new Map<string, string[]>();
  for (const { name, file } of entries) places.set(name, [...(places.get(name) ?? []), file]);
  return [...places].filter(([, found]) => found.length > 1).map(([name, found]) => `${name}: ${found.join(", ")}`);
}

describe("one name for one thing", () => {
  const files = ["shared", "electron", "renderer", "scripts"].flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );

  test("no two files have the same name", () => {
    const named = files.map((file) => ({ name: basename(file), file }));
    expect(repeated(named.filter(({ name }) => !/^(?:index|tsconfig)\b/.test(name)))).toEqual([]);
  });

  test("no two classes have the same name", () => {
    const classes = files
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.endsWith(".d.ts"))
      .flatMap((file) =>
        [...readFileSync(join(root, file), "utf8").matchAll(/^(?:export )?(?:default )?(?:abstract )?class (\w+)/gm)].map(
          ([, name = ""]) => ({ name, file }),
        ),
      );
    expect(classes.length).toBeGreaterThan(50);
    expect(repeated(classes)).toEqual([]);
  });

  test("a repeated name would be seen", () => {
    const twice = [
      { name: "Queue", file: "electron/a.ts" },
      { name: "Queue", file: "renderer/b.ts" },
    ];
    expect(repeated(twice)).toEqual(["Queue: electron/a.ts, renderer/b.ts"]);
  });
});

/**
 * Integration tests run the built program, so it is built first, once.
 * `COTTY_TEST_ROOT` names a folder to copy the sources to and build there, for
 * whoever must leave the checkout's `out/` alone.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

const SOURCES = [
  ...[
    "bin",
    "shared",
    "electron",
    "renderer",
    "package.json",
    "electron.vite.config.ts",
    "command-line.vite.ts",
    "scripts/code-cache.cjs",
    "tsconfig.base.json",
  ],
  // What packages are made with.
  ...["build", "electron-builder.yml", "LICENSE", "README.md"],
];

export default function build(): void {
  const checkout = resolve(import.meta.dirname, "../..");
  const root = process.env["COTTY_TEST_ROOT"];
  if (root !== undefined) copySources(checkout, root);
  const result = spawnSync("npm", ["run", "--silent", "build"], { cwd: root ?? checkout, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}\n${result.stderr}`);
}

function copySources(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of [...SOURCES, "node_modules"]) rmSync(join(to, name), { recursive: true, force: true });
  for (const name of SOURCES) cpSync(join(from, name), join(to, name), { recursive: true });
  symlinkSync(join(from, "node_modules"), join(to, "node_modules"));
}

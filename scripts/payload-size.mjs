/**
 * Prints what the packages under dist/ contain beside Electron. Fails when that is
 * too large, because then a package contains files that it does not need.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { root } from "./run.mjs";

const MAX_BYTES = 25 * 1000 * 1000;
/** Electron's own files, and the folders for translations that electron-builder creates on macOS. */
const OF_ELECTRON = /^(default_app\.asar|.*\.lproj|apparmor-profile)$/;

const dist = resolve(process.argv[2] ?? join(root, "dist"));
const resources = existsSync(dist) ? readdirSync(dist).flatMap((name) => resourcesIn(join(dist, name))) : [];
if (resources.length === 0) {
  console.error(`No unpacked package in ${dist}. Build one: npm run package -- --dir`);
  process.exit(1);
}
for (const folder of resources) report(folder);

/** The folders where a package keeps the files that are not Electron's. They differ by platform. */
function resourcesIn(folder) {
  const places = ["resources", "Cotty.app/Contents/Resources"].map((place) => join(folder, place));
  return places.filter((place) => existsSync(join(place, "app.asar")));
}

function report(folder) {
  const parts = readdirSync(folder)
    .filter((name) => !OF_ELECTRON.test(name))
    .map((name) => ({ name, bytes: bytesIn(join(folder, name)) }));
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${relative(dist, folder)}: ${megabytes(total)} beside Electron`);
  for (const { name, bytes } of parts.toSorted((a, b) => b.bytes - a.bytes)) console.log(`  ${megabytes(bytes)}  ${name}`);
  if (total <= MAX_BYTES) return;
  console.error(`That is more than ${megabytes(MAX_BYTES)}. See \`files\` in electron-builder.yml.`);
  process.exitCode = 1;
}

function bytesIn(path) {
  const stats = statSync(path);
  return stats.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0) : stats.size;
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

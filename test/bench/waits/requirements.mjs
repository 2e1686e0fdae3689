/** What rows need of the machine: looked up, and installed where that is safe to do unasked. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled } from "../measure.mjs";

const APT_TIMEOUT_MS = 600_000;
const NPM_TIMEOUT_MS = 240_000;

/** Installed programs outside of most users' path. */
const isThere = (program) => isInstalled(program) || existsSync(`/usr/sbin/${program}`);

/**
 * Installs Debian's packages of the programs that are missing: on Debian, as
 * root, and not with COTTY_BENCH_INSTALL=0. Not where systemd would start the
 * servers among them, which are wanted here as programs only.
 */
export function installPrograms(rows) {
  const missing = rows.flatMap(({ requires = {} }) => (requires.apt && !isThere(requires.bin) ? [requires.apt] : []));
  const packages = [...new Set(missing.flatMap((names) => names.split(" ")))];
  const may =
    existsSync("/etc/debian_version") &&
    !existsSync("/run/systemd/system") &&
    process.getuid?.() === 0 &&
    process.env.COTTY_BENCH_INSTALL !== "0";
  if (packages.length === 0 || !may) return;
  console.error(`Installing ${packages.join(", ")}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", ["-qq", "-y", ...args], { env, timeout: APT_TIMEOUT_MS, stdio: "ignore" });
  apt("update");
  if (apt("install", "--no-install-recommends", ...packages).status === 0) return;
  // One that Debian does not have fails them all.
  for (const name of packages) apt("install", "--no-install-recommends", name);
}

/** Installs packages from npm into a folder that later runs find again, beside copies of the benchmark's own programs. Returns the folder. */
export function npmFolder(name, packages, programs) {
  const folder = join(tmpdir(), `cotty-bench-waits-${name}-${packages.join("-").replace(/[^\w.]+/g, "_")}`);
  if (!existsSync(join(folder, "installed"))) {
    mkdirSync(folder, { recursive: true });
    const dependencies = Object.fromEntries(packages.map((spec) => [spec.slice(0, spec.lastIndexOf("@")), true]));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "waits", version: "1.0.0", allowScripts: dependencies }));
    console.error(`Installing ${packages.join(", ")} from npm…`);
    const args = ["install", "--no-audit", "--no-fund", "--fetch-retries=1", ...packages];
    const { status } = spawnSync("npm", args, { cwd: folder, timeout: NPM_TIMEOUT_MS, stdio: "ignore" });
    if (status !== 0) return undefined;
    writeFileSync(join(folder, "installed"), "");
  }
  for (const file of readdirSync(programs)) copyFileSync(join(programs, file), join(folder, file));
  return folder;
}

/** Why a row cannot be run here; undefined when it can. */
export function reasonAgainst({ requires = {} }, { missingServices, folders }) {
  if (requires.bin && !isThere(requires.bin)) return `no ${requires.bin}`;
  if (requires.root && process.getuid?.() !== 0) return "needs root";
  if (requires.service && missingServices[requires.service]) return missingServices[requires.service];
  if (requires.npm && !folders[requires.npm]) return `${requires.npm} could not be had from npm`;
  if (requires.env && process.env[requires.env] !== "1") return `only with ${requires.env}=1`;
  return undefined;
}

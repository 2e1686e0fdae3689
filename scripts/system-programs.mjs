/** The programs under test, the browser, and what compiles node-pty: installed where that is safe to do unasked. */
import { existsSync } from "node:fs";
import { isOnPath, succeeds } from "./run.mjs";

/** Program to Debian package. */
const PROGRAMS = {
  python3: "python3",
  make: "make",
  "g++": "g++",
  chromium: "chromium",
  gdb: "gdb",
  lldb: "lldb",
  vim: "vim",
  less: "less",
  htop: "htop",
  tmux: "tmux",
  screen: "screen",
  expect: "expect",
  asciinema: "asciinema",
  ps: "procps",
};

const APT_TIMEOUT_MS = 600_000;

/** On Debian as root installs what is missing; elsewhere says what that is. */
export function ensureSystemPrograms() {
  if (process.platform === "win32") return;
  const missing = Object.keys(PROGRAMS).filter((name) => !isOnPath(name));
  if (missing.length === 0) return;
  const canInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0 && isOnPath("apt-get");
  if (canInstall && aptInstall(missing.map((name) => PROGRAMS[name]))) return;
  console.log(`Not installed here: ${missing.join(", ")}. Tests that need them are skipped or fail.`);
}

function aptInstall(packages) {
  console.log(`Installing ${packages.join(", ")}…`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: APT_TIMEOUT_MS };
  return (
    succeeds("apt-get", ["update", "-qq"], options) &&
    succeeds("apt-get", ["install", "-qq", "-y", "--no-install-recommends", ...packages], options)
  );
}

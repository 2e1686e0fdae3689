/** Installs the programs that the tests need, the browser, and the compiler for node-pty, if that is safe without asking. */
import { existsSync } from "node:fs";
import { isOnPath, succeeds } from "./run.mjs";

/** The Debian package of each program. */
const PROGRAMS = {
  python3: "python3",
  make: "make",
  "g++": "g++",
  chromium: "chromium",
  gdb: "gdb",
  lldb: "lldb",
  vim: "vim",
  less: "less",
  zsh: "zsh",
  fish: "fish",
  whiptail: "whiptail",
  dialog: "dialog",
  htop: "htop",
  tmux: "tmux",
  screen: "screen",
  expect: "expect",
  sudo: "sudo",
  asciinema: "asciinema",
  rlwrap: "rlwrap",
  ps: "procps",
};

const APT_TIMEOUT_MS = 600_000;

/** Installs missing programs if this is Debian and the user is root. Otherwise prints their names. */
export function ensureSystemPrograms() {
  if (process.platform === "win32") return;
  const missing = Object.keys(PROGRAMS).filter((name) => !isOnPath(name));
  if (missing.length === 0) return;
  const canInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0 && isOnPath("apt-get");
  if (canInstall && aptInstall(missing.map((name) => PROGRAMS[name]))) return;
  console.log(`Not installed: ${missing.join(", ")}. Tests that need these programs are skipped or fail.`);
}

function aptInstall(packages) {
  console.log(`Installing ${packages.join(", ")}…`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: APT_TIMEOUT_MS };
  return (
    succeeds("apt-get", ["update", "-qq"], options) &&
    succeeds("apt-get", ["install", "-qq", "-y", "--no-install-recommends", ...packages], options)
  );
}

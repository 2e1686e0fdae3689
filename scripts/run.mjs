/** Runs other programs for the scripts. Imports only `node:` modules, because packages may not be installed yet. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");
const isWindows = process.platform === "win32";

/** Runs a command to its end and shows its output. True when it succeeded. */
export function succeeds(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
  if (result.error) console.error(`${command} could not be run: ${result.error.message}`);
  return result.status === 0;
}

/** Like `succeeds`, but shows the output only if the command fails. */
export function succeedsQuietly(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8", ...options });
  if (result.status === 0) return true;
  console.error(result.error?.message ?? `${result.stdout}${result.stderr}`);
  return false;
}

/** Runs `npm` with these arguments. On Windows npm is a script, which only a shell can start. */
export function npm(args, options = {}, run = succeeds) {
  return run("npm", args, { shell: isWindows, ...options });
}

/** Runs a program from node_modules/.bin. */
export function bin(name, args, options = {}) {
  return succeeds(join(root, "node_modules", ".bin", isWindows ? `${name}.cmd` : name), args, { shell: isWindows, ...options });
}

/**
 * Runs a command in the foreground until it ends, and resolves with its exit code.
 * Ctrl-C reaches the command directly, because it belongs to the terminal's
 * foreground group. This process ignores Ctrl-C, so that the shell's prompt does
 * not come back before the command has ended. It passes other signals on.
 */
export function foreground(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: process.cwd(), stdio: "inherit" });
    const pass = (signal) => signal !== "SIGINT" && child.kill(signal);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, pass);
    child.on("error", (error) => {
      console.error(`${command} could not be run: ${error.message}`);
      done(1);
    });
    child.on("close", (code) => done(code ?? 1));
  });
}

/** Whether a program can be found on the PATH. */
export function isOnPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, name)));
}

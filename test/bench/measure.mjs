/** Small tools of the benchmarks: statistics, process trees, temporary places, tables. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const COTTY = resolve(ROOT, "bin/cotty.js");

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (samples) => percentile(samples, 0.5);

/** A short path, because a socket goes into it. Removed at the end of `use`. */
export async function withTemporaryHome(use) {
  const home = mkdtempSync("/tmp/cb-");
  try {
    return await use(home);
  } finally {
    spawnSync(process.execPath, [COTTY, "kill-server"], { env: { ...process.env, COTTY_HOME: home } });
    rmSync(home, { recursive: true, force: true });
  }
}

/** Resident memory in MB of a process and everything below it. */
export function treeRssMb(rootPid) {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
        return [{ pid: Number(pid), parent, rss }];
      } catch {
        return [];
      }
    });
  const total = (pid) =>
    processes.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + total(child.pid), 0) +
    (processes.find((one) => one.pid === pid)?.rss ?? 0);
  return total(rootPid) / 1024;
}

/** Resident memory in MB of one process. */
export function rssMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

/** Wall time of a command in milliseconds, `runs` times. */
export function timeCommand([file, ...args], { runs = 15, env = process.env } = {}) {
  return Array.from({ length: runs }, () => {
    const start = performance.now();
    spawnSync(file, args, { env, stdio: ["ignore", "ignore", "ignore"] });
    return performance.now() - start;
  });
}

export function run(file, args, options = {}) {
  const result = spawnSync(file, args, { encoding: "utf8", ...options });
  if (result.status !== 0) throw new Error(`${file} ${args.join(" ")}: ${result.stderr || result.error}`);
  return result.stdout;
}

export function isInstalled(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** A child process that ends with the benchmark. */
export function background(file, args, options) {
  const child = spawn(file, args, options);
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  child.on("exit", () => process.off("exit", kill));
  return child;
}

/** Prints rows of equal keys as an aligned table. */
export function printTable(title, rows) {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value) =>
    typeof value === "number"
      ? value >= 100
        ? value.toFixed(0)
        : value >= 10
          ? value.toFixed(1)
          : value.toFixed(2)
      : String(value ?? "");
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => cell(row[column]).length)));
  const line = (cells) => `| ${cells.map((text, i) => text.padEnd(widths[i])).join(" | ")} |`;
  console.log(`\n## ${title}\n`);
  console.log(line(columns));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of rows) console.log(line(columns.map((column) => cell(row[column]))));
}

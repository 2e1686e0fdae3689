/**
 * `npm run check`: checks the format, the types, the lint rules and dead code, and
 * runs the unit tests. The tests and the tools run at the same time, because each
 * alone leaves a core idle. The output of a tool is shown only when it fails.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./run.mjs";

const TOOLS = [["oxfmt", "--check"], ["tsc", "-b"], ["knip"], ["oxlint"]];

const isWindows = process.platform === "win32";

/** Runs a program from node_modules/.bin. Resolves with its output and whether it succeeded. */
function run([name, ...args], stdio) {
  return new Promise((done) => {
    const file = join(root, "node_modules", ".bin", isWindows ? `${name}.cmd` : name);
    const child = spawn(file, args, { cwd: root, shell: isWindows, stdio: ["ignore", stdio, stdio] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => done({ name, succeeded: false, output: `${error.message}\n` }));
    child.on("close", (code) => done({ name, succeeded: code === 0, output }));
  });
}

async function runTools() {
  const results = [];
  for (const tool of TOOLS) results.push(await run(tool, "pipe"));
  return results;
}

const [tools, tests] = await Promise.all([runTools(), run(["vitest", "run", "--project", "unit"], "inherit")]);
const failed = [...tools, tests].filter(({ succeeded }) => !succeeded);
for (const { name, output } of failed) if (output) console.error(`\n── ${name}\n${output}`);
console.log(failed.length === 0 ? "check: all good" : `check: failed in ${failed.map(({ name }) => name).join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * `npm run bench [-- suite …] [--quick]`: measures Cotty beside its peers in one
 * run. Compare the ratios; absolute figures belong to the machine.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./measure.mjs";

const suites = {
  busy: async (options) => (await import("./busy.mjs")).busy(options),
  throughput: async (options) => (await import("./throughput.mjs")).throughput(options),
  echo: async (options) => (await import("./echo.mjs")).echo(options),
  commands: async (options) => (await import("./commands.mjs")).commands(options),
  memory: async (options) => (await import("./memory.mjs")).memory(options),
  "agent-cost": async (options) => (await import("./agent-cost.mjs")).agentCost(options),
  frames: async (options) => (await import("./frames.mjs")).frames(options),
  growth: async (options) => (await import("./growth.mjs")).growth(options),
  window: async (options) => (await import("./window.mjs")).windowCost(options),
  attention: async (options) => (await import("./attention.mjs")).attention(options),
  waits: async (options) => (await import("./waits.mjs")).waits(options),
};

const options = {
  quick: { type: "boolean" },
  // Of `waits`, and told in its file. `throughput` takes names of streams.
  only: { type: "string", multiple: true },
  set: { type: "string" },
  rounds: { type: "string" },
  json: { type: "boolean" },
  verbose: { type: "boolean" },
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    return fail(`${error.message}. Suites: ${Object.keys(suites).join(", ")}. Options: ${known.join(", ")}`);
  }
}

const { values: flags, positionals: wanted } = parsed();
const unknown = wanted.filter((name) => !(name in suites));
if (unknown.length > 0) fail(`Unknown suite: ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}`);
if (!existsSync(resolve(ROOT, "out/main/headless.js"))) fail("Build first: npm run build");
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length === 0 || wanted.includes(name))
    await suite({ ...flags, ...(flags.quick && { megabytes: 40, runs: 1, count: 50, samples: 50 }) });
}

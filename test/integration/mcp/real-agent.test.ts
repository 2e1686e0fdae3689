/**
 * A real agent, OpenCode, with no model behind it: configured by `cotty connect`,
 * it does the Python task over MCP, once over stdio and once over HTTP.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { commandScript } from "../../support/built.ts";
import { cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { fetchPackage, runProgram } from "../../support/npm-package.ts";
import { startScriptedModel } from "../../support/scripted-model.ts";

const OPENCODE = "opencode-ai@1.18.33";
const PROMPT = ">>> $";
const PRIME = "def is_prime(n):\r    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))\r\r";

/** The Python task of terminalcp's benchmark, as a model would call the tool for it. */
const CALLS = [
  { action: "start", command: "python3 -q", name: "py", wait: PROMPT },
  { action: "stdin", id: "py", data: "42 * 17\r", wait: PROMPT },
  { action: "stdin", id: "py", data: "import math\r", wait: PROMPT },
  { action: "stdin", id: "py", data: "math.factorial(10)\r", wait: PROMPT },
  { action: "stdin", id: "py", data: "[x**2 for x in range(10)]\r", wait: PROMPT },
  { action: "stdin", id: "py", data: PRIME, wait: PROMPT },
  { action: "stdin", id: "py", data: "is_prime(97)\r", wait: PROMPT },
  { action: "stdin", id: "py", data: "exit()\r", wait: { exit: true } },
  { action: "stop", id: "py" },
];
const ANSWERS = [
  />>>/,
  /^714$/m,
  />>>/,
  /^3628800$/m,
  /^\[0, 1, 4, 9, 16, 25, 36, 49, 64, 81\]$/m,
  />>>/,
  /^True$/m,
  /exited 0/,
  /stopped py/,
];

/** OpenCode's own home: nothing of this machine's configuration, and no calls outside. */
function agentHome(home: Home) {
  const folder = join(home.root, "agent");
  mkdirSync(join(folder, ".config/opencode"), { recursive: true });
  const env = {
    ...home.env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, ".config"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  };
  return { folder, env, config: join(folder, ".config/opencode/opencode.json") };
}

function modelConfiguration(baseURL: string): object {
  const models = { script: { name: "script", tool_call: true, limit: { context: 100_000, output: 4096 } } };
  return {
    $schema: "https://opencode.ai/config.json",
    provider: { scripted: { npm: "@ai-sdk/openai-compatible", name: "Scripted", options: { baseURL, apiKey: "none" }, models } },
    model: "scripted/script",
    small_model: "scripted/script",
    share: "disabled",
  };
}

/** What was recorded of the session, which says who typed. */
function recordingsOf(home: Home): string {
  const files = readdirSync(home.paths.recordings, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".cast"),
  );
  return files.map((name) => readFileSync(join(home.paths.recordings, name), "utf8")).join("");
}

describe("OpenCode does the Python task", { timeout: 480_000 }, () => {
  test.for([
    ["stdio", []],
    ["HTTP", ["--http"]],
  ] as const)("over %s", async ([transport, options], { skip }) => {
    const directory = await fetchPackage(OPENCODE);
    if (directory === undefined) return skip(`${OPENCODE} could not be fetched from npm`);
    await using home = createHome();
    const { folder, env, config } = agentHome(home);
    await using model = await startScriptedModel("cotty_terminal", CALLS, "97 is prime. TASK_COMPLETE");
    writeFileSync(config, JSON.stringify(modelConfiguration(model.baseUrl), null, 2));
    if (transport === "HTTP") await serve(home);
    await cottyOk(home, ["connect", "opencode", "--yes", ...options], { cwd: folder, env });
    const { mcp } = JSON.parse(readFileSync(config, "utf8")) as { mcp: Record<string, { type: string }> };
    expect(mcp["cotty"]?.type).toBe(transport === "HTTP" ? "remote" : "local");
    const said = await runProgram(directory, "opencode", ["run", "--model", "scripted/script", "Is 97 prime? Use Python."], {
      cwd: folder,
      env,
    });
    expect([...model.offered], said).toContain("cotty_terminal");
    expect(model.answers, said).toHaveLength(CALLS.length);
    for (const [index, answer] of ANSWERS.entries()) expect(model.answers[index]).toMatch(answer);
    expect(said).toContain("TASK_COMPLETE");
    expect(recordingsOf(home)).toMatch(/opencode/i);
    expect(await cottyOk(home, ["ls"])).toBe("No active sessions\n");
  });
});

/** A host with MCP over HTTP on a port of its own; it ends with the home. */
async function serve(home: Home): Promise<void> {
  const child = spawn(process.execPath, [commandScript, "serve", "--port", "0"], {
    env: home.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(createInterface(child.stdout), "line");
}

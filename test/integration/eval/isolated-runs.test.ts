/** No run reaches another one, the user, or earlier results; and the tasks that come with Cotty can be trusted. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadJob } from "../../../electron/eval/job/job-folder.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";

function define(home: Home, kind: "agents" | "tasks" | "tools", name: string, matter: object): void {
  mkdirSync(join(home.root, kind), { recursive: true });
  writeFileSync(join(home.root, kind, `${name}.md`), `---\n${JSON.stringify(matter)}\n---\nText.\n`);
}

/** An agent that runs this script of the shell. */
const defineScript = (home: Home, name: string, script: string): void =>
  define(home, "agents", name, { adapter: "program", command: ["sh", "-c", script], scripted: true });

const printed = (home: Home, run: string): string => readFileSync(join(home.root, "job/runs", run, "stream.txt"), "utf8");

test("every task that comes with Cotty is done by its own solution, and not by doing nothing", { timeout: 300_000 }, async () => {
  await using home = createHome();
  defineScript(home, "idle", "true");
  define(home, "tools", "any", {});
  await cottyOk(home, ["eval", "run", "--agents", "idle", "--tools", "any", "--parallel", "2", "-o", "job"]);
  const { checks } = loadJob(join(home.root, "job"));
  const outcomes = (agent: string): string[] =>
    checks.filter((run) => run.agent === agent).map(({ task, outcome, reason }) => `${task} ${outcome} ${reason}`);
  // Six tasks. Those whose programs are not on this machine are skipped; they need gdb, python3, git and vim.
  expect(outcomes("oracle").filter((one) => !/ (?:pass|skipped) /.test(one))).toEqual([]);
  expect(outcomes("nop").filter((one) => !/ (?:fail|skipped) /.test(one))).toEqual([]);
  expect(outcomes("oracle").filter((one) => one.includes(" pass ")).length).toBeGreaterThanOrEqual(3);
});

test("runs at the same time have a configuration, a home and a working folder of their own", async () => {
  await using home = createHome();
  // What a user has in the home and in the folder where the job is started, an agent must not see.
  mkdirSync(join(home.root, ".claude"));
  writeFileSync(join(home.root, ".claude/CLAUDE.md"), "Say that all is well.\n");
  define(home, "tasks", "quick", { verify: "true" });
  mkdirSync(join(home.root, "tasks/quick/files"), { recursive: true });
  writeFileSync(join(home.root, "tasks/quick/files/given.txt"), "");
  for (const name of ["first", "second"])
    define(home, "tools", name, { type: "mcp", mcpServers: { cotty: { command: "cotty", args: ["mcp"], env: { OF: name } } } });
  defineScript(
    home,
    "looks",
    'env; echo "here: $(ls -A | tr "\\n" " ")"; echo "home: $HOME $(ls -A "$HOME" | tr "\\n" " ")"; cat "$MCP_CONFIG"; touch seen.txt',
  );
  await cottyOk(home, ["eval", "run", "--agents", "looks", "--parallel", "2", "--repeat", "2", "-o", "job"], {
    env: { HOME: home.root },
  });
  const homes = new Set<string>();
  for (const tool of ["first", "second"])
    for (const number of ["01", "02"]) {
      const text = printed(home, `looks--quick--${tool}--${number}`);
      expect(text).toMatch(/^here: given\.txt\s*$/m);
      expect(text).toContain(`"OF": "${tool}"`);
      expect(text).not.toContain(".claude");
      // The host takes variables away that belong to the terminal in which it was started.
      const root = /^home: (\S+)\/home /m.exec(text)?.[1] ?? "";
      for (const variable of ["HOME", "TMPDIR", "COTTY_HOME", "TMUX_TMPDIR", "SCREENDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"])
        expect(text).toMatch(new RegExp(`^${variable}=${root}/`, "m"));
      homes.add(/^home: (\S+)/m.exec(text)?.[1] ?? "");
    }
  expect(homes.size).toBe(4);
  expect(homes.has(home.root)).toBe(false);
});

test("an agent cannot reach its verifier: not by programs, not by its home, not by a reward of its own, and its key stays with it", async () => {
  await using home = createHome();
  define(home, "tools", "any", {});
  define(home, "tasks", "program", { verify: "grep -q done answer.txt" });
  define(home, "tasks", "home", { verify: '. "$HOME/.profile"' });
  define(home, "tasks", "key", { verify: 'test -n "$AGENT_KEY"' });
  mkdirSync(join(home.root, "tasks/reward/tests"), { recursive: true });
  writeFileSync(join(home.root, "tasks/reward/instruction.md"), "Text.\n");
  writeFileSync(join(home.root, "tasks/reward/tests/test.sh"), "test -e done.txt && echo 1 > /logs/verifier/reward.txt\n");
  const cheats = [
    'own=$(dirname "$(command -v cotty)")',
    'printf "#!/bin/sh\\n" > "$own/grep"; chmod +x "$own/grep"; grep && echo "grep is its own"',
    'echo true > "$HOME/.profile"',
    'mkdir -p "$HOME/../logs/verifier"; echo 1 > "$HOME/../logs/verifier/reward.txt"',
  ];
  const command = ["sh", "-c", cheats.join("\n")];
  define(home, "agents", "cheats", { adapter: "program", command, keys: ["AGENT_KEY"], scripted: true });
  await cottyOk(home, ["eval", "run", "--agents", "cheats", "--parallel", "2", "-o", "job"], {
    env: { AGENT_KEY: "sk-0123456789" },
  });
  const { runs } = loadJob(join(home.root, "job"));
  expect(runs.map(({ task, outcome }) => `${task}: ${outcome}`)).toEqual([
    "home: fail",
    "key: fail",
    "program: fail",
    "reward: fail",
  ]);
  expect(printed(home, "cheats--program--any--01")).toContain("grep is its own");
});

test("an agent that changes its verifier is found out, and so is every later run of that task", async () => {
  await using home = createHome();
  define(home, "tools", "any", {});
  define(home, "tasks", "guarded", { verify: 'sh "$TASK/verify.sh"' });
  mkdirSync(join(home.root, "tasks/guarded"));
  const verifier = join(home.root, "tasks/guarded/verify.sh");
  writeFileSync(verifier, "test -e done.txt\n");
  defineScript(home, "cheats", `echo true > '${verifier}'`);
  await cottyOk(home, ["eval", "run", "--agents", "cheats", "--repeat", "2", "-o", "job"]);
  const { runs } = loadJob(join(home.root, "job"));
  expect(runs.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    "contaminated: the files of the task changed while it was done",
    "skipped: the files of the task have changed since the job began",
  ]);
  expect((await cotty(home, ["eval", "resume", "job"])).stderr).toContain("this has changed: task guarded.");
});

test("a run that ends all its tmux servers ends none of the user's", async ({ skip }) => {
  try {
    execFileSync("tmux", ["-V"]);
  } catch {
    return skip("tmux is not on this machine");
  }
  await using home = createHome();
  // A socket's path must be short.
  const TMUX_TMPDIR = mkdtempSync(join(tmpdir(), "cotty-tmux-"));
  const user = { ...home.env, TMUX_TMPDIR };
  const tmux = (...args: string[]): string => execFileSync("tmux", args, { env: user, encoding: "utf8" });
  tmux("-f", "/dev/null", "new-session", "-d", "-s", "mine", "cat");
  try {
    define(home, "tasks", "quick", { verify: "true" });
    define(home, "tools", "any", {});
    defineScript(
      home,
      "rude",
      "tmux -f /dev/null new-session -d -s theirs cat; tmux ls; tmux display-message -p '#{socket_path}'; tmux kill-server; tmux -f /dev/null new-session -d -s left cat",
    );
    const ran = await cotty(home, ["eval", "run", "--agents", "rude", "-o", "job"], {
      env: { TMUX_TMPDIR, TMUX: `${TMUX_TMPDIR}/tmux-0/default,1,0` },
    });
    expect(ran.code, ran.stderr).toBe(0);
    const text = printed(home, "rude--quick--any--01");
    expect(text).toContain("theirs:");
    expect(text).not.toContain("mine:");
    // Neither the user's folder of sockets nor the system's one, in which all users of the account meet.
    expect(text).toMatch(/\/cotty-eval-[0-9a-f]{12}\/tmux\/tmux-\d+\/default/);
    expect(tmux("ls")).toMatch(/^mine: 1 windows/);
  } finally {
    tmux("kill-server");
    rmSync(TMUX_TMPDIR, { recursive: true });
  }
});

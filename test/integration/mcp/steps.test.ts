/** What a call of several steps tells, with real programs: nothing is lost, and each result stands below what brought it about. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo, type McpAgent, startMcpAgent, withoutOffset } from "../../support/mcp-agent.ts";
import { Random, rounds } from "../../support/random.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";

const BASH = "exec env PS1='$ ' bash --norc -i";

let host: TestHost;
let agent: McpAgent;

async function call(args: Record<string, unknown>): Promise<string> {
  return withoutOffset(await answerTo(agent, args));
}

beforeAll(async () => {
  host = await startTestHost();
  agent = await startMcpAgent("2025", host.home, {
    env: { SHELL: "/bin/bash", LESS: "", PAGER: "less", TERM: "xterm-256color" },
  });
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

/** A repository with some commits, and a change that is not committed. */
function repository(name: string): string {
  const folder = join(host.home.root, name);
  mkdirSync(folder);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "-q");
  for (const [key, value] of Object.entries({ "user.name": "A", "user.email": "a@b.c", "core.editor": "vim -u NONE -i NONE" }))
    git("config", key, value);
  for (const text of ["one", "two", "three"]) {
    writeFileSync(join(folder, "file"), `${text}\n`);
    git("add", "file");
    git("commit", "-qm", text);
  }
  writeFileSync(join(folder, "file"), "changed\n");
  git("stash");
  return folder;
}

it("a pattern that comes right before the exit has come, even if its screen is behind: it is the next step that fails", async () => {
  const slow = "yes $'\\e[2J' | head -c 200000";
  await call({ action: "start", command: `bash -c "read x; ${slow}; echo ready"`, name: "last" });
  const steps = [
    { data: "go", submit: true, wait: { pattern: "ready" } },
    { data: "more", submit: true, wait: true },
  ];
  expect(await call({ action: "stdin", id: "last", steps })).toContain(
    "[match, exited 0, step 2 of 2 and later not sent (The session is not running",
  );
});

describe("steps with which a program is started", () => {
  it("begin at its prompt, though the call waits for its end or for a pattern", async () => {
    const start = { action: "start", command: BASH };
    expect(await call({ ...start, name: "to-end", steps: ["echo one", "exit 3"], wait: { exit: true } })).toMatch(
      /^\$ echo one\none\n\$ exit 3\n[^]*\[exited 3\]$/,
    );
    expect(await call({ ...start, name: "to-pattern", steps: ["sleep 0.2; echo ready"], wait: "^ready" })).toMatch(
      /^\$ sleep 0.2; echo ready\nready\n[^]*\[match @N\]$/,
    );
  });

  it("begin at once where the first of them only waits, and at the call's pattern where that comes before a prompt", async () => {
    const server = `node -e "console.log('ready'); process.stdin.on('data', (key) => console.log('got ' + key))"`;
    const steps = [{ wait: "ready" }, { text: "one\r", wait: "got one" }];
    expect(await call({ action: "start", command: server, name: "waits", steps })).toMatch(/got one\n?\[match @N\]$/);
    const answer = await call({
      action: "start",
      command: server,
      name: "serves",
      steps: [{ text: "one\r" }],
      wait: "ready|got one",
    });
    expect(answer).toMatch(/ready[^]*got one\n?\[match @N\]$/);
  });
});

describe("the last line of the answer", () => {
  it("says that a line which fish has refused is still at the prompt, and nothing is typed behind it", async () => {
    await call({ action: "start", command: "fish --no-config", name: "refused", wait: true });
    const answer = await call({ action: "stdin", id: "refused", steps: ["echo one", "echo )", "echo two"] });
    expect(answer).toMatch(
      /one\n[^]*Unexpected '\)'[^]*\[prompt in step 2 of 3, later not sent @N; unsent: text is still in the input field\]$/,
    );
    const steps = ["echo )", { keys: ["C-c"] }, "echo two"];
    expect(await call({ action: "stdin", id: "refused", keys: ["C-c"], wait: true })).toMatch(/\[prompt @N\]$/);
    expect(await call({ action: "stdin", id: "refused", steps })).toMatch(/echo two\ntwo\n[^]*\[prompt @N\]$/);
  });

  it("says that nothing was waited for after the last step", async () => {
    await call({ action: "start", command: BASH, name: "sent", wait: true });
    const steps = ["echo one", { text: "sleep 0.3; echo two\r" }];
    expect(await call({ action: "stdin", id: "sent", steps })).toMatch(/^\$ echo one\none\n[^]*\[sent @N\]$/);
    expect(await call({ action: "wait", id: "sent", wait: { prompt: true } })).toMatch(/two\n\$\n\[prompt @N\]$/);
  });

  it("says how the call's own wait has ended, after a last step without one", async () => {
    await call({ action: "start", command: BASH, name: "own", wait: true });
    const given = { action: "stdin", id: "own", steps: ["echo one", { text: "sleep 0.3; echo two\r" }] };
    expect(await call({ ...given, wait: { prompt: true } })).toMatch(/one\n\$ sleep 0\.3; echo two\ntwo\n\$\n\[prompt @N\]$/);
    const left = { action: "stdin", id: "own", steps: [{ key: "C-d" }], wait: { exit: true } };
    expect(await call(left)).toMatch(/\[exited 0\]$/);
  });

  it("says that a question is none of the prompts, where a prompt was waited for", async () => {
    await call({ action: "start", command: BASH, name: "asks", wait: true });
    const asks = { action: "stdin", id: "asks", data: "read -p 'Quit anyway? (y or n) ' x\r", wait: { prompt: true } };
    expect(await call(asks)).toMatch(/Quit anyway\? \(y or n\)\n\[input @N\]$/);
    await call({ action: "stdin", id: "asks", data: "y\r", wait: { prompt: true } });
    const name = { action: "stdin", id: "asks", data: "read -p 'Your name: ' x\r", wait: { prompt: true } };
    expect(await call(name), "it looks like one").toMatch(/Your name:\n\[input @N\]$/);
  });
});

it.each(["bash", "bash --norc", "zsh -f", "fish --no-config"])(
  "a line that is wider than the terminal, or of which the last line is short, is no output in %s",
  async (command) => {
    const name = command.replaceAll(/\W/g, "");
    await call({ action: "start", command, name, wait: { prompt: true } });
    const long = "true && sleep 0.3 && true && test -d /a-folder-with-a-long-name && echo BUILD-OK || echo BUILD-FAIL";
    const wide = await call({ action: "stdin", id: name, data: `${long}\r`, wait: "^BUILD-(OK|FAIL)" });
    expect(wide).toMatch(/^BUILD-FAIL\n[^]*\[match @N\]$/);
    const loop = command.startsWith("fish")
      ? "if true\nsleep 0.3\necho NEEDLE\nend"
      : "if true; then\nsleep 0.3\necho NEEDLE\nfi";
    await call({ action: "wait", id: name, wait: { prompt: true } });
    const several = await call({ action: "stdin", id: name, steps: ["true", loop], stop_on: "zzz" });
    expect(several).not.toContain("••••");
    const again = await call({ action: "stdin", id: name, data: `${loop}\r`, wait: "NEEDLE" });
    expect(again.split("\n").filter((line) => line.trim() === "NEEDLE")).toHaveLength(1);
  },
);

it.each(["bash", "zsh -f", "fish --no-config"])(
  "C-c behind a line comes after the line has been read, in %s",
  async (command) => {
    const name = `signals-${command.replaceAll(/\W/g, "")}`;
    await call({ action: "start", command, name, cwd: host.home.root, wait: { prompt: true } });
    for (let round = 0; round < 4; round++) {
      const file = join(host.home.root, `${name}-${round}`);
      const key = { key: "C-c", wait: { prompt: true } };
      const steps = [{ text: `touch ${file}; sleep 20\r` }, key];
      expect(await call({ action: "stdin", id: name, steps })).toMatch(/\[prompt @N\]$/);
      expect(existsSync(file), file).toBe(true);
    }
  },
);

describe("after a full-screen program", () => {
  it("what the same step printed below it is told, whatever the next step types", async () => {
    const cwd = repository("rebase");
    await call({ action: "start", command: BASH, name: "rb", cwd, wait: true });
    const opened = [
      { text: "git rebase -i --root\r", wait: { prompt: true } },
      { data: ":1s/pick/reword/", submit: true, wait: { prompt: true } },
      { data: ":wq", submit: true, wait: { pattern: "Please enter the commit message" } },
    ];
    expect(await call({ action: "stdin", id: "rb", steps: opened })).toContain("Please enter the commit message");
    const steps = [
      { data: ":1s/.*/New/", submit: true, wait: { quiet: 200 } },
      { data: ":wq", submit: true, wait: { pattern: "Successfully rebased", prompt: true } },
      "git stash pop",
      "echo last",
    ];
    const text = await call({ action: "stdin", id: "rb", steps });
    expect(text).toMatch(/^\[detached HEAD [0-9a-f]+\] New$/m);
    expect(text.match(/Successfully rebased and updated/g)).toHaveLength(1);
    expect(text).toContain("Dropped refs/stash");
    // The step that found its pattern has ended, so the next line may be typed, and shown by the terminal, before the shell's prompt.
    expect(text).toMatch(/\n(?:git stash pop\n?)?\$ git stash pop\n(?:.*\n)+\$ echo last\nlast\n\$\n\[prompt @N\]$/);
  });
});

describe("over random sequences of steps", () => {
  /** Commands of a shell that print `mark` in a line that stays until the step ends; typed so that the echo is not that line. */
  const commands: ((mark: string) => unknown[])[] = [
    (mark) => [`echo ${mark}`],
    (mark) => [`clear; echo ${mark}`],
    (mark) => [`echo gone; clear; echo ${mark}`],
    (mark) => [`printf '\\ec'; echo ${mark}`],
    (mark) => [`seq 1 3000; echo ${mark}`],
    (mark) => [`for i in 1 2 3; do printf '\\r%s %d' ${mark} $i; done; echo`],
    (mark) => [`vim -u NONE -i NONE +q; echo ${mark}`],
    (mark) => [
      { data: `seq 1 200 | less; echo ${mark}\r`, wait: { input: true } },
      { key: "G", wait: { input: true } },
      { key: "q", wait: true },
    ],
    (mark) => [
      { data: `vim -u NONE -i NONE x; echo ${mark}\r`, wait: true },
      { data: "ihello", wait: { quiet: 50 } },
      { key: "Escape", wait: true },
      { data: ":q!\r", wait: { pattern: `^MARK${mark.slice(6)}$`, prompt: true } },
    ],
  ];

  it("each result is there once", async () => {
    await call({ action: "start", command: BASH, name: "any", wait: true });
    const random = new Random(5);
    let next = 0;
    for (let round = 0; round < rounds(30); round++) {
      const marks: string[] = [];
      const steps = Array.from({ length: random.int(2, 5) }, () => {
        marks.push(`MARK${++next}`);
        // The quotes go when the shell has read them.
        return random.pick(commands)(`MARK''${next}`);
      }).flat();
      const text = await call({ action: "stdin", id: "any", steps, lines: 10_000 });
      const lines = text.split("\n");
      for (const mark of marks) {
        const found = lines.filter((line) => line === mark || line === `${mark} 3`);
        expect(found, `${mark} of ${JSON.stringify(steps)}\n${lines.slice(-60).join("\n")}`).toHaveLength(1);
      }
    }
  });
});

it("lines holds for the whole call, also when its last step has a wait of its own", async () => {
  await call({ action: "start", command: BASH, name: "many", wait: true });
  const steps = ["seq 1 300", { text: "echo end\r", wait: { pattern: "^end$" } }];
  const lines = (await call({ action: "stdin", id: "many", steps, lines: 1000 })).split("\n");
  expect(lines).toContain("1");
  expect(lines.filter((line) => /^\d+$/.test(line))).toHaveLength(300);
});

describe("each result stands below what was typed for it", () => {
  it("in gdb, whose values have numbers", async () => {
    const steps = ["print 6*7", "set var $x = 5", "print 7*7", "print $x"];
    expect(await call({ action: "start", command: "gdb -q -nx", name: "gdb", steps })).toBe(
      "(gdb) print 6*7\n$1 = 42\n(gdb) set var $x = 5\n(gdb) print 7*7\n$2 = 49\n(gdb) print $x\n$3 = 5\n(gdb)\n[prompt @N]",
    );
  });

  it("and a password is not typed by an agent", async () => {
    const steps = [
      { text: "read -s -p 'Password: ' x\r", wait: { input: true } },
      { data: "hunter2\r", wait: true },
      "echo never",
    ];
    await call({ action: "start", command: BASH, name: "pw", wait: true });
    expect(await call({ action: "stdin", id: "pw", steps })).toMatch(
      /^\$ read -s -p 'Password: ' x\nPassword:\n\[input, step 2 of 3 and later not sent \(The program reads hidden input[^\n]*\) @N; input is hidden: send_secret\]$/,
    );
  });

  it("in vim: the screen once, then what changed and where", async () => {
    const cwd = repository("todo");
    await call({ action: "start", command: BASH, name: "vi", cwd, wait: true });
    const opened = await call({ action: "stdin", id: "vi", data: "git rebase -i --root\r", wait: { prompt: true } });
    expect(opened).toMatch(/^pick [0-9a-f]+ (?:# )?one\n/m);
    const deleted = await call({ action: "stdin", id: "vi", data: "dd", wait: { quiet: 200 } });
    expect(deleted).not.toContain("# Commands:");
    expect(deleted.split("\n").length).toBeLessThan(5);
    expect(await call({ action: "stdin", id: "vi", data: ":q!\r", wait: { prompt: true } })).toMatch(
      /Successfully rebased[^\n]*\n\$\n/,
    );
  });
});

describe("a step that answers is sent", () => {
  const steps = ["read -p 'Start it? (y or n) ' x", { data: "y\r" }, "echo got $x"];

  it("text that waits for nothing, y or n, and the question's own choices", async () => {
    await call({ action: "start", command: BASH, name: "an", wait: true });
    expect(await call({ action: "stdin", id: "an", steps })).toMatch(/\(y or n\) y\n\$ echo got \$x\ngot y\n\$\n\[prompt @N\]$/);
    const choices = ["read -p 'Stage this hunk [y,n,q,a,d,e,?]? ' x", "q", "echo got $x"];
    expect(await call({ action: "stdin", id: "an", steps: choices })).toMatch(/got q\n\$\n\[prompt @N\]$/);
    expect(await call({ action: "stdin", id: "an", steps: [...choices.slice(0, 1), "echo never"] })).toMatch(
      /\n\[input: step 1 of 2 waits for an answer, 1 not sent @N; to answer in the same call: a step \{"data":"…\\r"\}\]$/,
    );
  });

  it("an answer without its Enter is told at once, and a step that is Enter completes it", async () => {
    await call({ action: "start", command: BASH, name: "en", wait: true });
    const [question, , last] = steps;
    expect(await call({ action: "stdin", id: "en", steps: [question, { data: "y" }, { key: "Enter" }, last] })).toMatch(
      /\(y or n\) y\n\$ echo got \$x\ngot y\n\$\n\[prompt @N\]$/,
    );
    expect(await call({ action: "stdin", id: "en", steps: [question, { data: "y" }, last] })).toMatch(
      /\(y or n\) y\n\[input: step 2 of 3 waits for an answer, 1 not sent @N; [^\n]*\]$/,
    );
    expect(await call({ action: "stdin", id: "en", data: "\r", wait: { prompt: true } })).toMatch(/\[prompt @N\]$/);
  });

  it("but none after an error that the call is to stop on", async () => {
    await call({ action: "start", command: BASH, name: "so", wait: true });
    const failing = ["echo fine", "cat /no/such/file", "echo never"];
    expect(await call({ action: "stdin", id: "so", steps: failing, stop_on: "(?i)no such FILE.*" })).toBe(
      "$ echo fine\nfine\n$ cat /no/such/file\ncat: /no/such/file: No such file or directory\n$\n" +
        '[prompt: stop_on matched "No such file or directory" in step 2 of 3, 1 not sent @N]',
    );
    expect((await agent.call({ action: "stdin", id: "so", steps: failing, stop_on: "(" })).text).toContain("regular expression");
    const asking = "read -p 'Sure? [y/n] ' x; echo ER\"\"ROR";
    expect(await call({ action: "stdin", id: "so", steps: [asking, "y", "echo never"], stop_on: "^ERROR" })).toMatch(
      /stop_on matched "ERROR" in step 2 of 3, 1 not sent @N\]$/,
    );
    // What was typed is no output.
    expect(await call({ action: "stdin", id: "so", steps: ["echo $((6*7)) # error", "echo on"], stop_on: "error" })).toContain(
      "\non\n",
    );
  });
});

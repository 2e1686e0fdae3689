/** Steps that run into a question: what was meant for the prompt is not typed into it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo, type McpAgent, startMcpAgent, withoutOffset } from "../../support/mcp-agent.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";

let host: TestHost;
let agent: McpAgent;

async function call(args: Record<string, unknown>): Promise<string> {
  return withoutOffset(await answerTo(agent, args));
}

function bash(prompt: string): string {
  return `exec env PS1='${prompt}' bash --norc -i`;
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

describe("steps stop at a question", () => {
  it("of gdb's: whether to do it, and whether to show more", async () => {
    await call({ action: "start", command: "gdb -q -nx", name: "gdb", wait: true });
    const breaks = { action: "stdin", id: "gdb", steps: ["print 1", "break nowhere", "print 6*7", "print 7*7"] };
    expect(await call(breaks)).toMatch(
      /\(y or \[n\]\)\n\[input: step 2 of 4 waits for an answer, 2 not sent @N; to answer in the same call: a step .*\]$/,
    );
    // Answered once, it is a question all the same.
    expect(await call({ action: "stdin", id: "gdb", data: "n\r", wait: true })).toMatch(/\(gdb\)\n\[prompt @N\]$/);
    expect(await call(breaks)).toMatch(/\[input: step 2 of 4 /);
    expect(await call({ action: "stdin", id: "gdb", steps: ["n", "set height 5", "help data", "print 6*7"] })).toMatch(
      /--Type <RET> for more.*\n\[pager: step 3 of 4 waits for an answer, 1 not sent @N; to answer in the same call: a step .*\]$/,
    );
    for (let page = 2; page < 4; page++) {
      expect(await call({ action: "stdin", id: "gdb", keys: ["Enter"], wait: true })).toMatch(
        /--Type <RET> for more.*\n\[pager @N\]$/,
      );
    }
    expect(await call({ action: "stdin", id: "gdb", steps: ["q", "print 6*7"] })).toMatch(/ = 42\n\(gdb\)\n\[prompt @N\]$/);
  });

  it("of python's input() and bash's read, and at a password", async () => {
    const steps = ["name = input('name? ')", "print(name)"];
    expect(await call({ action: "start", command: "python3 -q", name: "py", steps })).toMatch(
      /name\?\n\[input: step 1 of 2 waits for an answer, 1 not sent @N; to answer in the same call: a step .*\]$/,
    );
    expect(await call({ action: "stdin", id: "py", steps: ["Bob", ...steps] })).toMatch(/name\?\n\[input: step 2 of 3 /);
    expect(await call({ action: "stdin", id: "py", steps: ["Eve", "print(name)"] })).toMatch(/Eve\n>>>\n\[prompt @N\]$/);
    await call({ action: "start", command: bash("$ "), name: "sh", wait: true });
    for (const asks of [
      "read -p 'Your name: ' x",
      "read -p 'Sure? [Y/n] ' x",
      // The words of a secret, and the terminal shows what is typed.
      "read -p 'PIN: ' x",
      "read -s -p \"Password for 'https://a@b.c': \" x",
    ]) {
      const isHidden = asks.startsWith("read -s");
      const told = await call({ action: "stdin", id: "sh", steps: [asks, "echo never"] });
      expect(told).toMatch(/\[input: step 1 of 2 waits for an answer, 1 not sent @N; [^\]]*\]$/);
      // No step answers what is hidden.
      expect(told).toMatch(
        isHidden ? /@N; input is hidden: send_secret\]$/ : /@N; to answer in the same call: a step \{[^}]*\}\]$/,
      );
      const answer = isHidden ? { keys: ["C-c"], wait: true } : { steps: ["it", "echo got $x"] };
      expect(await call({ action: "stdin", id: "sh", ...answer })).toMatch(
        isHidden ? /\$\n\[prompt @N\]$/ : /got it\n\$\n\[prompt @N\]$/,
      );
    }
    const pager = await call({ action: "stdin", id: "sh", steps: ["seq 1 300 | less", "echo never"] });
    expect(pager).toMatch(/\[pager: step 1 of 2 waits for an answer, 1 not sent @N; to answer in the same call: a step .*\]$/);
    expect(await call({ action: "stdin", id: "sh", data: "q", wait: "\\$ $" })).not.toContain("never");
  });

  it("… that comes after a question that keys have answered", async () => {
    await call({ action: "start", command: bash("$ "), name: "keys", wait: true });
    const asks = 'for q in "Sure? [y/N] " "Name: "; do read -p "$q" x; echo "got $x"; done';
    for (const keys of [{ keys: ["y", "Enter"] }, { text: "y", keys: ["Enter"] }]) {
      const told = await call({ action: "stdin", id: "keys", steps: [asks, keys, "echo never", "echo last"] });
      expect(told).toMatch(/got y\nName:\n\[input: step 2 of 4 waits for an answer, 2 not sent @N; .*\]$/);
      expect(await call({ action: "stdin", id: "keys", steps: ["Bob", "echo well"] })).toMatch(/got Bob\n.*well\n\$\n\[prompt/s);
    }
  });

  it("… that comes after a question that keys have answered one by one", async () => {
    await call({ action: "start", command: bash("$ "), name: "apart", wait: true });
    const asks = 'for q in "Sure? [y/N] " "Name: "; do read -p "$q" x; echo "got $x"; done';
    const y = { key: "y" };
    const enter = { key: "Enter" };
    for (const [step, keys] of [
      [3, [y, enter]],
      [4, [y, { wait: { timeout: 50 } }, enter]],
      [3, [{ ...y, wait: { quiet: 50 } }, enter]],
    ] as const) {
      const told = await call({ action: "stdin", id: "apart", steps: [asks, ...keys, "echo never", "echo last"] });
      expect(told).toMatch(
        new RegExp(`got y\\nName:\\n\\[input: step ${step} of ${step + 2} waits for an answer, 2 not sent @N; .*\\]$`),
      );
      expect(await call({ action: "stdin", id: "apart", steps: ["Bob", "echo well"] })).toMatch(/got Bob\n.*well\n\$\n\[prompt/s);
    }
  });

  it("… but send a choice of one that is wider than the terminal", async () => {
    await call({ action: "start", command: bash("$ "), name: "wide", cols: 40, wait: true });
    const asks = 'read -p "A file of that name is there already [keep/replace/merge]? " x; echo "got $x"';
    expect(await call({ action: "stdin", id: "wide", steps: [asks, "keep", "echo well"] })).toMatch(
      /got keep\n.*well\n\$\n\[prompt/s,
    );
  });

  it("… but send a choice that stands above it", async () => {
    await call({ action: "start", command: bash("$ "), name: "select", wait: true });
    const select = 'select x in one two; do echo "got $x"; break; done';
    expect(await call({ action: "stdin", id: "select", steps: [select, "2", "echo well"] })).toMatch(
      /got two\n.*well\n\$\n\[prompt/s,
    );
    expect(await call({ action: "stdin", id: "select", steps: [select, "ls"] })).toMatch(/#\?\n\[input: step 1 of 2 waits/);
  });

  it.each(["whiptail", "dialog"])("of %s, which draws its buttons", async (program) => {
    await call({ action: "start", command: bash("$ "), name: program, wait: true });
    // dialog leaves itself on the screen, and the prompt would come to stand in it.
    const asks = `clear; ${program} --yesno "Remove it all?" 8 40; echo left $?`;
    // Once Enter was pressed at a button, its place counts as a prompt.
    for (let time = 0; time < 3; time++) {
      const told = await call({ action: "stdin", id: program, steps: [asks, "echo never"] });
      expect(told).toMatch(/\[input: step 1 of 2 waits for an answer, 1 not sent @N; .*\]$/);
      expect(await call({ action: "stdin", id: program, keys: ["Tab", "Enter"], wait: true })).toMatch(
        /left 1\n\$\n\[prompt @N\]$/,
      );
    }
    const answered = { action: "stdin", id: program, steps: [asks, { keys: ["Tab", "Enter"] }, "echo well"] };
    expect(await call(answered)).toMatch(/left 1\n.*well\n\$\n\[prompt @N\]$/s);
  });

  it("that is asked again after a wrong answer", async () => {
    await call({ action: "start", command: bash("$ "), name: "again", wait: true });
    const asks = "while read -p 'Port: ' x; do [ $x -gt 0 ] && break; done; echo got $x";
    expect(await call({ action: "stdin", id: "again", steps: [asks, "echo never"] })).toMatch(/\[input: step 1 of 2 waits/);
    for (let time = 0; time < 2; time++)
      expect(await call({ action: "stdin", id: "again", steps: ["none", "echo never"] })).toMatch(
        /Port:\n\[input: step 1 of 2 waits/,
      );
    expect(await call({ action: "stdin", id: "again", steps: ["80", "echo well"] })).toMatch(
      /got 80\n.*well\n\$\n\[prompt @N\]$/s,
    );
  });

  it("which is no question where it is the program's name, or counts on: then all steps are taken", async () => {
    await call({ action: "start", command: bash("$ "), name: "named", wait: true });
    expect(await call({ action: "stdin", id: "named", steps: ["/sbin/debugfs", "nosuch", "quit", "echo well"] })).toMatch(
      /Unknown request "nosuch"[^]*well\n\$\n\[prompt @N\]$/i,
    );
    const counts = 'for n in 1 2 3 4; do read -p "black($n): " x; echo got $x; done';
    expect(await call({ action: "stdin", id: "named", steps: [counts, "echo never"] })).toContain(
      "black(1):\n[input: step 1 of 2",
    );
    expect(await call({ action: "stdin", id: "named", steps: ["D5", "E4", "F3"] })).toMatch(
      /got F3\nblack\(4\):\n\[prompt @N\]$/,
    );
  });

  it("of a menu, and of one with its choices above a blank line", async () => {
    await call({ action: "start", command: bash("$ "), name: "menu", wait: true });
    const menu = "printf 'What to do?\\n> Install\\n  Upgrade\\n'; read -rsn1 key; echo got $key";
    for (const asks of [menu, "printf 'Which toolchain? (stable/nightly) [stable]\\n'; read key; echo got $key"]) {
      expect(await call({ action: "stdin", id: "menu", steps: [asks, "echo never"] })).toMatch(
        /\[input: step 1 of 2 waits for an answer, 1 not sent @N; .*\]$/,
      );
      expect(await call({ action: "stdin", id: "menu", keys: ["x", "Enter"], wait: "got x" })).toContain("got x");
    }
    const listed = ["printf 'Why?\\n> quoted\\n  text\\n'", "echo well"];
    expect(await call({ action: "stdin", id: "menu", steps: listed })).toMatch(/well\n\$\n\[prompt @N\]$/);
  });

  it("that follows another one, each above a blank line; what cat repeats is none", async () => {
    await call({ action: "start", command: bash("$ "), name: "above", wait: true });
    const asks = ["'Default host? [here]'", "'Default toolchain? (stable/nightly) [stable]'"];
    const both = asks.map((question) => `echo ${question}; read key`).join("; ");
    expect(await call({ action: "stdin", id: "above", steps: [`${both}; echo got $key`, "echo never"] })).toContain(
      "[here]\n[input: step 1 of 2 waits",
    );
    expect(await call({ action: "stdin", id: "above", steps: ["host", "echo never"] })).toMatch(
      /\[stable\]\n\[input: step 1 of 2 waits/,
    );
    expect(await call({ action: "stdin", id: "above", steps: ["beta", "echo well"] })).toMatch(/got beta\n.*well\n\$\n\[prompt/s);
    const wide = `${"wide ".repeat(16)}Which one is it?`;
    expect(await call({ action: "stdin", id: "above", steps: ["cat", "Is it well?", wide, "end"] })).toMatch(
      /end\n\[prompt @N\]$/,
    );
  });

  it("… that a program opens with, before the first of them", async () => {
    const command = "read -p 'Remove it all? [y/N] ' x; echo got $x; sleep 100";
    expect(await call({ action: "start", command, name: "op", steps: ["ls"] })).toBe(
      'Remove it all? [y/N]\n[input, no step sent @N; to answer in the same call: a step {"data":"…\\r"}]',
    );
  });
});

describe("steps go on", () => {
  it("where the step says what to wait for, and where the next is a key", async () => {
    const input = { input: true };
    const steps = [{ text: "name = input('name? ')\r", wait: input }, "Bob", { text: "x = input('x? ')\r", wait: "x\\? $" }, "1"];
    expect(await call({ action: "start", command: "python3 -q", name: "py2", steps: [...steps, "name, x"] })).toMatch(
      /\('Bob', '1'\)\n>>>\n\[prompt @N\]$/,
    );
    const paged = ["seq 1 300 | less", { key: "q", wait: true }, "echo after"];
    expect(await call({ action: "start", command: bash("$ "), name: "pg", steps: paged })).toMatch(/after\n\$\n\[prompt @N\]$/);
    const confirmed = ["read -p 'Continue? [Y/n] ' x", { key: "Enter", wait: true }, "echo got ${x:-nothing}"];
    expect(await call({ action: "stdin", id: "pg", steps: confirmed })).toMatch(/got nothing\n\$\n\[prompt @N\]$/);
    const last = ["echo before", "read -p 'Your name: ' x"];
    expect(await call({ action: "stdin", id: "pg", steps: last })).toMatch(/Your name:\n\[input @N\]$/);
  });

  it.each(["(gdb) ", "Password-looking prompts $ ", "what now? ", "Name: ", "In [1]: "])("at the prompt '%s'", async (prompt) => {
    const name = `at ${prompt.trim()}`;
    const steps = ["echo a", "echo b", "cd /tmp", "echo $((6*7))"];
    expect(await call({ action: "start", command: bash(prompt), name, steps })).toMatch(
      /echo a\na\n.*echo b\nb\n.*cd \/tmp\n.*\n42\n.*\n\[prompt @N\]$/,
    );
  });

  it("at a prompt that is new to them", async () => {
    const steps = [
      "PS1='In [1]: '",
      "PS1='➜  dir git:(main) '",
      "PS1='Command (m for help): '",
      "PS1='\\w: '",
      "cd /tmp",
      "echo done",
    ];
    expect(await call({ action: "start", command: bash("$ "), name: "np", steps })).toMatch(/done\n\/tmp:\n\[prompt @N\]$/);
  });
});

describe("a wait for input", () => {
  it("ends at a prompt, too, which is where a program awaits it", async () => {
    await call({ action: "start", command: "python3 -q", name: "in", wait: { input: true } });
    const began = performance.now();
    expect(await call({ action: "stdin", id: "in", data: "6*7\r", wait: { input: true } })).toBe("42\n>>>\n[prompt @N]");
    expect(await call({ action: "wait", id: "in", wait: { input: true } })).toBe("[prompt @N]");
    await call({ action: "start", command: "node -i", name: "nd", wait: { input: true } });
    expect(await call({ action: "stdin", id: "nd", data: "6*7\r", wait: { input: true } })).toBe("42\n>\n[prompt @N]");
    expect(performance.now() - began).toBeLessThan(8000);
  });
});

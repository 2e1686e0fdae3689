/** Whole tasks in one call: prompts, questions, steps, submit and the hand-back, with real programs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { answerTo, type McpAgent, startMcpAgent, withoutOffset } from "../../support/mcp-agent.ts";
import { startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

/** Its prompt is the same for every user. */
const BASH = `exec env PS1='$ ' bash --norc -i`;

let host: TestHost;
let agent: McpAgent;
let person: Client;

async function call(args: Record<string, unknown>): Promise<string> {
  return withoutOffset(await answerTo(agent, args));
}

beforeAll(async () => {
  host = await startTestHost();
  const env = { SHELL: "/bin/bash", LESS: "", PAGER: "less", TERM: "xterm-256color" };
  agent = await startMcpAgent("2025", host.home, { name: "agent", env });
  person = await host.connect("window", "Ann");
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

describe("a prompt is known", () => {
  it("python: from the start on, through errors, continuation lines and questions", async () => {
    const steps = ["x = 6*7", "print(x)", "def f(n):", "    return n*2", "", "print(f(x))", "1/0"];
    expect(await call({ action: "start", command: "python3 -q", name: "py", steps })).toBe(
      ">>> x = 6*7\n>>> print(x)\n42\n>>> def f(n):\n...     return n*2\n...\n>>> print(f(x))\n84\n>>> 1/0\n" +
        'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\n' +
        "ZeroDivisionError: division by zero\n>>>\n[prompt @N]",
    );
    expect(await call({ action: "stdin", id: "py", data: "import time; time.sleep(0.4); print('slept')\r", wait: true })).toBe(
      "slept\n>>>\n[prompt @N]",
    );
    const asked = [{ text: "input('Name? ')\r", wait: { input: true } }, "Bob"];
    expect(await call({ action: "stdin", id: "py", steps: asked })).toBe(
      ">>> input('Name? ')\nName? Bob\n'Bob'\n>>>\n[prompt @N]",
    );
  });

  it("bash: after a slow command, a change of directory, a cleared screen; in one that runs in it", async () => {
    await call({ action: "start", command: BASH, name: "sh", wait: { prompt: true } });
    expect(await call({ action: "stdin", id: "sh", steps: ["sleep 0.3; printf 'half '; sleep 0.3; echo line", "cd /tmp"] })).toBe(
      "$ sleep 0.3; printf 'half '; sleep 0.3; echo line\nhalf line\n$ cd /tmp\n$\n[prompt @N]",
    );
    expect(await call({ action: "stdin", id: "sh", data: "clear\r", wait: { prompt: true } })).toBe("$\n[prompt @N]");
    const inner = await call({
      action: "stdin",
      id: "sh",
      steps: ["PS1='in \\w> ' bash --norc -i", "cd /", "echo deep", "exit", "echo back"],
    });
    expect(inner).toBe(
      "$ PS1='in \\w> ' bash --norc -i\nin /tmp> cd /\nin /> echo deep\ndeep\nin /> exit\nexit\n$ echo back\nback\n$\n[prompt @N]",
    );
    expect(
      await call({ action: "stdin", id: "sh", steps: ["PS1='\\[\\e]133;A\\a\\]marked \\$ \\[\\e]133;B\\a\\]'", "true"] }),
    ).toMatch(/marked [#$]\n\[prompt @N\]$/);
  });

  it("gdb, node, vim and less", async () => {
    expect(await call({ action: "start", command: "gdb -q -nx", name: "g", steps: ["print 6*7", "print 7*7"] })).toBe(
      "(gdb) print 6*7\n$1 = 42\n(gdb) print 7*7\n$2 = 49\n(gdb)\n[prompt @N]",
    );
    expect(
      await call({
        action: "start",
        command: "node -i",
        name: "n",
        steps: ["6*7", "await new Promise(r => setTimeout(r, 300)), 5"],
      }),
    ).toMatch(/\n> 6\*7\n42\n> await new Promise.*\n5\n>\n\[prompt @N\]$/);
    expect(await call({ action: "stdin", id: "n", steps: ["[1,", "2].length"] })).toMatch(/2\n>\n\[prompt @N\]$/);
    const steps = [
      { text: "vim -u NONE one-call.txt\r", wait: { prompt: true } },
      { text: "ihello" },
      { key: "Escape", wait: { prompt: true } },
      { text: ":wq\r", wait: "\\$ $" },
      "cat one-call.txt",
      { text: "seq 1 300 | less\r", wait: { input: true } },
      { key: "G", wait: { input: true } },
      { key: "q", wait: "\\$ $" },
    ];
    const edited = await call({ action: "start", command: BASH, name: "ed", steps });
    expect(edited).toContain("\nhello\n");
    expect(edited).toMatch(/\n\$\n\[match @N\]$/);
  });

  it("a time-out says how long steps may take, not what they wait for", async () => {
    const steps = ["echo $((6*7))", "echo $((7*7))"];
    expect(await call({ action: "start", command: BASH, name: "t", steps, timeout: 20_000 })).toMatch(
      /^\$ echo \$\(\(6\*7\)\)\n42\n\$ echo \$\(\(7\*7\)\)\n49\n\$\n\[prompt @N\]$/,
    );
    const began = performance.now();
    expect(await call({ action: "stdin", id: "t", data: "echo 0\r", timeout: 20_000 })).toBe("0\n$\n[prompt @N]");
    const pausing = [{ text: "echo a\r", wait: { timeout: 20_000 } }, "echo b"];
    expect(await call({ action: "stdin", id: "t", steps: pausing })).toBe("$ echo a\na\n$ echo b\nb\n$\n[prompt @N]");
    expect(performance.now() - began).toBeLessThan(10_000);
    const more = { data: "echo 1\r", steps: ["echo 2"], timeout: 20_000 };
    expect(await call({ action: "stdin", id: "t", ...more })).toBe("$ echo 1\n1\n$ echo 2\n2\n$\n[prompt @N]");
  });

  it("a pager that shows the name of its file", async () => {
    expect(await call({ action: "start", command: "exec less /etc/passwd", name: "page", wait: { input: true } })).toMatch(
      /\n\/etc\/passwd\n\[pager @N; cursor row 24 col 12\]$/,
    );
  });

  it("a program that reads in a thread of its own", async () => {
    const lines = [
      "import threading",
      "t = threading.Thread(target=lambda: [print(input('in> ')[::-1]) for _ in '12'])",
      "t.start()",
      "t.join()",
    ];
    const command = `exec python3 -c "${lines.join("; ")}"`;
    expect(await call({ action: "start", command, name: "th", steps: ["abc", { text: "xyz\r", wait: { exit: true } }] })).toBe(
      "in> abc\ncba\nin> xyz\nzyx\n[exited 0]",
    );
  });

  it("a program that reads without a prompt, after a while; one that computes is never at a prompt", async () => {
    expect(await call({ action: "start", command: "read a; read b; echo $a-$b", name: "rd", steps: ["1", "2"] })).toMatch(
      /1-2\n\[exited 0\]$/,
    );
    await call({ action: "start", command: "printf 'working: '; exec sleep 100", name: "busy" });
    await waitForScreen(person, "busy", /working:/);
    expect(await call({ action: "wait", id: "busy", wait: { prompt: true, timeout: 900 } })).toBe("working:\n[timeout @N]");
  });
});

describe("needs input", () => {
  it("a question, and a password, which says that what is typed will not show", async () => {
    const ask = "read -p 'Go on? [Y/n] ' x; read -s -p 'Password: ' y; echo; echo \"got $x\"; sleep 100";
    expect(await call({ action: "start", command: ask, name: "ask", wait: { input: true } })).toBe("Go on? [Y/n]\n[input @N]");
    expect(await call({ action: "stdin", id: "ask", data: "y\r", wait: { input: true } })).toBe(
      "Password:\n[input @N; input is hidden: send_secret]",
    );
    await expect(call({ action: "stdin", id: "ask", data: "hunter2\r" })).rejects.toThrow("send_secret");
  });
});

describe("steps", () => {
  it("stop at the first that fails, and say which", async () => {
    await call({ action: "start", command: BASH, name: "st", wait: true });
    const steps = ["echo one", { text: "sleep 100\r", wait: { prompt: true, timeout: 300 } }, "echo three"];
    expect(await call({ action: "stdin", id: "st", steps })).toBe(
      "$ echo one\none\n$ sleep 100\n[timeout in step 2 of 3, later not sent @N]",
    );
    expect(await call({ action: "stdin", id: "st", steps: [{ key: "C-c", wait: true }, "exit 4", "echo never"] })).toMatch(
      /\[exited 4 in step 2 of 3, later not sent\]$/,
    );
  });

  it("a wait after a wait goes on where the first one found its pattern", async () => {
    const text = await call({
      action: "start",
      command: "read x; echo A; echo B; echo C; sleep 100",
      name: "ww",
      wait: { quiet: 50 },
      steps: [{ text: "go\r" }, { wait: "^A$" }, { wait: "^B$" }, { wait: "^C$" }],
    });
    expect(text).toBe("go\nA\nB\nC\n[match @N]");
  });

  it("false is no wait: after a start, after input, even with a time limit, and after steps", async () => {
    expect(await call({ action: "start", command: "exec cat", name: "nw", wait: false })).toBe("nw");
    expect(await call({ action: "stdin", id: "nw", data: "one\r", wait: false, timeout: 9_000 })).toBe("");
    // A cat has no prompt, so a wait for one would last half a minute.
    await call({ action: "stdin", id: "nw", steps: ["two", { text: "three\r", wait: false }], wait: false });
    expect(await call({ action: "stdin", id: "nw", data: "four\r", wait: "^four$" })).toContain("[match @N]");
    expect(await call({ action: "wait", id: "nw", wait: false, timeout: 10 })).toBe("[timeout @N]");
  });

  it("wrong ones are refused before anything is typed", async () => {
    await call({ action: "start", command: "exec cat", name: "wr" });
    expect((await agent.call({ action: "stdin", id: "wr", steps: ["typed", { text: "x", wait: "(" }] })).text).toContain(
      "regular expression",
    );
    expect((await agent.call({ action: "stdin", id: "wr", steps: ["typed", { key: "Entre" }] })).text).toContain(
      "Did you mean Enter",
    );
    expect(await call({ action: "stdout", id: "wr" })).toBe("");
  });
});

describe("what a task costs an agent, in tokens of requests and answers", () => {
  const cost = async (calls: Record<string, unknown>[]): Promise<number> => {
    let tokens = 0;
    for (const args of calls) tokens += countTokens(JSON.stringify(args)) + countTokens((await agent.call(args)).text);
    return tokens;
  };
  const python = [
    "import math",
    "math.factorial(10)",
    "def fib(n):",
    "    return n if n < 2 else fib(n-1)+fib(n-2)",
    "",
    "[fib(i) for i in range(10)]",
    "1/0",
  ];

  it("a Python session: at most 700 one by one, 350 in one call", async () => {
    const one = { action: "start", command: "python3 -i", name: "t1", wait: { prompt: true } };
    const lines = python.map((line) => ({ action: "stdin", id: "t1", data: `${line}\r`, wait: { prompt: true } }));
    expect(await cost([one, ...lines, { action: "stop", id: "t1" }])).toBeLessThanOrEqual(700);
    expect(await cost([{ action: "start", command: "python3 -i", name: "t2", steps: python }])).toBeLessThanOrEqual(350);
  });

  it("a noisy build: at most 120", async () => {
    const command = "for i in $(seq 1 400); do echo cc -c file$i.c; done; echo 'error: no rule'; sleep 0.1; echo built; exit 2";
    const args = { action: "start", command, name: "t3", wait: { exit: true, pattern: "no match" }, lines: 2 };
    expect(await cost([args])).toBeLessThanOrEqual(120);
    // It stays: what comes after the match would be told, too, and its end.
    const staying = command.replace(/sleep .*/, "read x");
    const found = { ...args, command: staying, name: "t4", wait: { pattern: "error: .*" }, lines: 1 };
    expect(await call(found)).toBe("error: no rule\n[match @N; first 400 lines left out]");
  });
});

describe("submit", () => {
  /** An input field in raw mode: a read with text and Enter in it is a paste to it. */
  const FIELD = `
    process.stdin.setRawMode(true);
    let field = "";
    const draw = () => process.stdout.write("\\r\\x1b[K> " + field.split("\\n").join("\\r\\n  "));
    process.stdin.on("data", (data) => {
      const text = data.toString().replace(/\\x1b\\[20[01]~/g, "");
      if (text === "\\r") { process.stdout.write("\\r\\nSENT " + JSON.stringify(field) + "\\r\\n"); field = ""; }
      else field += text.replaceAll("\\r", "\\n");
      draw();
    });
    draw();`;
  const deaf = FIELD.replace('text === "\\r"', "false");
  const start = (name: string, program: string) =>
    call({ action: "start", command: `node -e '${program.replaceAll("'", "'\\''")}'`, name, wait: "> $" });

  it("Enter comes as a key of its own, with data and with submit", async () => {
    await start("field", FIELD);
    for (let index = 0; index < 20; index++) {
      expect(await call({ action: "stdin", id: "field", data: `data ${index}\r`, wait: "SENT .*" })).toContain(
        `SENT "data ${index}"`,
      );
      expect(await call({ action: "stdin", id: "field", data: `text ${index}`, submit: true, wait: "SENT .*" })).toContain(
        `SENT "text ${index}"`,
      );
    }
  });

  it("several lines are pasted in brackets where the program knows them", async () => {
    await start("pasting", `process.stdout.write("\\x1b[?2004h");${FIELD}`);
    expect(await call({ action: "stdin", id: "pasting", data: "one\ntwo", submit: true, wait: "SENT .*" })).toContain(
      'SENT "one\\ntwo"',
    );
    expect(await call({ action: "stdin", id: "pasting", data: "short", submit: true })).toBe("");
  });

  it("says so when the text still stands in the field", async () => {
    await start("deaf", `process.stdout.write("\\x1b[?2004h");${deaf}`);
    const submit = (args: object): Promise<string> => call({ action: "stdin", id: "deaf", data: "hello", submit: true, ...args });
    // Not while the program is still at work on it, which takes a busy machine longer than the call waits.
    await expect.poll(() => submit({})).toMatch(/\[quiet @N; unsent: /);
    await expect.poll(() => submit({ wait: { pattern: "SENT", timeout: 300 } })).toMatch(/\[timeout @N; unsent: /);
  });

  it.runIf(process.platform === "linux")(
    "does not say so while the program is at work and has not come back for the Enter",
    async () => {
      const go = join(host.home.root, "go");
      const atWork = FIELD.replace(
        "draw();\n    });",
        `draw();
      while (field === "hello" && !require("fs").existsSync("${go}")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    });`,
      );
      await start("at-work", atWork);
      expect(await call({ action: "stdin", id: "at-work", data: "hello", submit: true })).toBe("");
      writeFileSync(go, "");
      expect(await call({ action: "wait", id: "at-work", wait: "SENT .*" })).toContain('SENT "hello"');
    },
  );

  it("bash and python take it", async () => {
    await call({ action: "start", command: BASH, name: "bs", wait: true });
    expect(await call({ action: "stdin", id: "bs", data: "echo hi", submit: true, wait: true })).toBe("hi\n$\n[prompt @N]");
    expect(await call({ action: "stdin", id: "bs", data: "sleep 2", submit: true })).toBe("");
    await call({ action: "start", command: "python3 -q", name: "ps", wait: true });
    expect(await call({ action: "stdin", id: "ps", data: "6*7", submit: true, wait: true })).toBe("42\n>>>\n[prompt @N]");
  });
});

describe("the keyboard", () => {
  it("a takeover ends the wait; after the hand-back the next call tells what was typed and what changed", async () => {
    await call({ action: "start", command: BASH, name: "kb", wait: true });
    const waiting = call({ action: "stdin", id: "kb", data: "echo begun; sleep 0.5\r", wait: "never" });
    await waitForScreen(person, "kb", /^begun/m);
    await person.request("session/write", { id: "kb", input: [{ text: "echo by hand\r" }] });
    expect(await waiting).toMatch(/\[Ann took the keyboard, input is refused until they hand it back @N\]$/);
    expect((await agent.call({ action: "stdin", id: "kb", data: "x" })).text).toMatch(
      /^Ann \(a person, window\) has the keyboard/,
    );
    await waitForScreen(person, "kb", /^by hand/m);
    const free = call({ action: "wait", id: "kb", wait: { lease: true } });
    await person.request("session/write", { id: "kb", input: [{ text: "read -s -p 'hidden: ' x\r" }] });
    await waitForScreen(person, "kb", /^hidden: *$/m);
    await person.request("session/write", { id: "kb", input: [{ text: "secret\r" }], wait: { prompt: true } });
    await person.request("lease/release", { id: "kb" });
    expect(await free).toContain("[keyboard is free @N");
    const next = await call({ action: "stdin", id: "kb", data: "echo mine\r", wait: true });
    expect(next).toContain("mine\n$\n");
    expect(next).toMatch(/\[prompt @N; Ann had the keyboard and typed "echo by hand\\r.*" and hidden input\]$/);
    expect(next).not.toContain("secret");
    expect(await call({ action: "stdin", id: "kb", data: "echo more\r", wait: true })).toBe("more\n$\n[prompt @N]");
  });

  it("… also when that call waits for nothing", async () => {
    await call({ action: "start", command: BASH, name: "kb2", wait: true });
    await person.request("session/write", { id: "kb2", input: [{ text: "echo by hand\r" }], wait: { prompt: true } });
    await person.request("lease/release", { id: "kb2" });
    const text = await call({ action: "stdin", id: "kb2", data: "true\r" });
    expect(text).toContain("by hand\n$");
    expect(text).toMatch(/; Ann had the keyboard and typed "echo by hand\\r"\]$/);
    expect(await call({ action: "stdin", id: "kb2", data: "true\r" })).toBe("");
  });
});

/** Waiting over the protocol, without races. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { InputPart, WaitCondition, WaitOutcome } from "../../../shared/protocol.ts";
import { RawSocket } from "../../support/raw-socket.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

describe("a wait since an offset", () => {
  const bash = "exec env PS1='$ ' bash --norc -i";
  const until = (pattern: string) => ({ pattern, timeoutMs: 2000 });
  const line = (text: string) => [{ text: `${text}\r` }];

  it("finds what came since, whatever was typed and waited for after it", async () => {
    const { id } = await start(client, bash, { wait: { prompt: true } });
    const other = await host.connect();
    const { offset } = await other.request("session/write", { id, input: line("echo on''e") });
    await client.request("session/wait", { id, until: until("^one$") });
    await client.request("session/write", { id, input: line("echo tw''o"), wait: { prompt: true } });
    const found = await other.request("session/wait", { id, until: until("^one$"), since: offset });
    expect(found).toMatchObject({ ended: "match", match: "one", text: "echo on''e\none\n$\ntwo\n$" });
    // Where that one ended.
    const more = await other.request("session/wait", { id, until: { pattern: "o", timeoutMs: 100 }, since: found.offset });
    expect(more).toMatchObject({ ended: "timeout", text: "" });
    const prompt = await other.request("session/wait", { id, until: { prompt: true, timeoutMs: 2000 }, since: found.offset });
    expect(prompt).toMatchObject({ ended: "prompt", text: "" });
  });

  it("counts from the middle of a line, and goes on in it", async () => {
    const { id } = await start(client, "printf 'xx half a li'; read -s go; echo ne; sleep 100");
    await waitForScreen(client, id, /li$/);
    const request = { id, until: until("^half a line"), since: 3 };
    const early = client.request("session/wait", request);
    await client.request("session/wait", { ...request, until: { timeoutMs: 0 } });
    await client.request("session/write", { id, input: [{ text: "\r" }] });
    expect(await early).toMatchObject({ ended: "match", text: "half a line" });
    expect(await client.request("session/wait", request)).toMatchObject({ ended: "match", text: "half a line" });
  });

  it("finds what has left the scrollback, and in a program that has ended", async () => {
    const { id } = await start(client, "for i in $(seq 1 6000); do echo line $i; done", { wait: { exit: true } });
    const found = await client.request("session/wait", { id, until: { ...until("^line 7$"), maxLines: 2 }, since: 0 });
    expect(found).toMatchObject({ ended: "match", match: "line 7", text: "line 5999\nline 6000", omittedLines: 5998 });
    const late = await client.request("session/wait", { id, until: until("^line 7$"), since: 1000 });
    expect(late).toMatchObject({ ended: "exit" });
  });

  it("A4 fails in words when the pattern is too slow, and other sessions do not notice", async () => {
    const { id } = await start(client, "head -c 3000 /dev/zero | tr '\\0' a; echo '!'; sleep 100", { wait: until("!$") });
    const neighbor = await start(client, bash, { wait: { prompt: true } });
    const slow = client.request("session/wait", { id, until: until("(a+)+$"), since: 0 });
    await expect(slow).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringContaining("takes too long") as string,
    });
    expect(
      await client.request("session/write", { id: neighbor.id, input: line("echo fin''e"), wait: until("^fine$") }),
    ).toMatchObject({
      wait: { ended: "match" },
    });
  });

  it("names what nobody could see", async () => {
    const { id } = await start(client, "printf 'a\\033[8mhidden\\033[0mz\\n'", { wait: { exit: true } });
    const { text, hiddenText } = await client.request("session/wait", { id, until: {}, since: 1 });
    expect([text, hiddenText?.map(({ kind }) => kind)]).toEqual(["      z", ["concealed"]]);
  });
});

describe("a wait ends", () => {
  it("with a match, and tells what matched and what is new", async () => {
    const { wait } = await client.request("session/create", {
      command: "echo one; echo two; sleep 100",
      wait: { pattern: "^tw." },
    });
    expect(wait).toMatchObject({ ended: "match", match: "two", omittedLines: 0 });
    expect(wait?.text).toBe("one\ntwo");
    expect(wait?.exit).toBeUndefined();
  });

  it("when it has been quiet", async () => {
    const began = performance.now();
    const { wait } = await client.request("session/create", {
      command: "for i in 1 2 3 4; do echo $i; sleep 0.1; done; sleep 100",
      // Far longer than the program is silent between two lines, also where a `sleep` takes its time to start.
      wait: { quietMs: 3000 },
    });
    expect(wait).toMatchObject({ ended: "quiet", text: "1\n2\n3\n4" });
    expect(performance.now() - began).toBeGreaterThan(3250);
  });

  it("with the program", async () => {
    const { wait } = await client.request("session/create", { command: "echo bye; exit 3", wait: {} });
    expect(wait).toMatchObject({ ended: "exit", text: "bye", exit: { code: 3 } });
  });

  it("at its time-out, with what there is; and going on finds the rest", async () => {
    const { id } = await start(client, "echo first; read go; echo second; read go");
    await waitForScreen(client, id, /first/);
    const waited = await client.request("session/wait", { id, until: { pattern: "second", timeoutMs: 300 } });
    expect(waited).toMatchObject({ ended: "timeout", text: "first" });
    await client.request("session/write", { id, input: [{ text: "\r" }] });
    expect(await client.request("session/wait", { id, until: { pattern: "second" } })).toMatchObject({ ended: "match" });
    // Heard once is heard.
    const again = await client.request("session/wait", { id, until: { pattern: "second", timeoutMs: 100 } });
    expect(again).toMatchObject({ ended: "timeout", text: "" });
  });

  it("at its time-out even where the screen has seconds of output left to take in", async () => {
    await using busy = await startTestHost();
    const client = await busy.connect();
    // Each resets the whole screen.
    const resets = "yes $'\\ecx' | head -n 30000";
    const { id } = await start(client, `bash -c "${resets}; exec sleep 100"`, { size: { cols: 200, rows: 70 } });
    await until("the output is there", async () => (await client.request("session/read", { id })).end > 64 * 1024);
    // The screen is told after all that was printed before it, or never, when the host ends.
    const screen = client.request("session/screen", { id }).catch(() => {});
    const wait = client.request("session/wait", { id, until: { pattern: "never", timeoutMs: 0 } });
    expect(await Promise.race([screen.then(() => "the screen"), wait.then(({ ended }) => ended)])).toBe("timeout");
  });

  it("when it is cancelled; the program goes on", async () => {
    const { id } = await start(client, "echo up; exec cat");
    const controller = new AbortController();
    const waiting = client.request("session/wait", { id, until: { pattern: "never" } }, controller.signal);
    await waitForScreen(client, id, /up/);
    controller.abort();
    expect(await waiting).toMatchObject({ ended: "cancelled" });
    const { wait } = await client.request("session/write", { id, input: [{ text: "on\r" }], wait: { pattern: "^on$" } });
    expect(wait?.ended).toBe("match");
  });

  it("when its session is stopped", async () => {
    const { id } = await start(client, "exec cat");
    const waiting = client.request("session/wait", { id, until: { pattern: "never" } });
    await client.request("session/stop", { id });
    expect((await waiting).ended).toBe("exit");
  });

  it("with its connection, and leaves nothing behind", async () => {
    const { id } = await start(client, "exec cat");
    using raw = await RawSocket.open(host.home, "script");
    raw.post("session/wait", { id, until: { pattern: "never" } });
    await raw.request("session/list", {});
    raw[Symbol.dispose]();
    const { wait } = await client.request("session/write", { id, input: [{ text: "on\r" }], wait: { pattern: "^on$" } });
    expect(wait?.ended).toBe("match");
  });
});

describe("a key that changes nothing at a prompt ends the wait for that prompt", () => {
  it.each([
    ["exec env PS1='$ ' bash --norc -i", "C-z"],
    ["exec env PS1='$ ' bash --norc -i", "C-q"],
    ["exec env PS1='$ ' dash -i", "C-q"],
    ["zsh -f", "C-q"],
    ["python3 -q", "left"],
    ["gdb -q -nx", "up"],
    ["gdb -q -nx", "C-q"],
    ["node -i", "left"],
  ])("in %s: %s", async (program, key) => {
    const { id } = await start(client, program, { wait: { prompt: true, timeoutMs: 30_000 } });
    const { wait } = await client.request("session/write", { id, input: [{ key }], wait: { prompt: true, timeoutMs: 30_000 } });
    expect(wait).toMatchObject({ ended: "prompt" });
  });

  it("also where an event loop has more to wait for than its input, and a key that takes an old command back", async () => {
    const wait = { prompt: true, timeoutMs: 30_000 };
    const { id } = await start(client, "exec node -i", { wait });
    const press = async (input: InputPart) => (await client.request("session/write", { id, input: [input], wait })).wait;
    await press({ text: "require('net').createServer().listen(0, '127.0.0.1').ref().listening\r" });
    expect(await press({ key: "Tab" })).toMatchObject({ ended: "prompt", text: "" });
    expect(await press({ key: "Up" })).toMatchObject({ ended: "prompt", text: expect.stringMatching(/listening$/) as string });
    expect(await press({ key: "Home" })).toMatchObject({ ended: "prompt", text: "" });
  });

  it("also Ctrl+C in fish, once a command has been entered there", async () => {
    const wait = { prompt: true, timeoutMs: 30_000 };
    const { id } = await start(client, "exec fish --no-config", { wait });
    await client.request("session/write", { id, input: [{ text: "true\r" }], wait });
    const { wait: ended } = await client.request("session/write", { id, input: [{ key: "C-c" }], wait });
    expect(ended).toMatchObject({ ended: "prompt" });
  });

  it("not where the program is stopped", async () => {
    const { id } = await start(client, "exec python3 -q", { wait: { prompt: true, timeoutMs: 30_000 } });
    const sessions = await client.request("session/list", {});
    process.kill(sessions.find((session) => session.id === id)?.pid ?? 0, "SIGSTOP");
    const { wait } = await client.request("session/write", {
      id,
      input: [{ key: "left" }],
      wait: { prompt: true, timeoutMs: 1500 },
    });
    expect(wait).toMatchObject({ ended: "timeout" });
  });
});

describe("a wait is without races", () => {
  it("a match in the last output before the exit counts as a match, 50 of 50", async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const { session, wait } = await client.request("session/create", {
          command: `seq 1 ${200 + i}; printf READY`,
          wait: { pattern: "READY$" },
        });
        expect(wait).toMatchObject({ ended: "match", match: "READY" });
        await client.request("session/stop", { id: session.id });
      }),
    );
  });

  it("in a request of its own, it finds an answer that has come already", async () => {
    const { id } = await start(client, "read name; echo hello $name; exec cat");
    await client.request("session/write", { id, input: [{ text: "world\r" }] });
    await waitForScreen(client, id, /hello world/);
    const outcome = await client.request("session/wait", { id, until: { pattern: "hello (\\w+)" } });
    expect(outcome).toMatchObject({ ended: "match", match: "hello world" });
  });

  it("the echo of what is typed does not match", async () => {
    const { id } = await start(client, "exec bash --norc -i");
    await client.request("session/wait", { id, until: { pattern: "[#$] $" } });
    const { wait } = await client.request("session/write", {
      id,
      input: [{ text: "sleep 0.3; echo done\r" }],
      wait: { pattern: "done" },
    });
    expect(wait?.ended).toBe("match");
    expect(wait?.text.split("\n")[0]).toBe("done");
    await client.request("session/stop", { id });
  });

  it("an answer that ends with what was typed, behind what looks like a prompt, stays where no prompt is like it", async () => {
    const { id } = await start(client, 'while read -r line; do echo "-> $line"; done');
    for (const text of ["hello", "1", "hello"]) {
      const { wait } = await client.request("session/write", { id, input: [{ text: `${text}\r` }], wait: { pattern: "^->" } });
      expect(wait).toMatchObject({ ended: "match", text: `-> ${text}` });
    }
    const { id: python } = await start(client, `exec env PS1='$ ' bash --norc -i`, { wait: { prompt: true } });
    const input = [{ text: `python3 -c 'while 1: print("=>", input())'\r` }];
    await client.request("session/write", { id: python, input });
    const { wait } = await client.request("session/write", { id: python, input: [{ text: "abc\r" }], wait: { pattern: "abc$" } });
    expect(wait).toMatchObject({ ended: "match", text: expect.stringContaining("=> abc") as string });
  });

  it("what is typed before the first prompt does not match, though it is drawn again behind that", async () => {
    const go = join(host.home.root, "go");
    execFileSync("mkfifo", [go]);
    for (const [program, text] of [
      ["python3 -q", `x = open('${go}').read(); print('ready')`],
      ["node -i", `fs.readFileSync('${go}'); console.log('ready')`],
      ["exec env PS1='> ' bash --norc -i", `cat '${go}'; echo ready`],
    ] as const) {
      const { id } = await start(client, program, { size: { cols: 200, rows: 24 } });
      const written = client.request("session/write", { id, input: [{ text: `${text}\r` }], wait: { pattern: "ready" } });
      // Opens only once the program has read its line, and has shown it behind its prompt.
      await writeFile(go, "");
      const { wait } = await written;
      expect(wait?.text, program).toMatch(/^ready$/m);
    }
  });

  it("the same for a wait that begins behind it, in a call of its own or with the next line", async () => {
    const go = join(host.home.root, "typed-ahead");
    execFileSync("mkfifo", [go]);
    const line = `x = open('${go}').read(); print('ready')`;
    const size = { cols: 200, rows: 24 };
    const { id } = await start(client, "python3 -q", { size, steps: [{ input: [{ text: `${line}\r` }] }] });
    // Behind what the terminal has shown, and mostly before the program's prompt.
    await client.request("session/wait", { id, until: { pattern: ".", quietMs: 5 } });
    const waiting = client.request("session/wait", { id, until: { pattern: "ready" } });
    await writeFile(go, "");
    expect((await waiting).text).toMatch(/^ready$/m);

    const { id: other } = await start(client, "python3 -q", { size });
    await client.request("session/write", { id: other, input: [{ text: "early = 1\r" }] });
    const both = client.request("session/write", {
      id: other,
      input: [{ text: `${line}\r` }],
      wait: { pattern: "early|^ready" },
    });
    await writeFile(go, "");
    expect((await both).wait).toMatchObject({ ended: "match", match: "ready" });
  });

  it("what was typed in a full-screen program is no echo of it when something prints the same later", async () => {
    const go = join(host.home.root, "later");
    execFileSync("mkfifo", [go]);
    const { id } = await start(client, "exec env PS1='> ' bash --norc -i", { wait: { prompt: true } });
    const steps = [`(cat '${go}'; echo hello) &\r`, "vim -n -u NONE\r", "i", "hello\r", "\x1b:q!\r"];
    await client.request("session/steps", { id, steps: steps.map((text) => ({ input: [{ text }], wait: { prompt: true } })) });
    const waiting = client.request("session/wait", { id, until: { pattern: "^hello$" } });
    await writeFile(go, "");
    expect((await waiting).ended).toBe("match");
  });

  it("the same where the program begins between the text and its Enter, and draws the text in the same line", async () => {
    const shell = [
      "import os, termios, tty",
      "attributes = termios.tcgetattr(0); attributes[3] &= ~termios.ICANON; termios.tcsetattr(0, termios.TCSANOW, attributes)",
      "print('begun', flush=True)",
      // The text without its Enter, which comes at once where this program had to wait for a processor.
      "text = os.read(0, len('echo ready')).decode()",
      "tty.setraw(0, termios.TCSANOW)",
      "print('> ' + text, end='', flush=True)",
      "os.read(0, 1); print('\\r\\nready', end='\\r\\n> ', flush=True)",
      "os.read(0, 1)",
    ].join("\n");
    const program = join(host.home.root, "shell.py");
    await writeFile(program, shell);
    const { id } = await start(client, `python3 ${program}`, { wait: { pattern: "begun" } });
    const { wait } = await client.request("session/write", { id, input: [{ text: "echo ready\r" }], wait: { pattern: "ready" } });
    expect(wait).toMatchObject({ ended: "match", text: expect.stringMatching(/^ready$/m) as string });
  });

  it("where echo is off, what looks like an echo is an answer", async () => {
    const { id } = await start(client, "stty -echo; echo ready; exec cat");
    await client.request("session/wait", { id, until: { pattern: "ready" } });
    for (const text of ["same", "same", "other words"]) {
      const { wait } = await client.request("session/write", {
        id,
        input: [{ text: `${text}\r` }],
        wait: { pattern: `^${text}$` },
      });
      expect(wait).toMatchObject({ ended: "match", text });
    }
    await client.request("session/stop", { id });
  });

  describe("over a slow link", () => {
    const slowLink = join(import.meta.dirname, "../../fixtures/slow-link.py");
    // The echo comes long after Enter was written.
    const startFar = (): Promise<{ id: string }> =>
      start(client, `exec python3 ${slowLink} 150 env PS1='$ ' bash --norc -i`, { wait: { prompt: true, timeoutMs: 5000 } });
    const line = (text: string) => [{ text: `${text}\r` }];

    it("the echo of what is typed does not match, and is not told", async () => {
      const { id } = await startFar();
      const input = line("sleep 0.3; echo done");
      const { wait } = await client.request("session/write", { id, input, wait: { pattern: "done" } });
      expect(wait).toMatchObject({ ended: "match", text: expect.stringMatching(/^done/) as string });
      await client.request("session/stop", { id });
    });

    it("it does not stop steps, and stands in each of them where it was typed", async () => {
      const { id } = await startFar();
      const steps = ["echo FAI >/dev/null", "echo next"].map((text) => ({ input: line(text), wait: { prompt: true } }));
      const outcome = await client.request("session/steps", { id, steps, stopOn: "FAI" });
      expect(outcome).toMatchObject({ wait: { ended: "prompt", text: "$ echo FAI >/dev/null\n$ echo next\nnext\n$" } });
      expect(outcome).not.toHaveProperty("failed");
      await client.request("session/stop", { id });
    });

    it("what a command prints is no prompt, though it ends as one, where the shell's own is known", async () => {
      const { id } = await startFar();
      for (const [text, answer] of [
        ["echo hi", "hi"],
        ["printf 'Installing foo > '; sleep 0.6; echo done", "Installing foo > done"],
        ["printf 'a:\\n> '; sleep 0.6; echo done", "a:\n> done"],
      ] as const) {
        const { wait } = await client.request("session/write", { id, input: line(text), wait: { prompt: true } });
        expect(wait).toMatchObject({ ended: "prompt", text: `${answer}\n$` });
      }
      await client.request("session/stop", { id });
    });

    it("what a program far away hides is masked, and the echo of what follows is still known", async () => {
      const { id } = await startFar();
      const steps = ["read -s word; echo", "hunter2", "echo $word | tr a-z A-Z"].map((text) => ({
        input: line(text),
        wait: text.startsWith("read") ? { quietMs: 600 } : { prompt: true },
      }));
      const { wait } = await client.request("session/steps", { id, steps });
      const echoed = "$ read -s word; echo\n••••\n$ echo $word | tr a-z A-Z\nHUNTER2\n$";
      expect(wait).toMatchObject({ ended: "prompt", text: echoed });
      const again = await client.request("session/write", { id, input: line("echo DO''NE"), wait: { pattern: "DO" } });
      expect(again.wait).toMatchObject({ ended: "match", text: expect.stringMatching(/^DONE/) as string });
      await client.request("session/stop", { id });
    });
  });

  it("100 questions in a row each get their own answer", async () => {
    const { id } = await start(client, 'exec python3 -q -c \'while True: print("=", int(input("? ")) * 3)\'');
    await client.request("session/wait", { id, until: { pattern: "\\? $" } });
    for (let number = 0; number < 100; number++) {
      const { wait } = await client.request("session/write", {
        id,
        input: [{ text: `${number}\r` }],
        wait: { pattern: "= (\\d+)" },
      });
      expect(wait?.match).toBe(`= ${number * 3}`);
    }
    await client.request("session/stop", { id });
  });
});

describe("a wait is refused", () => {
  it("for an escape that only the flag u knows, in place of a wait that cannot end; a search and stopOn are, too", async () => {
    const { id } = await start(client, "exec cat");
    const pattern = "\\p{Foo}";
    const message = expect.stringContaining("Invalid property name (\\p{Foo} counts only with the flag u)") as string;
    for (const ask of [
      () => client.request("session/wait", { id, until: { pattern } }),
      () => client.request("session/write", { id, input: [{ text: "typed\r" }], wait: { pattern } }),
      () => client.request("session/steps", { id, steps: [{ input: [{ text: "typed\r" }] }], stopOn: pattern }),
      () => client.request("session/search", { id, pattern }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: "bad-request", message });
    }
    expect((await client.request("session/screen", { id })).text).toBe("");
    await client.request("session/stop", { id });
  });

  it("for an invalid pattern, before anything is typed or started", async () => {
    const { id } = await start(client, "exec cat");
    await expect(
      client.request("session/write", { id, input: [{ text: "typed\r" }], wait: { pattern: "(" } }),
    ).rejects.toMatchObject({ code: "bad-request", message: expect.stringContaining("JavaScript regular expression") as string });
    const sessions = (await client.request("session/list", {})).length;
    await expect(client.request("session/create", { command: "true", wait: { pattern: "[" } })).rejects.toMatchObject({
      code: "bad-request",
    });
    expect((await client.request("session/list", {})).length).toBe(sessions);
    const { text } = await client.request("session/screen", { id });
    expect(text).toBe("");
  });
});

describe("lines that come after an answer", () => {
  const line = (text: string) => [{ text: `${text}\r` }];

  /** A shell beside which something prints two lines when `print` is called. */
  async function shellBesideAnother() {
    const other = await host.connect();
    const { id } = await start(client, "exec env PS1='$ ' bash --norc -i", { wait: { prompt: true } });
    const pipe = join(host.home.root, `${id}.pipe`);
    const job = `mkfifo ${pipe}; ( (read go <${pipe}; echo tw''o; echo thr''ee) & )`;
    await client.request("session/write", { id, input: line(job), wait: { prompt: true } });
    const print = async (): Promise<void> => {
      writeFileSync(pipe, "go\n");
      await waitForScreen(other, id, /three\n*$/);
    };
    return { id, other, print };
  }

  it("are told with the next input, as a person would have seen them, and once", async () => {
    const { id, print } = await shellBesideAnother();
    await print();
    const write = { id, input: line("echo fo''ur"), wait: { prompt: true } } as const;
    const seen = "$ two\nthree\necho fo''ur\nfour\n$";
    expect((await client.request("session/write", write)).wait).toMatchObject({ ended: "prompt", text: seen });
    expect((await client.request("session/write", write)).wait).toMatchObject({ ended: "prompt", text: "four\n$" });
  });

  it("are told with what somebody else has typed", async () => {
    const { id, other } = await shellBesideAnother();
    await other.request("session/write", { id, input: line("echo fi''ve"), wait: { prompt: true } });
    const answer = await client.request("session/write", { id, input: line("echo fo''ur"), wait: { prompt: true } });
    expect(answer.wait).toMatchObject({ text: "$ echo fi''ve\nfive\n$ echo fo''ur\nfour\n$" });
  });

  it("never match what the next input waits for", async () => {
    const { id, print } = await shellBesideAnother();
    await print();
    const wait = { pattern: "^three$", timeoutMs: 100 };
    const answer = await client.request("session/write", { id, input: line("echo fo''ur"), wait });
    expect(answer.wait).toMatchObject({ ended: "timeout", text: expect.stringContaining("two\nthree\n") });
  });

  it("are not told again to a reader who has looked at the whole screen", async () => {
    const { id, print } = await shellBesideAnother();
    await print();
    await client.request("session/screen", { id });
    const answer = await client.request("session/write", { id, input: line("echo fo''ur"), wait: { prompt: true } });
    expect(answer.wait).toMatchObject({ ended: "prompt", text: "four\n$" });
  });

  it("come before those of several steps, and after a look at one line", async () => {
    const { id, print } = await shellBesideAnother();
    await print();
    await client.request("session/screen", { id, lines: 1 });
    const steps = ["fo''ur", "fi''ve"].map((text) => ({ input: line(`echo ${text}`), wait: { prompt: true } }));
    const seen = "$ two\nthree\necho fo''ur\nfour\n$ echo fi''ve\nfive\n$";
    expect((await client.request("session/steps", { id, steps })).wait).toMatchObject({ text: seen });
  });

  it("do not count where only a prompt has come", async () => {
    const { id, other } = await shellBesideAnother();
    await client.request("session/write", { id, input: line("echo si''x"), wait: { pattern: "^six$" } });
    await waitForScreen(other, id, /six\n\$$/);
    const answer = await client.request("session/write", { id, input: line("echo fo''ur"), wait: { prompt: true } });
    expect(answer.wait).toMatchObject({ ended: "prompt", text: "four\n$" });
  });
});

it("finds the prompt of a program in a terminal session of its own, which reads from outside the foreground job", async () => {
  const { id } = await start(client, "exec setsid -w env PS1='$ ' bash --norc -i", { wait: { prompt: true, timeoutMs: 5000 } });
  const wait = { prompt: true, timeoutMs: 5000 };
  const answer = await client.request("session/write", { id, input: [{ text: "echo on''e\r" }], wait });
  expect(answer.wait).toMatchObject({ ended: "prompt", text: "one\n$" });
});

it("finds that fish awaits the rest of a command, which it shows by nothing but the place of the cursor", async () => {
  const wait = { prompt: true, timeoutMs: 5000 };
  const { id } = await start(client, "exec fish --no-config", { wait });
  for (const text of ["for i in 1 2", "echo $i", "if true", "end"]) {
    const { wait: begun } = await client.request("session/write", { id, input: [{ text: `${text}\r` }], wait });
    expect(begun, text).toMatchObject({ ended: "prompt", text: "" });
  }
  const { wait: ended } = await client.request("session/write", { id, input: [{ text: "end\r" }], wait });
  expect(ended).toMatchObject({ ended: "prompt", text: expect.stringMatching(/^1\n2\n/) as string });
});

it.runIf(process.platform === "linux")(
  "does not take a program that looks for keys while it works for one at its prompt",
  async () => {
    const wait = { prompt: true, timeoutMs: 10_000 };
    const { id } = await start(client, "exec env PS1='$ ' bash --norc -i", { wait });
    const look = "select.select([sys.stdin], [], [], 0.2)";
    const work = `import select, sys; print("Checking: ", end="", flush=True); [${look} for _ in range(3)]; print("do" + "ne")`;
    for (let time = 0; time < 2; time++) {
      const answer = await client.request("session/write", { id, input: [{ text: `python3 -c '${work}'\r` }], wait });
      expect(answer.wait).toMatchObject({ ended: "prompt", text: "Checking: done\n$" });
    }
  },
);

describe.runIf(process.platform === "linux")("what the kernel says of the reader", () => {
  const bash = "exec env PS1='$ ' bash --norc -i";
  const wait = { prompt: true, timeoutMs: 20_000 };
  const run = async (id: string, text: string) =>
    (await client.request("session/write", { id, input: [{ text: `${text}\r` }], wait })).wait;

  it("counts what a watched epoll watches, as Racket has it", async () => {
    const { id } = await start(client, bash, { wait });
    const program = [
      "import os, select, sys",
      "inner = select.epoll(); inner.register(0, select.EPOLLIN)",
      "outer = select.poll(); outer.register(inner.fileno(), select.POLLIN); outer.register(os.pipe()[0], select.POLLIN)",
      "while True: print('calc> ', end='', flush=True); outer.poll(); print(eval(sys.stdin.readline()))",
    ];
    writeFileSync(join(host.home.root, "nested.py"), program.join("\n"));
    expect(await run(id, `python3 ${join(host.home.root, "nested.py")}`)).toMatchObject({ ended: "prompt" });
    expect(await run(id, "1 + 2")).toMatchObject({ ended: "prompt", text: "3\ncalc>" });
  });

  it("does not take a child that reads for the prompt of a parent at work", async () => {
    const { id } = await start(client, bash, { wait });
    const go = join(host.home.root, "go on");
    execFileSync("mkfifo", [go]);
    const parent = `import subprocess; p = subprocess.Popen(["cat"]); print("build"); open("${go}").read(); p.kill(); print("built")`;
    writeFileSync(join(host.home.root, "parent.py"), parent);
    const built = run(id, `python3 ${join(host.home.root, "parent.py")}`);
    await waitForScreen(client, id, /build$/);
    // Where the child counted for all of the job, the wait would be over by now.
    using other = await host.connect();
    await other.request("session/wait", { id, until: { quietMs: 500 } });
    await writeFile(go, "");
    expect(await built).toMatchObject({ ended: "prompt", text: "build\nbuilt\n$" });
  });

  const relays: [name: string, command: () => string][] = [
    ["script", () => "exec script -qc 'bash --norc -i' /dev/null"],
    ["sudo", () => "exec sudo -n env PS1='$ ' bash --norc -i"],
    ["asciinema", () => "exec asciinema rec -q -c 'bash --norc -i' /dev/null"],
    [
      "screen",
      () =>
        `export SCREENDIR='${join(host.home.root, "screens")}'; mkdir -m 700 "$SCREENDIR"; exec screen -c /dev/null bash --norc -i`,
    ],
    // It gathers lines for a shell that does not edit them itself.
    ["rlwrap", () => "exec rlwrap bash --norc --noediting -i"],
    ["expect", () => "exec expect -c 'spawn -noecho bash --norc -i; interact'"],
    ["tmux", () => `exec tmux -S ${join(host.home.root, "tmux")} -f /dev/null new-session 'bash --norc -i'`],
  ];
  // The kernel tells of what sudo has started to root alone.
  const seen = relays.filter(([name]) => name !== "sudo" || process.getuid?.() === 0);

  it.concurrent.each(seen)("sees through %s who reads the terminal within", async (name, command) => {
    const { id } = await start(client, `export PS1='$ '; ${command()}`, { wait });
    expect(await run(id, "echo $((40 + 2))")).toMatchObject({ ended: "prompt", text: expect.stringContaining("42") as string });
    const go = join(host.home.root, `${name} goes on`);
    execFileSync("mkfifo", [go]);
    const working = run(id, `printf 'Working > '; read line < '${go}'; echo do''ne`);
    await waitForScreen(client, id, /Working >/);
    // Where the relay counted as the reader, the wait would be over by now.
    using other = await host.connect();
    await other.request("session/wait", { id, until: { quietMs: 1500 } });
    await writeFile(go, "\n");
    expect(await working).toMatchObject({ ended: "prompt", text: expect.stringContaining("done") as string });
    // What is typed ahead wakes the relay, and not the program.
    await client.request("session/write", { id, input: [{ text: `printf 'Saving > '; read line < '${go}'; echo sa''ved\r` }] });
    await waitForScreen(client, id, /Saving >/);
    const ahead = run(id, "echo the e''nd");
    await other.request("session/wait", { id, until: { quietMs: 1500 } });
    await writeFile(go, "\n");
    expect(await ahead).toMatchObject({ ended: "prompt", text: expect.stringContaining("the end") as string });
    const asked = run(id, "read -p 'Color: '; echo got $REPLY");
    expect(await asked).toMatchObject({ ended: "input", text: expect.stringContaining("Color:") as string });
    expect(await run(id, "blue")).toMatchObject({ ended: "prompt", text: expect.stringContaining("got blue") as string });
    // Python reads with readline, as full-screen programs read their keys.
    await run(id, "python3 -q");
    expect(await run(id, "input('Name: ')")).toMatchObject({ ended: "input", text: expect.stringContaining("Name:") as string });
  });

  it("in one of several windows of tmux, where all of them wait; where one works, it may be the one with the keys", async () => {
    const command = `exec tmux -S ${join(host.home.root, "windows")} -f /dev/null new-session 'bash --norc -i'`;
    const { id } = await start(client, command, { wait });
    const asked = await run(id, `tmux new-window 'read -p "Your name: " name; read -p "Age: "; sleep 60'`);
    expect(asked).toMatchObject({ ended: "input", text: expect.stringContaining("Your name:") as string });
    expect(await run(id, "Ada")).toMatchObject({ ended: "input", text: expect.stringContaining("Age:") as string });
    const input: InputPart[] = [{ text: "36\r" }];
    const { wait: working } = await client.request("session/write", { id, input, wait: { input: true, timeoutMs: 4000 } });
    expect(working).toMatchObject({ ended: "timeout" });
  });

  it("tells of a key that tmux keeps for itself, though the program within sleeps on", async () => {
    const command = `exec tmux -S ${join(host.home.root, "kept")} -f /dev/null new-session 'bash --norc -i'`;
    const { id } = await start(client, command, { wait });
    const input: InputPart[] = [{ key: "C-b" }, { text: "w" }];
    const { wait: chosen } = await client.request("session/write", { id, input, wait });
    expect(chosen).toMatchObject({ ended: "input" });
  });

  it("takes what a shell with marks asks in a command of its own for a question, whatever it looks like", async () => {
    const { id } = await start(client, "bash", { wait });
    expect(await run(id, "read -p 'Name › '; echo; read -e -p 'Edit: ' -i preset")).toMatchObject({ ended: "input" });
    expect(await run(id, "Ada")).toMatchObject({ ended: "input", text: expect.stringContaining("Edit: preset") as string });
    expect(await run(id, "")).toMatchObject({ ended: "prompt" });
    expect(await run(id, "PS3='Which one> '; select color in red blue; do [ $color ] && break; done")).toMatchObject({
      ended: "input",
    });
    expect(await run(id, "1")).toMatchObject({ ended: "prompt" });
    // The shell awaits the rest of a command: it has not begun.
    expect(await run(id, "for i in 1 2; do")).toMatchObject({ ended: "prompt" });
    expect(await run(id, "echo $i; done")).toMatchObject({ ended: "prompt" });
    // From here on, no mark says that a command has ended.
    for (const line of ["unset PROMPT_COMMAND; PS1='% '", "exec bash --norc", "exec python3 -q"])
      expect(await run(id, line), line).toMatchObject({ ended: "prompt" });
  });

  it("tells of keys that the terminal has shown, and keeps for the rest of the line", async () => {
    const { id } = await start(client, `exec python3 -c 'while 1: input("Name: ")' < /dev/tty`, { wait: { input: true } });
    for (const key of ["Tab", "Left", "BSpace"]) {
      const answer = await client.request("session/write", { id, input: [{ key }], wait });
      expect(answer.wait, key).toMatchObject({ ended: "input" });
    }
  });

  it("… also to an event loop that reads lines", async () => {
    const loop = "import asyncio, sys; loop = asyncio.new_event_loop(); loop.add_reader(0, sys.stdin.readline)";
    const { id } = await start(client, `exec python3 -c '${loop}; print("ready> ", end="", flush=True); loop.run_forever()'`, {
      wait,
    });
    const answer = await client.request("session/write", { id, input: [{ key: "Up" }], wait });
    expect(answer.wait).toMatchObject({ ended: "input" });
  });

  it("does not take the wait for the rest of a key for the end of what Escape brings about", async () => {
    const { id } = await start(client, bash, { wait });
    await run(id, "whiptail --yesno Sure 8 30; echo left $?");
    const { wait: left } = await client.request("session/write", { id, input: [{ key: "Escape" }], wait });
    expect(left).toMatchObject({ ended: "prompt", text: expect.stringContaining("left 255") as string });
  });
});

it("a full-screen program that looks for keys while its command runs is at work until that has ended", async () => {
  const go = join(host.home.root, "go-on");
  execFileSync("mkfifo", [go]);
  const wait = { prompt: true, timeoutMs: 2500 };
  const { id } = await start(client, "exec vim -n -u NONE", { wait });
  const { wait: waited } = await client.request("session/write", { id, input: [{ text: `:r!cat '${go}'\r` }], wait });
  expect(waited).toMatchObject({ ended: "timeout" });
  await writeFile(go, "read\n");
  const next = await client.request("session/wait", { id, until: wait });
  expect(next).toMatchObject({ ended: "prompt", text: expect.stringContaining("read") as string });
});

it.runIf(process.platform === "linux")(
  "a key that a full-screen program ignores ends a wait, though timers wake it; not one that has begun work",
  async () => {
    const wait = { prompt: true, timeoutMs: 4500 };
    const program = [
      "import os, select, subprocess, threading, time, tty",
      "tty.setraw(0); inner = os.pipe()[0]; print('\\x1b[?1049h\\x1b[5;5Hhello\\x1b[H', end='', flush=True)",
      "works = {b't': lambda: threading.Thread(target=time.sleep, args=(60,)).start(), b'p': lambda: subprocess.Popen(['sleep', '60'])}",
      "while True:",
      "  if 0 in select.select([0, inner], [], [], 0.5)[0]: works.get(os.read(0, 99), lambda: None)()",
    ];
    const file = join(host.home.root, "ignores.py");
    await writeFile(file, program.join("\n"));
    const press = async (key: string): Promise<string | undefined> => {
      const { session, wait: opened } = await client.request("session/create", { command: `exec python3 ${file}`, wait });
      expect(opened).toMatchObject({ ended: "input" });
      const answer = await client.request("session/write", { id: session.id, input: [{ text: key }], wait });
      await client.request("session/stop", { id: session.id });
      return answer.wait?.ended;
    };
    expect(await Promise.all(["x", "t", "p"].map(press))).toEqual(["input", "timeout", "timeout"]);
  },
);

it.runIf(process.platform === "linux")(
  "a full-screen program that only shows the time is quiet; one that counts its own time may be at work",
  async () => {
    const showing = async (time: string): Promise<string | undefined> => {
      const page = `print('\\x1b[?1049h\\x1b[5;5Hhello', end='')`;
      const tick = `print('\\x1b[1;9H' + ${time} + '\\x1b[5;5H', end='', flush=True)`;
      const file = join(host.home.root, `shows-${time.length}.py`);
      const loop = `while True:\n  ${tick}\n  if 0 in select.select([0, inner], [], [], 1)[0]: os.read(0, 99)`;
      const start = `began = time.time() - 3600; inner = os.pipe()[0]; tty.setraw(0)`;
      await writeFile(file, `import os, select, time, tty\n${start}\n${page}\n${loop}`);
      const wait = { prompt: true, timeoutMs: 5000 };
      const { session, wait: waited } = await client.request("session/create", { command: `exec python3 ${file}`, wait });
      await client.request("session/stop", { id: session.id });
      return waited?.ended;
    };
    const counts = "time.strftime('%H:%M:%S', time.gmtime(time.time() - began))";
    expect(await Promise.all([showing("time.strftime('%H:%M:%S')"), showing(counts)])).toEqual(["input", "timeout"]);
  },
);

describe("on a blank line, an event loop", () => {
  const loop = "process.stdin.on('data', () => {}); console.log('ready');";
  const wait = { prompt: true, timeoutMs: 4500 };
  const startLoop = async (work: string, until: WaitCondition = wait): Promise<string | undefined> => {
    const command = `exec node -e "${loop} ${work}"`;
    const { session, wait: waited } = await client.request("session/create", { command, wait: until });
    await client.request("session/stop", { id: session.id });
    return waited?.ended;
  };

  it.runIf(process.platform === "linux")(
    "asks for input where nothing else can wake it, and is at work where a timer, a child, a connection or a thread can",
    async () => {
      const works = [
        "",
        "setTimeout(() => {}, 60000)",
        "require('child_process').spawn('sleep', ['60'])",
        "require('net').createServer().listen(0, '127.0.0.1')",
        "new (require('worker_threads').Worker)('setTimeout(() => {}, 60000)', { eval: true })",
      ];
      expect(await Promise.all(works.map((work) => startLoop(work)))).toEqual(["input", ...works.slice(1).map(() => "timeout")]);
      // Who waits for a question takes more for one, but not what a timer or a child may end.
      const asked = await Promise.all(works.slice(0, 3).map((work) => startLoop(work, { input: true, timeoutMs: 4500 })));
      expect(asked).toEqual(["input", "timeout", "timeout"]);
    },
  );

  it.runIf(process.platform === "linux")("asks where it wakes itself through a pair of sockets, as asyncio does", async () => {
    const program = "import asyncio, sys; loop = asyncio.new_event_loop(); loop.add_reader(0, sys.stdin.readline)";
    const command = `exec python3 -c "${program}; print('ready'); loop.run_forever()"`;
    const { session, wait: waited } = await client.request("session/create", { command, wait });
    expect(waited).toMatchObject({ ended: "input" });
    await client.request("session/stop", { id: session.id });
  });

  it.runIf(process.platform === "linux")(
    "asks in a thread of its own, too, while the others only wait for each other, as those of Java and Erlang do; not while one sleeps",
    async () => {
      const reads = "threading.Thread(target=sys.stdin.readline, daemon=True).start(); print('ready')";
      const startThreads = async (waits: string): Promise<string | undefined> => {
        const command = `exec python3 -c "import sys, threading, time; ${reads}; ${waits}"`;
        const { session, wait: waited } = await client.request("session/create", { command, wait });
        await client.request("session/stop", { id: session.id });
        return waited?.ended;
      };
      const waits = ["[threading.Event().wait(0.2) for _ in range(500)]", "time.sleep(60)"];
      expect(await Promise.all(waits.map(startThreads))).toEqual(["input", "timeout"]);
    },
  );

  it("shows an editor far away that stands in a blank line; a command in tmux far away has nothing but the bar below", async () => {
    const slowLink = join(import.meta.dirname, "../../fixtures/slow-link.py");
    const far = async (program: string): Promise<WaitOutcome | undefined> => {
      const command = `exec env TERM=xterm-256color python3 ${slowLink} 1 ${program}`;
      const { session, wait: waited } = await client.request("session/create", { command, wait });
      await client.request("session/stop", { id: session.id });
      return waited;
    };
    const socket = join(host.home.root, "far-tmux");
    expect(await far("vim -u NONE -N none.txt")).toMatchObject({ ended: "input" });
    const command = await far(`tmux -S ${socket} -f /dev/null new 'echo works; sleep 60'`);
    expect(command).toMatchObject({ ended: "timeout", text: expect.stringContaining("works") as string });
  });

  it.runIf(process.platform === "linux")(
    "is at a prompt below a server's reply that says that it ends, and not below one that goes on",
    async () => {
      const replies: Record<string, string> = { HELO: "250-mail\r\n250 SIZE\r\n", LIST: "150 coming\r\n" };
      const server = createServer((socket) => {
        socket.write("220 ready\r\n");
        socket.on("data", (data) => socket.write(replies[data.toString().trim()] ?? ""));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const program = [
        "import os, select, socket",
        `far = socket.create_connection(("127.0.0.1", ${port}))`,
        "while True:",
        "  for ready in select.select([0, far], [], [])[0]: os.write(far.fileno() if ready == 0 else 1, os.read(0 if ready == 0 else far.fileno(), 4096))",
      ];
      const file = join(host.home.root, "line-client.py");
      await writeFile(file, program.join("\n"));
      try {
        const { session, wait: opened } = await client.request("session/create", { command: `exec python3 ${file}`, wait });
        expect(opened).toMatchObject({ ended: "prompt", text: "220 ready" });
        const ask = async (text: string): Promise<string | undefined> => {
          const input = [{ text: `${text}\r` }];
          return (await client.request("session/write", { id: session.id, input, wait })).wait?.ended;
        };
        expect([await ask("HELO"), await ask("LIST")]).toEqual(["prompt", "timeout"]);
        await client.request("session/stop", { id: session.id });
      } finally {
        server.close();
      }
    },
  );

  it("awaits what is to be entered in several lines where the last line tells how to end it, as node's editor does", async () => {
    const { id } = await start(client, "exec node", { wait });
    const { wait: waited } = await client.request("session/write", { id, input: [{ text: ".editor\r" }], wait });
    expect(waited).toMatchObject({ ended: "input", text: expect.stringContaining("to finish") as string });
  });

  it("does not where it passes on what a program far away prints", async () => {
    const slowLink = join(import.meta.dirname, "../../fixtures/slow-link.py");
    const command = `exec python3 ${slowLink} 1 node -e "${loop}"`;
    const { session, wait: waited } = await client.request("session/create", { command, wait });
    expect(waited).toMatchObject({ ended: "timeout", text: "ready" });
    await client.request("session/stop", { id: session.id });
  });
});

/** Commands in live shells: exactly their output and exit code, in bash, zsh and fish. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { Result } from "../../../shared/protocol.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome } from "../../support/home.ts";
import { type McpAgent, startMcpAgent } from "../../support/mcp-agent.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let client: Client;
let agent: McpAgent;
let userHome: string;
/** For names. */
let hooked = 0;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect("script");
  userHome = join(host.home.root, "user");
  mkdirSync(join(userHome, ".config", "fish"), { recursive: true });
  writeFileSync(join(userHome, ".bashrc"), 'PROMPT_COMMAND="OWN=yes"\nPS1="own bash\\$ "\n');
  writeFileSync(join(userHome, ".zshrc"), 'OWN=yes\nPS1="own zsh%% "\n');
  writeFileSync(
    join(userHome, ".config", "fish", "config.fish"),
    "set -g OWN yes\nfunction fish_prompt; echo -n 'own fish> '; end\n",
  );
  agent = await startMcpAgent("2025", host.home, { env: { SHELL: "/bin/bash", TERM: "xterm-256color", HOME: userHome } });
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

async function start(id: string, command: string): Promise<void> {
  const env = { ...host.home.env, HOME: userHome, SHELL: "/bin/bash", PATH: process.env["PATH"] ?? "" };
  await client.request("session/create", { id, command, cwd: host.home.root, env });
}

async function run(id: string, command: string, options: { timeoutMs?: number } = {}): Promise<Result<"session/run">> {
  return client.request("session/run", { id, command, ...options });
}

describe.each(["bash", "bash -l", "zsh", "fish"])("run in %s", (shell) => {
  const id = shell.replaceAll(" ", "");
  beforeAll(() => start(id, shell));

  it("is at its prompt after keys that change nothing there", async () => {
    await client.request("session/wait", { id, until: { prompt: true } });
    for (const key of ["C-c", "C-u"]) {
      const { wait } = await client.request("session/write", { id, input: [{ key }], wait: { prompt: true } });
      expect(wait, key).toMatchObject({ ended: "prompt" });
    }
  });

  it("answers with exactly the output and the exit code", async () => {
    expect(await run(id, "echo hello; printf 'a\\nb'")).toMatchObject({ ended: "finished", exitCode: 0, text: "hello\na\nb" });
    expect(await run(id, "true")).toMatchObject({ exitCode: 0, text: "" });
    expect(await run(id, "false")).toMatchObject({ exitCode: 1, text: "" });
    expect(await run(id, "sh -c 'echo oops >&2; exit 7'")).toMatchObject({ exitCode: 7, text: "oops" });
    expect(await client.request("session/run", { id, command: "seq 300", maxLines: 300 })).toMatchObject({
      text: Array.from({ length: 300 }, (_, n) => n + 1).join("\n"),
      omittedLines: 0,
    });
    expect(await run(id, "printf '\\033[31mred\\033[0m'")).toMatchObject({ text: "red" });
  });

  it.each([1000, 1912, 1984])("answers with nothing but its output to a command of %i characters", async (length) => {
    const words = Array.from({ length: 500 }, (_, n) => `w${String(n).padStart(4, "0")}`).join(" ");
    const command = `echo ${words.slice(0, length - 5).trim()}`;
    const answer = await run(id, command);
    expect(answer).toMatchObject({ text: command.slice(5), exitCode: 0 });
    expect(answer.earlier?.text).toBeUndefined();
  });

  it("ends when nothing but input makes the command go on, and says whether that shows", async () => {
    const answered = async (text: string): Promise<void> => {
      await client.request("session/write", { id, input: [{ text }], wait: { prompt: true } });
    };
    const asks = "sh -c 'printf \"Your name: \"; read x'";
    const asked = await run(id, `echo first; ${asks}`, { timeoutMs: 20_000 });
    expect(asked).toMatchObject({ ended: "input", text: expect.stringMatching(/^first\nYour name:/) as string });
    expect(asked).not.toHaveProperty("hidden");
    await answered("Bob\r");
    expect(await run(id, "cat", { timeoutMs: 20_000 })).toMatchObject({ ended: "input" });
    await answered("\x03");
    // Behind a program that hands the keys on, as sudo does.
    expect(await run(id, "script -qc cat /dev/null", { timeoutMs: 20_000 })).toMatchObject({ ended: "input" });
    await answered("\x03");
    const secret = "sh -c 'stty -echo; printf \"Password: \"; read x; stty echo'";
    expect(await run(id, secret, { timeoutMs: 20_000 })).toMatchObject({ ended: "input", hidden: true, text: "Password: " });
    await answered("sesame\r");
    // An event loop without anything else to wait for, and a program with a thread that waits for signals only.
    expect(await run(id, "node", { timeoutMs: 20_000 })).toMatchObject({ ended: "input" });
    await answered(".exit\r");
    expect(await run(id, "vim -u NONE -c 'set updatetime=50'", { timeoutMs: 20_000 })).toMatchObject({ ended: "input" });
    await answered(":q!\r");
    expect(await run(id, "sleep 1.3; echo slow")).toMatchObject({ ended: "finished", text: "slow" });
    const timer = "setTimeout(() => { console.log('slow'); process.exit(); }, 1300)";
    expect(await run(id, `node -e "process.stdin.resume(); ${timer}"`)).toMatchObject({ ended: "finished", text: "slow" });
  });

  it("keeps the shell's folder and variables from one command to the next", async () => {
    await run(id, "mkdir -p 'a é'");
    await run(id, "cd 'a é'");
    expect(await run(id, "pwd")).toMatchObject({ text: join(host.home.root, "a é") });
    const facts = await client.request("session/facts", { id });
    expect(facts.shell).toEqual({ folder: join(host.home.root, "a é"), lastExitCode: 0 });
    await run(id, "cd ..");
  });

  it("A15: hides its nonce from programs", async () => {
    expect(await run(id, "env | grep -c COTTY_SHELL")).toMatchObject({ text: "0", exitCode: 1 });
  });

  it("takes back a command that is not whole, and the shell goes on", async () => {
    await expect(run(id, "echo 'open")).rejects.toThrow("The command is not whole");
    expect(await run(id, "echo well")).toMatchObject({ text: "well" });
  });

  it("waits for the lines that its client has sent before, and for other commands", async () => {
    const write = (text: string): Promise<unknown> => client.request("session/write", { id, input: [{ text }] });
    await write("sleep 0.3; sh -c 'exit 3'\r");
    expect(await run(id, "true")).toMatchObject({ exitCode: 0, text: "" });
    // None of the answers is waited for. An empty line is a line, too.
    const sent = [write("sh -c 'exit 3'\r")];
    const one = run(id, "echo one");
    sent.push(write("\r"), write("sh -c 'exit 4'\r"));
    const later = [run(id, "sh -c 'echo two; exit 5'"), run(id, "echo three")];
    const [first, [second, third]] = await Promise.all([one, Promise.all(later), ...sent]);
    // The terminal may echo the next lines while the command runs: then that stands anywhere among its output.
    expect(first.exitCode).toBe(0);
    expect(first.text.replace("sh -c 'exit 4'", "").trim()).toBe("one");
    expect(second).toMatchObject({ exitCode: 5, text: "two" });
    expect(third).toMatchObject({ exitCode: 0, text: "three" });
    // Typed ahead of its prompt: the shell reads it first.
    const ahead = write("sleep 0.3\rsh -c 'exit 6'\r");
    expect(await run(id, "echo four")).toMatchObject({ exitCode: 0, text: "four" });
    await ahead;
  });

  it("says at once why it cannot where a line is open, or a paste stands at the prompt", async () => {
    const write = (input: object): Promise<unknown> => client.request("session/write", { id, input: [input] as never });
    await write({ text: "echo 'a\r" });
    await expect(run(id, "true")).rejects.toMatchObject({ message: expect.stringMatching(/C-c|C-u/) as string });
    await client.request("session/write", { id, input: [{ key: "C-c" }], wait: { prompt: true } });
    await write({ paste: "echo a\necho b" });
    await expect(run(id, "true")).rejects.toMatchObject({ message: expect.stringContaining("begun to type") as string });
    await client.request("session/write", { id, input: [{ key: "C-c" }], wait: { prompt: true } });
    expect(await run(id, "echo well")).toMatchObject({ exitCode: 0, text: "well" });
  });

  it("does not go on with half a line that was typed ahead, and takes keys of a program for that program's", async () => {
    const write = (text: string): Promise<unknown> => client.request("session/write", { id, input: [{ text }] });
    // Also with keys that delete or move, and key by key.
    for (const half of [["echo half"], ["echo hald\x7ff"], ["echo half\x1b[D\x1b[D"], ["l", "s", "\x1b[D", "\x1b[D", "x"]]) {
      await write("sleep 0.3\r");
      for (const keys of half) await write(keys);
      await expect(run(id, "true"), half.join("")).rejects.toMatchObject({
        message: expect.stringContaining("begun to type") as string,
      });
      await client.request("session/write", { id, input: [{ key: "C-c" }], wait: { prompt: true } });
    }
    const useLess = async (): Promise<void> => {
      await client.request("session/write", { id, input: [{ text: "less /etc/passwd\r" }], wait: { pattern: "root" } });
      await client.request("session/write", { id, input: [{ text: "\x1b[B\x1b[Bq" }], wait: { prompt: true } });
    };
    await useLess();
    expect(await run(id, "echo well")).toMatchObject({ exitCode: 0, text: "well" });
    // Nobody has typed what a job prints at the prompt.
    const go = join(host.home.root, `go ${id}`);
    // Not the shell's own job: fish tells its end whenever it comes to it.
    await run(id, `sh -c '(until [ -e "${go}" ]; do sleep 0.05; done; echo from a job) &'`);
    await useLess();
    writeFileSync(go, "");
    await client.request("session/wait", { id, until: { pattern: "from a job" } });
    expect(await run(id, "echo well")).toMatchObject({ exitCode: 0, text: "well" });
  });

  it("exits with an error for what the shell does not understand, of which nothing stays", async () => {
    expect((await run(id, "echo )(")).exitCode).toBeGreaterThan(0);
    await run(id, "true");
    const refused = await run(id, "echo )(");
    // Whatever has failed before.
    await run(id, "sh -c 'exit 3'");
    expect((await run(id, "echo )(")).exitCode).toBe(refused.exitCode);
    // Nothing runs for an empty line, and nothing is wrong with it.
    for (const nothing of id === "zsh" ? [" "] : [" ", "# nothing"]) {
      await run(id, "sh -c 'exit 3'");
      expect(await run(id, nothing), nothing).toMatchObject({ exitCode: 0 });
    }
    expect(await run(id, "echo well")).toMatchObject({ exitCode: 0, text: "well" });
  });

  it("keeps a command that is refused apart from the next one", async () => {
    for (const refused of ["echo )", "# nothing", "echo 'open"]) {
      const [first, second] = await Promise.allSettled([run(id, refused), run(id, "echo later; sh -c 'sleep 0.1; exit 7'")]);
      expect(second, refused).toMatchObject({ value: { text: "later", exitCode: 7 } });
      if (first.status === "rejected") expect(String(first.reason)).toContain("not whole");
      else expect([first.value.text, first.value.exitCode], refused).not.toEqual(["later", 7]);
    }
    expect(await run(id, "echo well")).toMatchObject({ exitCode: 0, text: "well" });
  });

  it("goes one after the other, though none is waited for", async () => {
    const sleeping = client.request("session/write", { id, input: [{ text: "sleep 0.2\r" }] });
    const runs = ["A", "B", "C"].map((name, index) => run(id, `echo ${name}; sh -c 'exit ${index}'`));
    expect(await Promise.all(runs)).toMatchObject(["A", "B", "C"].map((text, exitCode) => ({ text, exitCode })));
    await sleeping;
  });

  it("answers with the end of what is too much for an answer, and says how much is missing", async () => {
    const { text, omittedLines } = await run(id, "seq 1 900000");
    expect(text.split("\n").at(-1)).toBe("900000");
    expect(omittedLines + text.split("\n").length).toBe(900_000);
    const longLine = "head -c 5000000 /dev/zero | tr '\\0' x";
    const unasked = await run(id, longLine);
    expect([Buffer.byteLength(unasked.text), unasked.omittedLines]).toEqual([32 * 1024, 1]);
    const asked = await client.request("session/run", { id, command: longLine, maxLines: 1 });
    expect([Buffer.byteLength(asked.text), asked.omittedLines]).toEqual([256 * 1024, 1]);
  });

  it("has told its output: a wait that follows does not tell it again", async () => {
    expect(await run(id, "echo one; echo two")).toMatchObject({ text: "one\ntwo" });
    const { text } = await client.request("session/wait", { id, until: { prompt: true } });
    expect(text).not.toMatch(/one|two/);
    expect(await run(id, "echo before; head -n 1; echo after", { timeoutMs: 300 })).toMatchObject({
      ended: "timeout",
      text: "before",
    });
    const input = [{ text: "answer\r" }];
    const answered = await client.request("session/write", { id, input, wait: { pattern: "after" } });
    expect(answered.wait?.text).toMatch(/^answer\nafter/);
  });

  it("tells beside its output what has come since the answer before, and nothing of a prompt", async () => {
    await run(id, "true");
    for (let i = 0; i < 3; i++) expect(await run(id, "echo quiet")).not.toHaveProperty("earlier");
    // Somebody else ends what the command waits for: the reader has not looked meanwhile.
    using other = await host.connect("script", "somebody else");
    const held = await run(id, "echo begun; head -n 1; echo over");
    expect(held).toMatchObject({ ended: "input", text: "begun" });
    await other.request("session/write", { id, input: [{ text: "go\r" }], wait: { pattern: "^over$" } });
    const late = await run(id, "echo next");
    expect(late.earlier?.text).toMatch(/^go\n(go\n)?over$/);
    expect(late.text).toBe("next");
    await run(id, "rm -f go; sh -c '(until [ -e go ]; do sleep 0.02; done; echo from a job) &'");
    writeFileSync(join(host.home.root, "go"), "");
    await other.request("session/wait", { id, until: { pattern: "from a job$" } });
    const after = await run(id, "echo next");
    // Fish goes on where it believes the cursor to be, so some of its echo stands below the job's line.
    expect([after.earlier?.text, after.text]).toEqual([expect.stringMatching(/from a job(\necho[ a-z]*)?$/), "next"]);
    expect(await run(id, "echo next")).toMatchObject({ text: "next" });
    expect(await run(id, "echo next")).not.toHaveProperty("earlier");
  });

  it("loses no line between two answers: of a flood, of a job, and one without an end", async () => {
    using other = await host.connect("script", "somebody else");
    const lines = (text = ""): number => text.split("\n").filter((line) => /^\d+$/.test(line)).length;
    const flood = await run(id, "seq 1 300000", { timeoutMs: 150 });
    await other.request("session/wait", { id, until: { prompt: true } });
    const rest = (await run(id, "true")).earlier;
    // A line may be cut in two by the end of the time.
    const told = lines(flood.text) + flood.omittedLines + lines(rest?.text) + (rest?.omittedLines ?? 0);
    expect(Math.abs(told - 300_000), `${flood.ended}: ${told}`).toBeLessThanOrEqual(1);
    const job = await run(id, "sh -c '(echo first; echo second) &'");
    await other.request("session/wait", { id, until: { pattern: "^second$", timeoutMs: 5000 }, since: 0 });
    const next = await run(id, "true");
    expect(`${job.text}\n${next.earlier?.text ?? ""}`.match(/(first|second)$/gm)).toEqual(["first", "second"]);
    await run(id, "rm -f go");
    const cut = await run(id, "sh -c 'printf begin; until [ -e go ]; do sleep 0.02; done; printf end'", { timeoutMs: 1500 });
    expect(cut).toMatchObject({ ended: "timeout", text: "begin" });
    writeFileSync(join(host.home.root, "go"), "");
    await other.request("session/wait", { id, until: { pattern: "end" } });
    expect((await run(id, "true")).earlier?.text).toContain("end");
    expect(await run(id, "echo next")).not.toHaveProperty("earlier");
  });

  it("loses no line of a job that prints beside its commands, and tells none twice", async () => {
    await run(id, "true");
    // In a colour of its own: fish writes in black now and then, which nobody sees on black.
    // Not the shell's own job: fish tells of the end of one at any time after it.
    const job = String.raw`i=0; while [ $i -lt 60 ]; do i=$((i+1)); printf "\033[mtick$i.\n"; sleep 0.01; done`;
    const answers = [await run(id, `sh -c '(${job}) &'`)];
    const ticks = (): string[] =>
      answers.flatMap(({ earlier, text }) => `${earlier?.text ?? ""}\n${text}`.match(/tick\d+\./g)?.map(String) ?? []);
    await until("the job is over", async () => {
      answers.push(await run(id, "echo next"));
      return ticks().includes("tick60.");
    });
    expect(ticks()).toEqual(Array.from({ length: 60 }, (_, at) => `tick${at + 1}.`));
  });

  it("has no output before the command begins", async () => {
    const { ended, text } = await run(id, "echo 'be''gun'", { timeoutMs: 8 }).catch(() => ({ ended: "refused", text: "" }));
    expect(["timeout", "refused", "finished"]).toContain(ended);
    expect(["", "begun"]).toContain(text);
    await run(id, "true");
  });

  it("tells output without a line end once", async () => {
    await run(id, "true");
    expect(await run(id, "printf abc")).toMatchObject({ text: "abc" });
    expect(await run(id, "printf '\\033]133;D;0\\007more\\n'")).not.toHaveProperty("earlier");
    expect(await run(id, "echo well")).not.toHaveProperty("earlier");
  });

  it("leaves its output to the next wait when it was given up", async () => {
    const givingUp = new AbortController();
    const given = client.request("session/run", { id, command: "echo un''told; head -n 1" }, givingUp.signal);
    const isShown = async () => (await client.request("session/screen", { id })).text.includes("untold");
    await until("it has printed", isShown);
    givingUp.abort();
    await given.catch(() => {});
    expect(await client.request("session/wait", { id, until: { pattern: "untold" } })).toMatchObject({ ended: "match" });
    await client.request("session/write", { id, input: [{ text: "\r" }], wait: { prompt: true } });
  });

  it("leaves a command that takes long, and refuses the next one meanwhile", async () => {
    expect(await run(id, "echo begun; sleep 3; echo over", { timeoutMs: 1500 })).toMatchObject({
      ended: "timeout",
      text: "begun",
    });
    await expect(run(id, "echo next", { timeoutMs: 100 })).rejects.toThrow("The shell is not at its prompt");
    expect(await run(id, "echo next")).toMatchObject({ text: "next" });
  });

  it.skipIf(shell === "bash -l")("reads the user's own files, and changes none", async () => {
    expect(await run(id, "echo $OWN")).toMatchObject({ text: "yes" });
    const { text } = await client.request("session/screen", { id });
    expect(text).toContain(`own ${shell}`);
    expect(readFileSync(join(userHome, ".bashrc"), "utf8")).toBe('PROMPT_COMMAND="OWN=yes"\nPS1="own bash\\$ "\n');
  });
});

describe("run", () => {
  it("says why it cannot in a session that is no shell, and for several lines", async () => {
    await start("cat", "cat");
    await expect(run("cat", "echo x")).rejects.toThrow("This session has no shell integration");
    await expect(run("bash", "echo a\necho b")).rejects.toThrow("A command is one line of text");
  });

  it("is refused while a person has the keyboard, and where something is typed already", async () => {
    using person = await host.connect("window", "Ada");
    await person.request("session/write", { id: "bash", input: [{ text: "git com" }] });
    await expect(run("bash", "echo x")).rejects.toThrow("Ada");
    await person.request("lease/release", { id: "bash" });
    await expect(run("bash", "echo x")).rejects.toThrow("Somebody has begun to type at the prompt");
    // Deleted with Backspace, or at once: nothing stands there any more.
    for (const deleted of ["\x7f".repeat(7), "\x15"]) {
      await person.request("session/write", { id: "bash", input: [{ text: deleted }] });
      await person.request("lease/release", { id: "bash" });
      await until("it can run", async () => (await run("bash", "echo x").catch(() => undefined))?.text === "x");
      await person.request("session/write", { id: "bash", input: [{ text: "git com" }] });
    }
    await person.request("session/write", { id: "bash", input: [{ text: "\x15" }] });
    await person.request("lease/release", { id: "bash" });
  });

  it("says that nothing was typed where the time is up at a prompt that does not read yet", async () => {
    await start("slow-zsh", "zsh");
    await run("slow-zsh", "zle-line-init() { command sleep 20; }; zle -N zle-line-init");
    await expect(run("slow-zsh", "echo x", { timeoutMs: 500 })).rejects.toThrow("The time was up before the command was typed");
    expect((await client.request("session/screen", { id: "slow-zsh" })).text).not.toContain("echo x");
    await client.request("session/stop", { id: "slow-zsh" });
  });

  it("ends when a person takes the keyboard, and waits for its turn if it may", async () => {
    await start("held", "bash");
    using person = await host.connect("window", "Ada");
    const running = run("held", "echo begun; head -n 1; echo over");
    await client.request("session/wait", { id: "held", until: { pattern: "begun$" }, caller: "somebody else" });
    await person.request("session/write", { id: "held", input: [{ text: "typed" }] });
    expect(await running).toMatchObject({ ended: "takeover", heldBy: "Ada", text: expect.stringMatching(/^begun/) as string });
    await expect(run("held", "echo next")).rejects.toThrow("Ada");
    const waiting = client.request("session/run", { id: "held", command: "echo next", ifHeld: "wait" });
    await expect(client.request("session/run", { id: "held", command: "true", ifHeld: "wait", timeoutMs: 50 })).rejects.toThrow(
      "Nothing was typed in 50 ms of waiting",
    );
    await person.request("session/write", { id: "held", input: [{ text: "\r" }] });
    await person.request("lease/release", { id: "held" });
    expect(await waiting).toMatchObject({ ended: "finished", text: "next", handback: { by: "Ada", typed: "typed\r" } });
    expect((await waiting).earlier?.text).toContain("over");
    const frozen = run("held", "echo begun; head -n 1");
    await until("it runs", async () => (await client.request("session/screen", { id: "held" })).text.endsWith("begun"));
    await person.request("session/freeze", { id: "held" });
    expect(await frozen).toMatchObject({ ended: "takeover", frozenBy: "Ada" });
    await person.request("session/resume", { id: "held" });
    await client.request("session/write", { id: "held", input: [{ text: "\r" }], wait: { prompt: true } });
    const closed = run("held", "echo begun; head -n 1");
    await until("it runs", async () => (await client.request("session/screen", { id: "held" })).text.endsWith("begun"));
    await person.request("lease/mode", { id: "held", mode: "read-only" });
    expect(await closed).toMatchObject({ ended: "takeover", readOnlyBy: "Ada" });
    await person.request("lease/mode", { id: "held", mode: "agent" });
  });

  it.each(["printf abc", "echo abc", "true"])("has no news in a prompt of two lines, after: %s", async (command) => {
    const id = `tall-${hooked++}`;
    await start(id, "bash");
    await run(id, "PS1='top\\nbottom> '");
    await run(id, command);
    expect(await run(id, "echo next")).not.toHaveProperty("earlier");
    await run(id, "rm -f go; sh -c '(until [ -e go ]; do sleep 0.02; done; echo from a job) &'");
    writeFileSync(join(host.home.root, "go"), "");
    await client.request("session/wait", { id, until: { pattern: "from a job$" }, caller: "somebody else" });
    expect((await run(id, "echo next")).earlier?.text).toMatch(/from a job$/);
    await client.request("session/stop", { id });
  });

  it.each([
    ["bash", "PROMPT_COMMAND=true"],
    ["bash", "PROMPT_COMMAND="],
    ["bash", "PROMPT_COMMAND=(true)"],
    ["bash", "unset PROMPT_COMMAND"],
    ["bash", "PS1='new> '"],
    ["bash", "PS0="],
    ["bash", "unset PS0; set -u"],
    ["zsh", "precmd_functions=()"],
    ["zsh", "PROMPT='new> '"],
    ["fish", "function fish_prompt; echo -n 'new> '; end"],
  ])("goes on in %s when somebody has replaced its hooks: %s", async (shell, command) => {
    const id = `hooks-${hooked++}`;
    await start(id, shell);
    expect(await run(id, command, { timeoutMs: 10_000 })).toMatchObject({ ended: "finished", exitCode: 0, text: "" });
    for (const code of [3, 0, 4])
      expect(await run(id, `sh -c 'echo hi; exit ${code}'`, { timeoutMs: 10_000 })).toMatchObject({
        ended: "finished",
        exitCode: code,
        text: "hi",
      });
    await client.request("session/stop", { id });
  });

  it("says what a job has printed that nobody could see, though it is all that came", async () => {
    await start("unseen", "bash");
    const place = join(host.home.root, "unseen");
    const job = String.raw`until [ -e ${place} ]; do sleep 0.02; done; printf "\n\033[8mhidden\033[0m\n"; rm ${place}`;
    await run("unseen", `sh -c '(${job}) &'`);
    writeFileSync(place, "");
    await until("the job has printed", () => !existsSync(place));
    expect((await run("unseen", "echo next")).earlier).toMatchObject({ text: "", hiddenText: [{ kind: "concealed" }] });
    expect(await run("unseen", "echo next")).not.toHaveProperty("earlier");
    await client.request("session/stop", { id: "unseen" });
  });

  it("knows a question of a command as such, not as the rest of one, where somebody has replaced PS0", async () => {
    await start("ps0", "bash");
    await run("ps0", "PS0=");
    const asks = run("ps0", "read -p 'name? ' v; echo got $v");
    await client.request("session/wait", { id: "ps0", until: { pattern: "name\\? $" }, caller: "somebody else" });
    await client.request("session/write", { id: "ps0", input: [{ text: "Ada\r" }] });
    expect(await asks).toMatchObject({ ended: "finished", exitCode: 0, text: "name? Ada\ngot Ada" });
    await client.request("session/stop", { id: "ps0" });
  });

  it("follows a command to its end where the prompt is drawn once more before it begins", async () => {
    await start("redraws", "zsh");
    await run("redraws", "zle-line-finish() { zle reset-prompt }; zle -N zle-line-finish");
    for (let i = 0; i < 3; i++)
      expect(await run("redraws", "sh -c 'sleep 0.1; echo slow; exit 4'")).toMatchObject({ exitCode: 4, text: "slow" });
    expect(await run("redraws", "true")).not.toHaveProperty("earlier");
    await client.request("session/stop", { id: "redraws" });
  });

  it.each(["bash", "zsh", "fish"])(
    "tells the output of a command where a program has left the alternate screen on, in %s",
    async (shell) => {
      const id = `alternate-${shell}`;
      await start(id, shell);
      await run(id, "printf '\\033[?1049h'");
      for (const text of ["one\ntwo", "three"])
        expect(await run(id, `printf '${text.replace("\n", "\\n")}\\n'`)).toMatchObject({ text, exitCode: 0 });
      await run(id, "printf '\\033[?1049l'");
      expect(await run(id, "echo well")).toMatchObject({ text: "well" });
      await client.request("session/stop", { id });
    },
  );

  it("keeps as few hooks as there are in bash, where one sets itself at each prompt", async () => {
    await start("resets", "bash");
    await run("resets", "again() { PROMPT_COMMAND=again; }; PROMPT_COMMAND=again");
    for (let i = 0; i < 3; i++) expect(await run("resets", "true")).toMatchObject({ ended: "finished" });
    expect(await run("resets", "printf '%s ' \"${PROMPT_COMMAND[@]:1}\"")).toMatchObject({ text: "again OWN=yes __cotty_end " });
  });

  it.each(["bash", "zsh", "fish"])("ends with the shell, in %s", async (shell) => {
    const id = `ends-${shell}`;
    await start(id, shell);
    expect(await run(id, "echo bye; exit 4")).toMatchObject({
      ended: "exit",
      exit: { code: 4 },
      text: expect.stringMatching(/^bye/) as string,
    });
  });

  it("is refused where fish has kept a line that it did not understand", async () => {
    await start("kept", "fish");
    await client.request("session/write", { id: "kept", input: [{ text: "cat <<EOF\r" }], wait: { prompt: true } });
    await expect(run("kept", "echo hello")).rejects.toThrow(/Somebody has begun to type at the prompt/);
    await client.request("session/write", { id: "kept", input: [{ key: "C-u" }], wait: { quietMs: 50 } });
    expect(await run("kept", "echo hello")).toMatchObject({ text: "hello", exitCode: 0 });
  });

  it("is over when the shell takes keys again, whatever its hooks do first", async () => {
    await start("hooked", "bash");
    await run("hooked", "echo unique; PROMPT_COMMAND='sleep 0.1'");
    for (let round = 0; round < 3; round++) {
      await run("hooked", "true");
      const { wait } = await client.request("session/write", {
        id: "hooked",
        input: [{ key: "C-r" }, { text: "uniq" }],
        wait: { pattern: "reverse-i-search" },
      });
      expect(wait).toMatchObject({ ended: "match" });
      await client.request("session/write", { id: "hooked", input: [{ key: "C-c" }], wait: { prompt: true } });
    }
  });

  it("reports a syntax error, for which the shell runs nothing", async () => {
    for (const [shell, message] of [
      ["bash", /^bash: syntax error[^\n]*`\)'$/],
      ["zsh", /^zsh: parse error near `\)'$/],
    ] as const) {
      const id = `wrong-${shell}`;
      await start(id, shell);
      for (const command of ["echo )", `echo ${"x".repeat(200)} )`]) {
        const { exitCode, text } = await run(id, command);
        expect(exitCode).toBeGreaterThan(0);
        expect(text).toMatch(message);
      }
    }
  });

  it("reports what the shell refuses right after the time is up", async () => {
    const timeoutMs = 60;
    await start("late", "bash");
    // The prompt that tells of the refusal comes after the time-out, and before nobody looks for it any more.
    await run("late", "PROMPT_COMMAND='sleep 0.08'");
    const late = await until("an answer after the time-out", async () => {
      const { ended, exitCode } = await run("late", "echo )", { timeoutMs }).catch(() => ({ ended: "refused", exitCode: 0 }));
      return ended === "finished" && { exitCode };
    });
    expect(late).toEqual({ exitCode: 2 });
  });

  it("is no success where nothing has run, and none is told of the command before", async () => {
    await start("history", "bash");
    expect((await run("history", 'echo "Hello World!there"')).exitCode).toBeGreaterThan(0);
    await run("history", "PS0=");
    expect(await run("history", "echo hi")).toMatchObject({ exitCode: 0, text: "hi" });
    expect(await run("history", "(exit 42)")).toMatchObject({ exitCode: 42 });
    await run("history", "(exit 3)");
    expect(await run("history", "#")).toMatchObject({ exitCode: 0, text: "" });
  });

  it.each(["bash", "zsh", "fish"])("a comment in %s is no error, though the prompt ends like it", async (shell) => {
    const id = `hash-${shell}`;
    await start(id, shell);
    await run(id, shell === "fish" ? "function fish_prompt; echo -n 'root# '; end" : "setopt interactivecomments; PS1='root# '");
    expect(await run(id, "#")).toMatchObject({ ended: "finished", text: "" });
    expect((await run(id, "#")).exitCode).not.toBe(127);
    expect(await run(id, "echo well")).toMatchObject({ exitCode: 0, text: "well" });
  });

  it("is a command, whose exit code is that of the command, and an action for agents", async () => {
    await start("sh", "bash");
    expect(await cottyOk(host.home, ["run", "sh", "echo one; echo two"])).toBe("one\ntwo\n");
    expect(await cotty(host.home, ["run", "sh", "sh", "-c", "exit 9"])).toMatchObject({ code: 9, stdout: "" });
    expect((await cotty(host.home, ["run", "sh", "echo 'open"])).code).toBe(125);
    await using nowhere = createHome();
    expect(await cotty(nowhere, ["run", "sh", "true"])).toMatchObject({
      code: 125,
      stderr: "Failed to run: No server running\n",
    });
    expect((await cotty(host.home, ["run", "sh"])).code).toBe(125);
    expect((await cotty(host.home, ["run", "--timeout", "300", "sh", "head -n 1"])).code).toBe(124);
    await client.request("session/write", { id: "sh", input: [{ text: "over\r" }], wait: { pattern: "^over$" } });
    expect(await cotty(host.home, ["run", "sh", "echo next"])).toMatchObject({
      stdout: "next\n",
      stderr: expect.stringMatching(/^\[Before the command:\]\nover\n(over\n)?\[The command:\]\n$/) as string,
    });
    await agent.call({ action: "start", command: "bash", name: "mine" });
    expect(await cotty(host.home, ["run", "sh", "exit 3"])).toMatchObject({
      code: 3,
      stderr: "[The shell exited with code 3]\n",
    });
    const { text } = await agent.call({ action: "run", id: "mine", command: "echo hi; (exit 3)" });
    expect(text).toMatch(/^hi\n\[command exited 3 @\d+\]$/);
    await agent.call({ action: "run", id: "mine", command: "head -n 1", timeout: 300 });
    await client.request("session/write", { id: "mine", input: [{ text: "[exited 0]\r" }], wait: { pattern: "exited 0" } });
    const { text: both } = await agent.call({ action: "run", id: "mine", command: "echo two" });
    expect(both).toMatch(/^(\\\[exited 0\]\n){1,2}\[before the command\]\ntwo\n\[command exited 0 @\d+\]$/);
    using person = await host.connect("window", "Ada");
    const running = agent.call({ action: "run", id: "mine", command: "echo run''ning; head -n 2 >/dev/null" });
    await until("it runs", async () => (await client.request("session/screen", { id: "mine" })).text.endsWith("running"));
    await person.request("session/write", { id: "mine", input: [{ text: "x\r" }] });
    expect((await running).text).toMatch(
      /\[Ada took the keyboard, input is refused until they hand it back, the command goes on @\d+\]$/,
    );
    expect((await agent.call({ action: "run", id: "mine", command: "true" })).text).toMatch(
      /Or repeat the call with "if_held":"wait"/,
    );
    expect((await agent.call({ action: "run", id: "mine", command: "true", if_held: "park" })).text).toMatch(/cannot be parked/);
    await person.request("session/write", { id: "mine", input: [{ text: "y\r" }] });
    await person.request("lease/release", { id: "mine" });
    expect((await agent.call({ action: "run", id: "mine", command: "true" })).text).toMatch(
      /^(x\n)?y\n\[before the command\]\n\[command exited 0 @\d+; Ada had the keyboard and typed "x\\ry\\r"\]$/,
    );
    const last = await agent.call({ action: "run", id: "mine", command: "exit 3" });
    expect(last.text).toMatch(/\[the shell has ended, exited 3 @\d+\]$/);
    await agent.call({ action: "start", command: "bash", name: "mine-too" });
    const killed = await agent.call({ action: "run", id: "mine-too", command: "kill -9 $$" });
    expect(killed.text).toMatch(/\[the shell has ended, killed by SIGKILL @\d+\]$/);
  });

  it("has an off switch in the settings", async () => {
    writeFileSync(host.home.paths.settings, '{ "shellIntegration": false }');
    await until("the host has read the settings", async () => {
      await start("off", "bash");
      const { shell } = await client.request("session/facts", { id: "off" });
      await client.request("session/stop", { id: "off" });
      return shell === undefined;
    });
    expect((await client.request("session/facts", { id: "sh" })).shell).toBeDefined();
  });
});

/**
 * Tools that an agent drives from its shell: tmux, screen and terminalcp's
 * command line, in two styles: poll until the answer is there, or wait a fixed
 * second after every input, as the published instructions have it.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "../measure.mjs";
import { terminalcp } from "../peers.mjs";

/** Before every look, the first one too: the figures to compare with were taken so, and no agent is faster. */
const POLL_PAUSE_MS = 100;
const BUILD_PAUSE_MS = 1000;
const GIVE_UP_AFTER = 60;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const doubleQuoted = (text) => `"${text.replace(/(["$`\\])/g, "\\$1")}"`;
const ansiQuoted = (lines) => `$'${lines.map((line) => `${line.replace(/(['\\])/g, "\\$1")}\\n`).join("")}'`;

const tmux = {
  name: "tmux",
  // o200k tokens of the instructions published with the benchmark; the same holds for the others.
  definitionTokens: 602,
  start: ({ id, command }) => `tmux new-session -d -s ${id} "${command}" \\; set remain-on-exit on`,
  send: ({ id }, lines) =>
    `tmux send-keys -t ${id} ${lines.map((line) => (line === "" ? "Enter" : `${doubleQuoted(line)} Enter`)).join(" ")}`,
  read: ({ id }) => `tmux capture-pane -t ${id} -p`,
  readAll: ({ id }) => `tmux capture-pane -t ${id} -p -S -`,
  stop: ({ id }) => `tmux kill-session -t ${id}`,
  cleanUp: "tmux kill-server",
};

const screen = {
  name: "screen",
  definitionTokens: 697,
  start: ({ id, command }) => `rm -f screenlog.0 && screen -dmS ${id} -L ${command}`,
  send: ({ id }, lines) => `screen -S ${id} -X stuff ${ansiQuoted(lines)}`,
  // A session goes with its program; what is left then is its log.
  read: ({ id, finished }) =>
    finished ? "tail -20 screenlog.0" : `screen -S ${id} -p 0 -X hardcopy output.txt && cat output.txt`,
  stop: ({ id }) => `screen -S ${id} -X quit`,
  cleanUp: "screen -ls | grep -o '[0-9]*\\.[^[:space:]]*' | xargs -r -n1 -I@ screen -S @ -X quit",
};

const terminalcpCli = {
  name: "terminalcp CLI",
  definitionTokens: 463,
  start: ({ id, command }) => `terminalcp start ${id} ${command}`,
  send: ({ id }, lines) =>
    `terminalcp stdin ${id} ${lines.map((line) => (line === "" ? "::Enter" : `${doubleQuoted(line)} ::Enter`)).join(" ")}`,
  read: ({ id }) => `terminalcp stdout ${id}`,
  stop: ({ id }) => `terminalcp stop ${id}`,
  cleanUp: "terminalcp stop",
  close: "terminalcp kill-server",
};

/** The environment of the peers in `directory`, apart from this user's own; their programs in its `bin`. */
export function peerEnvironment(directory) {
  const peer = terminalcp();
  if (peer) {
    const script = join(directory, "bin/terminalcp");
    writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${peer}' "$@"\n`, { mode: 0o755 });
  }
  const sockets = join(directory, "sockets");
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const { TMUX: _, ...own } = process.env;
  const PATH = `${join(directory, "bin")}:${own.PATH}`;
  return { ...own, HOME: directory, PATH, TMUX_TMPDIR: sockets, SCREENDIR: sockets, SHELL: "/bin/bash", TERM: "xterm-256color" };
}

/** Those that are installed here, each with a way to run its commands in `directory`. */
export function shellTools(directory, env) {
  const run = (command) =>
    new Promise((resolve) => {
      const child = spawn("bash", ["-c", command], { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
      child.on("close", () => resolve(output));
    });
  const found = [tmux, screen, terminalcpCli].filter((tool) => (tool === terminalcpCli ? terminalcp() : isInstalled(tool.name)));
  return found.map((tool) => ({ ...tool, run, cleanUp: () => run(tool.cleanUp), close: () => run(tool.close ?? tool.cleanUp) }));
}

/** Sends, then looks, and looks again until the answer is there. */
export async function twoCalls(tool, task, conversation) {
  const call = (command) => conversation.call(command, () => tool.run(command));
  const look = async (pattern, between) => {
    for (let looks = 0; looks < GIVE_UP_AFTER; looks++) {
      await pause(between);
      if (pattern.test(await call(tool.read(task)))) return;
    }
    throw new Error(`never saw ${pattern}`);
  };
  await call(tool.start(task));
  if (task.finished) await look(task.finished, BUILD_PAUSE_MS);
  else await look(task.ready, POLL_PAUSE_MS);
  for (const { lines, until } of task.inputs) {
    await call(tool.send(task, lines));
    await look(until, POLL_PAUSE_MS);
  }
  if (task.readsAll) await call((tool.readAll ?? tool.read)(task));
  if (task.end) await call(tool.send(task, task.end.lines));
  await call(tool.stop(task));
}

/** Sends, sleeps for a second and looks, in one command. The task wants every answer checked: what has not come is looked for again. */
export async function sleeps(tool, task, conversation) {
  const call = (command) => conversation.call(command, () => tool.run(command));
  const look = async (command, pattern) => {
    if (pattern.test(await call(`${command}; sleep 1; ${tool.read(task)}`))) return;
    for (let looks = 1; looks < GIVE_UP_AFTER; looks++) if (pattern.test(await call(`sleep 1; ${tool.read(task)}`))) return;
    throw new Error(`never saw ${pattern}`);
  };
  await look(tool.start(task), task.ready);
  for (const { lines, until } of task.inputs) await look(tool.send(task, lines), until);
  if (task.readsAll) await call((tool.readAll ?? tool.read)(task));
  if (task.end) await call(tool.send(task, task.end.lines));
  await call(tool.stop(task));
}

/** A built host in a home of its own, for tests that use it hard and then ask whether anything is left. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { connectClient } from "../../electron/client/host-connection.ts";
import { ALLOCATOR_SETTINGS, SMALL_YOUNG_GENERATION } from "../../electron/client/host-process.ts";
import type { Client } from "../../shared/client.ts";
import type { ClientInfo, Params, SessionInfo } from "../../shared/protocol.ts";
import { hostScript } from "./built.ts";
import { createHome, type Home, killIfThere } from "./home.ts";
import { PATIENCE_MS, until } from "./until.ts";

export type TestHost = AsyncDisposable & {
  readonly home: Home;
  readonly child: ChildProcess;
  readonly pid: number;
  /** A new connection; closed with the host. */
  connect(kind?: ClientInfo["kind"], name?: string): Promise<Client>;
  /** Asks the host to end, as a service manager would, and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  log(): string;
};

export async function startTestHost(
  options: {
    home?: Home;
    env?: Record<string, string>;
    args?: string[];
    execArgv?: string[];
    /** A complaint the test provokes. */ tolerate?: RegExp;
  } = {},
): Promise<TestHost> {
  const home = options.home ?? createHome();
  const child = fork(hostScript, options.args ?? [], {
    env: { ...ALLOCATOR_SETTINGS, ...home.env, ...options.env },
    execArgv: [SMALL_YOUNG_GENERATION, ...(options.execArgv ?? [])],
    cwd: home.root,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [announced] = (await Promise.race([once(child, "message"), ended])) as [unknown];
  if (!(announced as { ready?: true } | null)?.ready) throw new Error(`The host did not start: ${JSON.stringify(announced)}`);
  const clients: Client[] = [];
  const log = (): string => (existsSync(home.paths.log) ? readFileSync(home.paths.log, "utf8") : "");
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    home,
    child,
    pid: child.pid ?? 0,
    async connect(kind = "script", name = "test") {
      const client = await connectClient(home.paths, name, kind);
      clients.push(client);
      return client;
    },
    stop,
    log,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client[Symbol.dispose]();
      await stop();
      const left = await until("the sessions' processes are gone", () => survivors(home).length === 0).then(
        () => [],
        () => survivors(home),
      );
      for (const { pid } of left) killIfThere(pid);
      const complaints = log()
        .split("\n")
        .filter((line) => /Uncaught|Unhandled|screen worker|screen failed/.test(line) && !options.tolerate?.test(line));
      if (!options.home) await home[Symbol.asyncDispose]();
      if (left.length > 0) throw new Error(`Left running: ${JSON.stringify(left)}`);
      if (complaints.length > 0) throw new Error(`The host complained: ${complaints.join("\n")}`);
    },
  };
}

/** Starts a session; `start(client, "vim x", { size })`. */
export async function start(
  client: Client,
  command: string,
  more: Omit<Params<"session/create">, "command"> = {},
): Promise<SessionInfo> {
  return (await client.request("session/create", { command, env: plainEnvironment(), ...more })).session;
}

/** A caller's environment that is the same everywhere. */
export function plainEnvironment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: process.env["HOME"] ?? "/", SHELL: "/bin/bash", LANG: "C.UTF-8" };
}

/** All output of a session from an offset on, read as a client reads it. */
export async function readAll(client: Client, id: string, since = 0): Promise<string> {
  let text = "";
  for (let at = since; ;) {
    const part = await client.request("session/read", { id, since: at, limit: 500_000 });
    text += part.text;
    if (part.next >= part.end) return text;
    if (part.next <= at) throw new Error(`session/read stands still at ${at} of ${part.end}`);
    at = part.next;
  }
}

export async function screenText(client: Client, id: string): Promise<string> {
  return (await client.request("session/screen", { id })).text;
}

export async function waitForScreen(client: Client, id: string, pattern: RegExp): Promise<string> {
  let text = "";
  return until(
    () => `${String(pattern)} on the screen of ${id}, which shows:\n${text}`,
    async () => {
      text = await screenText(client, id);
      return pattern.test(text) ? text : undefined;
    },
  );
}

/** Resolves when the program has ended; with its exit status. */
export async function exitOf(client: Client, id: string, timeoutMs = PATIENCE_MS): Promise<NonNullable<SessionInfo["exit"]>> {
  const { exit } = await client.request("session/wait", { id, until: { exit: true, timeoutMs } });
  if (!exit) throw new Error(`${id} still runs after ${timeoutMs} ms`);
  return exit;
}

export type Survivor = { readonly pid: number; readonly command: string; readonly state: string };

/** Processes that carry the key of one of this home's sessions (recordings are named by key). */
export function survivors(home: Home): Survivor[] {
  const keys = new Set(sessionKeys(home));
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const key = /(?:^|\0)COTTY_SESSION_KEY=([0-9a-f]+)/.exec(readFileSync(`/proc/${pid}/environ`, "latin1"))?.[1];
        if (key === undefined || !keys.has(key)) return [];
        const [, command = "", state = ""] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
        return state === "Z" || state === "X" ? [] : [{ pid: Number(pid), command, state }];
      } catch {
        return [];
      }
    });
}

export function sessionKeys(home: Home): string[] {
  if (!existsSync(home.paths.recordings)) return [];
  return readdirSync(home.paths.recordings)
    .filter((name) => name.endsWith(".cast"))
    .map((name) => basename(name, ".cast"));
}

/** CPU time a process has used, in milliseconds (proc(5): utime and stime, in ticks of 10 ms). */
export function cpuMs(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function residentBytes(pid: number): number {
  return Number(statFields(pid)[21]) * 4096;
}

function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

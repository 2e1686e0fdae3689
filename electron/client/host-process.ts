/** Starts a host in the background when none runs. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Client } from "../../shared/client.ts";
import { isConnectionEnd } from "../../shared/errors.ts";
import type { Paths } from "../platform/paths.ts";
import { type ConnectOrStartOptions, introduce, silentHost, UnusableHostError } from "./host-connection.ts";
import { StartLog } from "./start-log.ts";

/** The time for starting a host and connecting to it. It usually takes 350 ms; a busy machine may need much longer. */
const START_WITHIN_MS = 15_000;
/** While another process becomes the host, or stops being it: the pause between two attempts to connect. */
const RETRY_EVERY_MS = 10;
/** In the same situation: the time after which this process starts a host again. */
const RETRY_FOR_MS = 400;

/**
 * The first message of a new host process to the process that started it: it is
 * the host, another process is the host already, or it could not start.
 */
export type StartReport = { readonly ready: true } | { readonly taken: true } | { readonly error: string };

/**
 * Starts a host and connects to it. If several processes do so at once, one host
 * results and all of them connect to it. Fails with `no-host`.
 */
export async function startAndConnect(options: ConnectOrStartOptions): Promise<Client> {
  const deadlineMs = performance.now() + START_WITHIN_MS;
  for (;;) {
    const report = await startHost(options, deadlineMs);
    if ("error" in report) throw new UnusableHostError(report.error);
    // The other host may not listen yet, which passes; or it is ending, and then another attempt to host must follow.
    const retryUntilMs = "ready" in report ? performance.now() : Math.min(deadlineMs, performance.now() + RETRY_FOR_MS);
    const client = await connectUntil(options, retryUntilMs);
    if (client) return client;
    if (performance.now() > deadlineMs) throw silentHost(options.paths);
  }
}

async function connectUntil(options: ConnectOrStartOptions, untilMs: number): Promise<Client | undefined> {
  for (;;) {
    const client = await tryConnect(options);
    if (client || performance.now() >= untilMs) return client;
    await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
  }
}

/** Undefined when no host listens, or when it closed the connection before it had answered. */
async function tryConnect(options: ConnectOrStartOptions): Promise<Client | undefined> {
  try {
    return (await introduce(options)).client;
  } catch (error) {
    if (isConnectionEnd(error)) return undefined;
    throw error;
  }
}

/**
 * 2 MB, a tenth of V8's default. The host then takes a third less memory when a
 * program floods it with output, with no measurable cost in time. Only a
 * process's start can set it.
 */
export const SMALL_YOUNG_GENERATION = "--max-semi-space-size=2";

/**
 * What glibc's allocator is told when it starts; no other allocator reads it.
 * What they save is of a host with five sessions that print hostile output.
 *
 * - One arena for all threads, instead of one for each (100 MB): what a thread has freed is then for all of them.
 * - Memory of 32 KiB and more always comes from the system and goes back to it (20 MB, and as much again in an hour). Without a
 *   fixed limit, each large piece that is freed raises it. What is kept for long then stands among what is not, and leaves
 *   holes that nothing fits.
 *
 * No user writes these values so: the host tells by them that they are its own, and keeps them from programs.
 */
export const ALLOCATOR_SETTINGS = { MALLOC_ARENA_MAX: "01", MALLOC_MMAP_THRESHOLD_: "32767" };

/**
 * Starts the host detached, so that it outlives this command and its terminal.
 * The host reports over an IPC channel when it is ready, so nothing is polled.
 * What Node itself says about a host that cannot even load goes to the host's log.
 */
async function startHost({ paths, hostScript }: ConnectOrStartOptions, deadlineMs: number): Promise<StartReport> {
  using log = new StartLog(paths.log);
  const child = spawn(process.execPath, [SMALL_YOUNG_GENERATION, hostScript], {
    cwd: "/",
    detached: true,
    // On Windows a detached process would open a console window.
    windowsHide: true,
    stdio: ["ignore", "ignore", log.stderr, "ipc"],
    env: hostEnvironment(paths),
  });
  const report = await startReport(child, log, deadlineMs);
  if (child.connected) child.disconnect();
  child.unref();
  return report;
}

/**
 * The environment for the host. It leaves out the variables that tie a program to
 * a session: a command inside a session may start the host, and stopping that
 * session must not stop the host.
 */
function hostEnvironment({ cottyHome }: Paths): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("COTTY_"));
  return {
    ...ALLOCATOR_SETTINGS,
    ...Object.fromEntries(own),
    // The command of an installed app runs on the app's executable, and so does its host.
    ...(process.versions["electron"] !== undefined && { ELECTRON_RUN_AS_NODE: "1" }),
    // An absolute path, because the host runs in another folder.
    ...(cottyHome !== undefined && { COTTY_HOME: cottyHome }),
  };
}

function startReport(child: ChildProcess, log: StartLog, deadlineMs: number): Promise<StartReport> {
  return new Promise((resolve) => {
    // Only the first is the report. Ending the child, for instance, brings an exit after it.
    const settle = (report: StartReport): void => {
      clearTimeout(timer);
      child.removeAllListeners("exit");
      resolve(report);
    };
    const giveUp = (): void => {
      settle({ error: `The host did not start in time${log.complaint()}` });
      // Whatever keeps it from starting must not keep it running.
      child.kill();
    };
    const timer = setTimeout(giveUp, Math.max(0, deadlineMs - performance.now()));
    child.once("message", (message) => settle(message as StartReport));
    child.once("error", (error) => settle({ error: `The host could not be started: ${error.message}` }));
    child.once("exit", (code, signal) => {
      settle({ error: `The host ended (${signal ?? `code ${code}`}) before it was ready${log.complaint()}` });
    });
  });
}

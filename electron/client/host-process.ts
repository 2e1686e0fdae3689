/** Starting a host in the background when none runs. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { Paths } from "../platform/paths.ts";
import { type HostOptions, introduce } from "./host-connection.ts";

/** From the first look to a connection. A host is there within 350 ms; the rest is for a machine in trouble, or starting up. */
const START_WITHIN_MS = 15_000;
/** Somebody else is becoming the host, or giving it up: look again so often, and try to host after so long. */
const LOOK_AGAIN_MS = 10;
const LOOK_FOR_MS = 400;

/** What the new process says first: that it hosts, that another does, or why it cannot. */
type Announcement = { readonly ready: true } | { readonly taken: true } | { readonly error: string };

/** Starts a host and connects to it. However many do so at once, one host results, and all are connected to that. */
export async function startAndConnect(options: HostOptions): Promise<Client> {
  const deadlineMs = Date.now() + START_WITHIN_MS;
  for (;;) {
    const outcome = await startHost(options, deadlineMs);
    if ("error" in outcome) throw new HostError("no-host", outcome.error);
    // The other host may not listen yet, or no longer: only one of the two mends itself.
    const lookUntilMs = "ready" in outcome ? Date.now() : Math.min(deadlineMs, Date.now() + LOOK_FOR_MS);
    const found = await lookFor(options, lookUntilMs);
    if (found) return found;
    if (Date.now() > deadlineMs) {
      throw new HostError(
        "no-host",
        `A host holds the lock in ${options.paths.runDirectory} but does not answer. Is it stopped?`,
      );
    }
  }
}

async function lookFor(options: HostOptions, untilMs: number): Promise<Client | undefined> {
  for (;;) {
    const client = await tryConnect(options);
    if (client || Date.now() >= untilMs) return client;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Undefined when nobody listens, or whoever did went away while we introduced ourselves. */
async function tryConnect(options: HostOptions): Promise<Client | undefined> {
  try {
    return (await introduce(options)).client;
  } catch (error) {
    if (error instanceof HostError && (error.code === "no-host" || error.code === "disconnected")) return undefined;
    throw error;
  }
}

/** In MB, a tenth of the default: a third less memory in a flood, at no cost that shows. Can only be set as a process starts. */
const SMALL_YOUNG_GENERATION = "--max-semi-space-size=2";

/**
 * Starts the host in a session of its own, so that it outlives this command and
 * its terminal. It tells over a channel when it is ready; nothing is polled.
 */
async function startHost({ paths, hostScript }: HostOptions, deadlineMs: number): Promise<Announcement> {
  const child = spawn(process.execPath, [SMALL_YOUNG_GENERATION, hostScript], {
    cwd: "/",
    detached: true,
    // A detached process of Windows would open a console of its own.
    windowsHide: true,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: hostEnvironment(paths),
  });
  const announcement = await firstWord(child, paths, deadlineMs);
  if (child.connected) child.disconnect();
  child.unref();
  return announcement;
}

/** The host belongs to no session, even if a command inside one starts it: stopping that session must not take it down. */
function hostEnvironment({ cottyHome }: Paths): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("COTTY_"));
  return {
    ...Object.fromEntries(own),
    // The command of an installed app runs on the app's executable, and so does its host.
    ...(process.versions["electron"] !== undefined && { ELECTRON_RUN_AS_NODE: "1" }),
    // Absolute, because the host works in another folder.
    ...(cottyHome !== undefined && { COTTY_HOME: cottyHome }),
  };
}

function firstWord(child: ChildProcess, paths: Paths, deadlineMs: number): Promise<Announcement> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve({ error: `The host did not start in time. Its log: ${paths.log}` }),
      Math.max(0, deadlineMs - Date.now()),
    );
    const settle = (announcement: Announcement): void => {
      clearTimeout(timer);
      resolve(announcement);
    };
    child.once("message", (message) => settle(message as Announcement));
    child.once("error", (error) => settle({ error: `The host could not be started: ${error.message}` }));
    child.once("exit", (code, signal) => {
      settle({ error: `The host ended (${signal ?? `code ${code}`}) before it was ready. Its log: ${paths.log}` });
    });
  });
}

/**
 * `cotty open`: opens the window, and shows a session in it if one is named. Uses
 * the desktop app if it runs or can be started. Otherwise prints an address to
 * open in a browser.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { HostError } from "../../shared/errors.ts";
import type { Result } from "../../shared/protocol.ts";
import { connectOrStartHost, connectToHost, type Invocation } from "./command.ts";
import { findDesktopApp } from "./desktop-app.ts";
import { isNoHost } from "../client/host-connection.ts";
import { takeOptions, UsageError } from "./options.ts";
import { print, printError, printJson } from "./output.ts";

/** An app that still runs after this time has opened. */
const OPENED_AFTER_MS = 3000;

export async function open(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
  const [id, ...others] = rest;
  if (others.length > 0) throw new UsageError("");
  if (await showInApp(invocation, id)) {
    if (options["--json"]) printJson({ shown: true });
    else print(`${id ?? "Cotty"} is shown in the app\n`);
    return 0;
  }
  const obstacle = await startApp(invocation, id);
  if (obstacle === undefined) {
    if (options["--json"]) printJson({ shown: true });
    else print("Cotty is starting\n");
    return 0;
  }
  const address = await browserAddress(invocation);
  if (options["--json"]) printJson({ shown: false, ...address, reason: obstacle });
  else {
    printError(`The app was not opened: ${obstacle}. Open this address in a browser:\n`);
    print(`${address.url}\n`);
  }
  return 0;
}

/** Asks the host to show the window. False when no host runs or no app is connected to it. Fails with `no-such-session`. */
async function showInApp(invocation: Invocation, id: string | undefined): Promise<boolean> {
  try {
    using client = await connectToHost(invocation);
    return (await client.request("window/show", id === undefined ? {} : { id })).shown;
  } catch (error) {
    if (!isNoHost(error)) throw error;
    if (id !== undefined) throw new HostError("no-such-session", `Process not found: ${id}. There are no sessions; start one`);
    return false;
  }
}

/** Starts the app. Resolves with the reason if it could not be started. */
async function startApp({ hostScript }: Invocation, id: string | undefined): Promise<string | undefined> {
  const { platform, env, execPath, versions } = process;
  const app = findDesktopApp({
    platform,
    env,
    isRoot: process.getuid?.() === 0,
    executable: execPath,
    isElectron: versions["electron"] !== undefined,
    builtDirectory: dirname(hostScript),
    isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
  });
  if ("missing" in app) return app.missing;
  const args = [...app.args, ...(id === undefined ? [] : [`--open=${id}`])];
  const child = spawn(app.command, args, { detached: true, stdio: "ignore", env: appEnvironment(env) });
  const failure = await earlyFailure(child);
  child.unref();
  return failure;
}

/**
 * The environment for the app. It must not inherit `ELECTRON_RUN_AS_NODE`, which
 * this command may run with, nor the variables that tie a program to a session.
 */
function appEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _asNode, COTTY_SESSION_ID: _id, COTTY_SESSION_KEY: _key, ...own } = env;
  return own;
}

/** Resolves with the reason if the app fails within `OPENED_AFTER_MS`. */
function earlyFailure(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), OPENED_AFTER_MS);
    child.once("error", (error) => settle(`it could not be started (${error.message})`));
    // Code 0: another instance was running, and this one has passed the request on to it.
    child.once("exit", (code) => settle(code === 0 ? undefined : `Electron could not start (code ${code})`));
    const settle = (failure: string | undefined): void => {
      clearTimeout(timer);
      resolve(failure);
    };
  });
}

async function browserAddress(invocation: Invocation): Promise<Result<"window/open">> {
  using client = await connectOrStartHost(invocation);
  return await client.request("window/open", {});
}

/**
 * `cotty open`: the window, with a session if one is named. In the desktop app if
 * it runs or can be started; else in a browser, whose address is printed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { HostError } from "../../shared/errors.ts";
import type { Result } from "../../shared/protocol.ts";
import { clientName, type Invocation } from "./command.ts";
import { findDesktopApp } from "./desktop-app.ts";
import { connectClient, connectOrStart, isNoHost } from "../client/host-connection.ts";
import { takeOptions, UsageError } from "./options.ts";
import { print, printError, printJson } from "./output.ts";

/** An app that ends sooner with an error could not be opened. */
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
  const started = await startApp(invocation, id);
  if (started === true) {
    if (options["--json"]) printJson({ shown: true });
    else print("Cotty is starting\n");
    return 0;
  }
  const address = await browserAddress(invocation);
  if (options["--json"]) printJson({ shown: false, ...address, reason: started });
  else {
    printError(`The app is not opened, because ${started}. In a browser:\n`);
    print(`${address.url}\n`);
  }
  return 0;
}

/** Asks the host; false when none runs, or no app is connected to it. Fails with `no-such-session`. */
async function showInApp({ paths, ...invocation }: Invocation, id: string | undefined): Promise<boolean> {
  try {
    using client = await connectClient(paths, clientName({ paths, ...invocation }));
    return (await client.request("window/show", id === undefined ? {} : { id })).shown;
  } catch (error) {
    if (!isNoHost(error)) throw error;
    if (id !== undefined) throw new HostError("no-such-session", `Process not found: ${id}. There are no sessions; start one`);
    return false;
  }
}

/** True when the app has been started; else why not. */
async function startApp({ hostScript }: Invocation, id: string | undefined): Promise<true | string> {
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
  const failure = await earlyEnd(child);
  child.unref();
  return failure ?? true;
}

/** This process may be the app's executable run as Node; the app itself must not be. It belongs to no session either. */
function appEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _asNode, COTTY_SESSION_ID: _id, COTTY_SESSION_KEY: _key, ...own } = env;
  return own;
}

function earlyEnd(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), OPENED_AFTER_MS);
    child.once("error", (error) => settle(`it could not be started (${error.message})`));
    // Code 0 is the second instance, which has told the first.
    child.once("exit", (code) => settle(code === 0 ? undefined : `Electron could not start (code ${code})`));
    const settle = (failure: string | undefined): void => {
      clearTimeout(timer);
      resolve(failure);
    };
  });
}

async function browserAddress({ paths, hostScript, ...invocation }: Invocation): Promise<Result<"window/open">> {
  const name = clientName({ paths, hostScript, ...invocation });
  using client = await connectOrStart({ paths, hostScript, name, kind: "cli" });
  return await client.request("window/open", {});
}

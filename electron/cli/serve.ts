/**
 * `cotty serve`: serves the window to a browser. If a host runs, prints an address
 * of that host. Otherwise this process becomes the host, in the foreground.
 */
import { pathToFileURL } from "node:url";
import { connectToHost, type Invocation } from "./command.ts";
import { isNoHost } from "../client/host-connection.ts";
import { refuseArguments, takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printJson } from "./output.ts";

const MAX_PORT = 65_535;

export async function serve(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--port": "value", "--json": "flag" }, "anywhere");
  refuseArguments(rest);
  const port = options["--port"] === undefined ? undefined : wholeNumber("--port", options["--port"], 0);
  if (port !== undefined && port > MAX_PORT) throw new UsageError(`--port must be at most ${MAX_PORT}`);
  const address = await askRunningHost(invocation);
  if (address) {
    if (options["--json"]) printJson(address);
    else print(`${address.url}\n`);
    return 0;
  }
  return hostInForeground(invocation.hostScript, port);
}

async function askRunningHost(invocation: Invocation): Promise<{ url: string; expiresInMs: number } | undefined> {
  try {
    using client = await connectToHost(invocation);
    return await client.request("window/open", {});
  } catch (error) {
    if (isNoHost(error)) return undefined;
    throw error;
  }
}

/** Turns this process into the host. Never returns: the process ends when the host ends. */
async function hostInForeground(hostScript: string, port: number | undefined): Promise<never> {
  process.argv = [process.execPath, hostScript, "--serve", ...(port === undefined ? [] : ["--port", String(port)])];
  await import(pathToFileURL(hostScript).href);
  return new Promise(() => {});
}

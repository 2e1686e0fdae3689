/** `cotty serve`: the window in a browser, from the host that runs or from one in the foreground. */
import { pathToFileURL } from "node:url";
import { clientName, type Invocation } from "./command.ts";
import { connectClient, isNoHost } from "../client/host-connection.ts";
import { takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printJson } from "./output.ts";

const MAX_PORT = 65_535;

export async function serve(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--port": "value", "--json": "flag" }, "anywhere");
  if (rest.length > 0) throw new UsageError("");
  const port = options["--port"] === undefined ? undefined : wholeNumber("--port", options["--port"], 0);
  if (port !== undefined && port > MAX_PORT) throw new UsageError(`--port ends at ${MAX_PORT}`);
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
    using client = await connectClient(invocation.paths, clientName(invocation));
    return await client.request("window/open", {});
  } catch (error) {
    if (isNoHost(error)) return undefined;
    throw error;
  }
}

/** Turns this process into the host; it ends when the host does, so there is nothing to come back to. */
async function hostInForeground(hostScript: string, port: number | undefined): Promise<never> {
  process.argv = [process.execPath, hostScript, "--serve", ...(port === undefined ? [] : ["--port", String(port)])];
  await import(pathToFileURL(hostScript).href);
  return new Promise(() => {});
}

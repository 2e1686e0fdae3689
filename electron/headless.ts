/**
 * The host without a window, on plain Node. `cotty` and `cotty mcp` start it in the
 * background when no host runs. `cotty serve` runs it in the foreground with
 * `--serve`, which also serves the window to browsers.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { HostError, messageOf } from "../shared/errors.ts";
import { ALLOCATOR_SETTINGS, type StartReport } from "./client/host-process.ts";
import { unpackedFile } from "./platform/archive.ts";
import { openHostLog } from "./platform/host-log.ts";
import { userPaths } from "./platform/user-paths.ts";
import { closeInheritedDescriptors } from "./sessions/inherited-descriptors.ts";
import { type RunningHost, startHost } from "./start-host.ts";

/** Sends the report over the IPC channel to the process that started this one. */
function sendReport(report: StartReport): void {
  process.send?.(report, () => {
    if (process.connected) process.disconnect();
  });
}

/** `--serve` prints an address for a browser. `--port N` serves the window on exactly this port. */
function readArguments(): { serve: boolean; port?: number } {
  const { values } = parseArgs({ options: { serve: { type: "boolean" }, port: { type: "string" } } });
  return { serve: values.serve === true, ...(values.port !== undefined && { port: Number(values.port) }) };
}

async function main(): Promise<void> {
  const { serve, port } = readArguments();
  closeInheritedDescriptors();
  for (const [name, value] of Object.entries(ALLOCATOR_SETTINGS)) if (process.env[name] === value) delete process.env[name];
  const paths = userPaths();
  const log = openHostLog(paths);
  process.on("uncaughtException", (error) => log.error(`Uncaught: ${error.stack ?? error.message}`));
  process.on("unhandledRejection", (reason) => log.error(`Unhandled rejection: ${messageOf(reason)}`));
  const host = await startHost({
    paths,
    log,
    rendererDirectory: fileURLToPath(new URL("../renderer/", import.meta.url)),
    commandScript: fileURLToPath(new URL("../../bin/cotty.js", import.meta.url)),
    workerUrl: unpackedFile(new URL("./screen-worker.js", import.meta.url)),
    ...(port !== undefined && { port }),
    ...(serve && { http: true }),
  });
  if (host.kind === "taken") {
    sendReport({ taken: true });
    if (serve) console.error("Another host has just started. Run `cotty serve` again: it prints that one's address.");
    process.exitCode = 3;
    return;
  }
  let closing = false;
  const end = (): void => {
    if (closing) return;
    closing = true;
    // End the process even if something hangs. By then every program has been told to stop, and was killed if it did not.
    setTimeout(() => process.exit(1), 10_000).unref();
    void host.close().finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  void host.shutdownRequested.then(end);
  if (serve) await printAddress(host);
  sendReport({ ready: true });
}

async function printAddress(host: RunningHost): Promise<void> {
  try {
    const { url } = await host.openWindow();
    console.log(url);
  } catch (error) {
    await host.close();
    throw error;
  }
}

main().catch((error: unknown) => {
  const message = error instanceof HostError ? error.message : `The host could not start: ${messageOf(error)}`;
  sendReport({ error: message });
  console.error(message);
  process.exitCode = 1;
});

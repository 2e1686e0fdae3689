/** Entry of the desktop app: the host (or a link to the one that runs) and the window. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "../shared/errors.ts";
import { runDesktop } from "./desktop/app.ts";
import { HostLink } from "./desktop/host-link.ts";
import { connect } from "./endpoint/socket-transport.ts";
import { loadStaticFiles } from "./endpoint/static-files.ts";
import { besideArchive } from "./platform/archive.ts";
import { fileLog } from "./platform/log.ts";
import { type RunningSession, RunState } from "./platform/run-state.ts";
import { userPaths } from "./platform/user-paths.ts";
import { type RunningHost, startHost } from "./start-host.ts";

const paths = userPaths();
const log = fileLog(paths.log);
// A fault in one listener must not take the sessions down, nor put a dialog over them.
process.on("uncaughtException", (error) => log.error(`Uncaught: ${error.stack ?? error.message}`));
process.on("unhandledRejection", (reason) => log.error(`Unhandled rejection: ${messageOf(reason)}`));
const built = dirname(dirname(fileURLToPath(import.meta.url)));
const rendererDirectory = join(built, "renderer");
const runState = new RunState(paths.runState, (message) => log.warn(message));
let lost: readonly RunningSession[] = [];

const link = new HostLink({
  startHost: async () => {
    const workerUrl = besideArchive(new URL("./screen-worker.js", import.meta.url));
    const started = await startHost({ paths, log, rendererDirectory, workerUrl });
    return started.kind === "hosting" ? remembered(started) : started;
  },
  connect: () => connect(paths),
});

/** The same host, with what runs in it on disk as long as it lives. */
function remembered(host: RunningHost): RunningHost {
  lost = runState.takeLost();
  host.onRunning(() => runState.update(host.running()));
  return {
    ...host,
    close: async () => {
      await host.close();
      runState.update([]);
    },
  };
}

runDesktop({
  profileDirectory: paths.cottyHome === undefined ? undefined : join(paths.cottyHome, "desktop"),
  preload: join(built, "preload", "preload.cjs"),
  log,
  stateFile: paths.appState,
  loadFiles: () => loadStaticFiles(rendererDirectory),
  start: async () => {
    await link.start();
    return lost;
  },
  host: link,
  serve: (transport) => link.serve(transport),
  stop: () => link.stop(),
});

/** Entry of the desktop app: starts the window, and the host unless another process is the host already. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "../shared/errors.ts";
import { refuseToStart, runDesktop } from "./desktop/app.ts";
import { HostLink } from "./desktop/host-link.ts";
import { connect } from "./endpoint/socket-transport.ts";
import { loadStaticFiles } from "./endpoint/static-files.ts";
import { unpackedFile } from "./platform/archive.ts";
import { openHostLog } from "./platform/host-log.ts";
import type { Log } from "./platform/log.ts";
import type { Paths } from "./platform/paths.ts";
import { type RunningSession, RunningSessionsFile } from "./platform/running-sessions-file.ts";
import { userPaths } from "./platform/user-paths.ts";
import { type RunningHost, startHost } from "./start-host.ts";

try {
  const paths = userPaths();
  start(paths, openHostLog(paths));
} catch (error) {
  void refuseToStart(messageOf(error));
}

function start(paths: Paths, log: Log): void {
  // An error in one listener must not end the sessions, and must not open a dialog.
  process.on("uncaughtException", (error) => log.error(`Uncaught: ${error.stack ?? error.message}`));
  process.on("unhandledRejection", (reason) => log.error(`Unhandled rejection: ${messageOf(reason)}`));
  const built = dirname(dirname(fileURLToPath(import.meta.url)));
  const rendererDirectory = join(built, "renderer");
  const commandScript = join(dirname(built), "bin", "cotty.js");
  const workerUrl = unpackedFile(new URL("./screen-worker.js", import.meta.url));
  const runningSessions = new RunningSessionsFile(paths.runningSessions, (message) => log.warn(message));
  let lost: readonly RunningSession[] = [];
  const link = new HostLink({
    startHost: async () => {
      const started = await startHost({ paths, log, rendererDirectory, commandScript, workerUrl });
      if (started.kind === "taken") return started;
      lost = runningSessions.takeLost();
      return noteRunningSessions(started, runningSessions);
    },
    connect: () => connect(paths),
  });
  runDesktop({
    profileDirectory: paths.desktopProfile,
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
}

/** Keeps the list of the host's running sessions on disk, so that it survives a crash. Returns the same host. */
function noteRunningSessions(host: RunningHost, file: RunningSessionsFile): RunningHost {
  host.onRunning(() => file.update(host.running()));
  return {
    ...host,
    close: async () => {
      await host.close();
      file.update([]);
    },
  };
}

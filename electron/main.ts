/** Entry of the desktop app: the host (or a link to the one that runs) and the window. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runDesktop } from "./desktop/app.ts";
import { HostLink } from "./desktop/host-link.ts";
import { connect } from "./endpoint/socket-transport.ts";
import { loadStaticFiles } from "./endpoint/static-files.ts";
import { besideArchive } from "./platform/archive.ts";
import { fileLog } from "./platform/log.ts";
import { userPaths } from "./platform/surroundings.ts";
import { startHost } from "./start-host.ts";

const paths = userPaths();
const log = fileLog(paths.log);
const built = dirname(dirname(fileURLToPath(import.meta.url)));
const rendererDirectory = join(built, "renderer");

const link = new HostLink({
  startHost: () =>
    startHost({ paths, log, rendererDirectory, workerUrl: besideArchive(new URL("./screen-worker.js", import.meta.url)) }),
  connect: () => connect(paths),
});

runDesktop({
  profileDirectory: paths.cottyHome === undefined ? undefined : join(paths.cottyHome, "desktop"),
  preload: join(built, "preload", "preload.cjs"),
  log,
  loadFiles: () => loadStaticFiles(rendererDirectory),
  start: () => link.start(),
  serve: (transport) => link.serve(transport),
  stop: () => link.stop(),
});

/**
 * Becomes the user's host, or learns that another process is. The desktop app and
 * the headless host both use it, so it imports no Electron.
 */
import type { Event } from "../shared/emitter.ts";
import type { Accept } from "../shared/transport.ts";
import { listen } from "./endpoint/listener.ts";
import { Hosting, type HostingOptions } from "./hosting.ts";
import { limitHeaps } from "./platform/heap-limits.ts";
import type { RunningSession } from "./platform/running-sessions-file.ts";
import { ScreenPool } from "./screens/pool/screen-pool.ts";
import { FloodReader } from "./sessions/flood-reader.ts";

export type StartHostOptions = HostingOptions & {
  /** The built screens/worker.ts. The built sessions/flood-thread.ts is beside it. */
  readonly workerUrl: URL;
};

export type RunningHost = {
  readonly kind: "hosting";
  readonly accept: Accept;
  /** The sessions whose program runs. */
  running(): RunningSession[];
  /** `running` may answer differently now. */
  readonly onRunning: Event<void>;
  /** An address at which a browser may open the window once. */
  openWindow(): Promise<{ url: string; expiresInMs: number }>;
  /** Resolves when a client has asked the host to end and all sessions have been stopped. */
  readonly shutdownRequested: Promise<void>;
  /** Stops every session, flushes every recording, closes every endpoint. */
  close(): Promise<void>;
};

/** Becomes the user's host, or learns that another process is. Throws when the run directory is not safe. */
export async function startHost(options: StartHostOptions): Promise<RunningHost | { readonly kind: "taken" }> {
  const { paths, log } = options;
  limitHeaps();
  const screens = new ScreenPool({ workerUrl: options.workerUrl, onWarning: (message) => log.warn(message) });
  const floods = new FloodReader(new URL("./flood-thread.js", options.workerUrl), (message) => log.warn(message));
  const hosting = new Hosting(options, { screens, floods });
  const listening = await listen({ paths, accept: hosting.accept, log });
  if (listening.kind === "taken") {
    hosting.abandon();
    return listening;
  }
  await hosting.begin();
  return {
    kind: "hosting",
    accept: hosting.accept,
    running: () => hosting.running(),
    onRunning: hosting.onRunning.event,
    openWindow: () => hosting.openWindow(),
    shutdownRequested: new Promise((resolve) => void hosting.host.onShutdown(() => resolve())),
    close: async () => {
      await hosting.close();
      await listening.close();
    },
  };
}

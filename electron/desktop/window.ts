/** One window: a sandboxed page of our own, and the port that connects it to the host. */
import { BrowserWindow, MessageChannelMain, nativeTheme } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { Transport } from "../../shared/transport.ts";
import { PortTransport } from "./port-transport.ts";
import { isOwnPage, PAGE_URL } from "./scheme.ts";

/** A host that ended needs a moment to be replaced, and one that keeps refusing must not be asked in a loop. */
const RECONNECT_DELAY_MS = 500;
/** A page that crashes this often within the period is left alone: loading it again would not help. */
const MAX_CRASHES = 3;
const CRASH_PERIOD_MS = 10_000;

export type WindowOptions = {
  /** The built preload script. */
  readonly preload: string;
  /** Connects the window to the host. */
  readonly serve: (transport: Transport) => Promise<void>;
  readonly log: { error(message: string): void };
};

export function openWindow(options: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: "Cotty",
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    autoHideMenuBar: true,
    // What is seen until the page has painted, so that a dark desktop gets no white flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#101214" : "#ffffff",
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // It would fetch dictionaries from the network.
      spellcheck: false,
    },
  });
  window.once("ready-to-show", () => window.show());
  keepConnected(window, options);
  reloadAfterCrash(window, options.log);
  window.loadURL(PAGE_URL).catch((error: unknown) => options.log.error(`The window could not be loaded: ${messageOf(error)}`));
  return window;
}

/** Gives the page a fresh port after every load, and whenever the host's end of the last one has closed. */
function keepConnected(window: BrowserWindow, { serve, log }: WindowOptions): void {
  const contents = window.webContents;
  let current: Transport | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = (): void => {
    clearTimeout(retry);
    // No page but our own is ever shown; if one were, it would get nothing.
    if (window.isDestroyed() || !isOwnPage(contents.getURL())) return;
    const { port1, port2 } = new MessageChannelMain();
    const transport = new PortTransport(port1);
    const previous = current;
    current = transport;
    previous?.close();
    transport.onClose(() => {
      if (current === transport && !window.isDestroyed()) retry = setTimeout(connect, RECONNECT_DELAY_MS);
    });
    serve(transport).then(
      () => current === transport && !window.isDestroyed() && contents.postMessage("cotty:port", null, [port2]),
      (error: unknown) => {
        log.error(`The window could not be connected to the host: ${messageOf(error)}`);
        transport.close();
      },
    );
  };

  contents.on("did-finish-load", connect);
  window.on("closed", () => {
    clearTimeout(retry);
    current?.close();
  });
}

function reloadAfterCrash(window: BrowserWindow, log: WindowOptions["log"]): void {
  let crashes: number[] = [];
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    log.error(`The window's process ended: ${reason} (${exitCode})`);
    const now = performance.now();
    crashes = [...crashes.filter((at) => now - at < CRASH_PERIOD_MS), now];
    if (reason !== "clean-exit" && crashes.length < MAX_CRASHES && !window.isDestroyed()) window.webContents.reload();
  });
}

/**
 * Keeps the page connected to the host. The page gets a new port after every load,
 * and whenever the host has closed its end of the last port.
 */
import { type BrowserWindow, MessageChannelMain } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { Transport } from "../../shared/transport.ts";
import type { PortChannel } from "./port-channels.ts";
import { MainPortTransport } from "./main-port-transport.ts";
import { isOwnPage } from "./page-url.ts";

const CHANNEL: PortChannel = "cotty:port";
/** The pause before a new connection, so that a new host can start, and so that a host that refuses is not asked in a loop. */
const RECONNECT_DELAY_MS = 500;

export type HostPortOptions = {
  /** Connects the window to the host. */
  readonly serve: (transport: Transport) => Promise<void>;
  readonly log: { error(message: string): void };
};

/** Connects the window's page to the host, now and after every load and every lost connection. */
export function keepConnected(window: BrowserWindow, { serve, log }: HostPortOptions): void {
  const contents = window.webContents;
  let current: Transport | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = (): void => {
    clearTimeout(retry);
    // The guards let no other page load. If one did, it must not get a port.
    if (window.isDestroyed() || !isOwnPage(contents.getURL())) return;
    const { port1, port2 } = new MessageChannelMain();
    const transport = new MainPortTransport(port1);
    const previous = current;
    current = transport;
    previous?.close();
    transport.onClose(() => {
      if (current === transport && !window.isDestroyed()) retry = setTimeout(connect, RECONNECT_DELAY_MS);
    });
    serve(transport).then(
      () => current === transport && !window.isDestroyed() && contents.postMessage(CHANNEL, null, [port2]),
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

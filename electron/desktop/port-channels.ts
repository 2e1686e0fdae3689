/**
 * The IPC channels of the app: all there are. Each carries a MessagePort from
 * the main process to its page, and nothing the other way: the main process
 * listens on no channel, so there is none for a page to call.
 */
export const PORT_CHANNELS = [
  /** The page's way to the host: the protocol. */
  "cotty:port",
  /** The page's way to the app around it: shared/desktop-messages.ts. */
  "cotty:desktop",
] as const;

export type PortChannel = (typeof PORT_CHANNELS)[number];

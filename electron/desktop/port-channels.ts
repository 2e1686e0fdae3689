/**
 * All IPC channels of the app. Each one carries a MessagePort from the main process
 * to its page. The main process listens on no channel, so a page cannot call it
 * over IPC.
 */
export const PORT_CHANNELS = [
  /** The page's connection to the host. It carries the protocol. */
  "cotty:port",
  /** The page's connection to the app. It carries the messages in shared/desktop-messages.ts. */
  "cotty:desktop",
] as const;

export type PortChannel = (typeof PORT_CHANNELS)[number];

/**
 * Hands the page its ports, sent by the main process after every load and every
 * reconnect. The page gets nothing else, and nothing in here can be called by it.
 */
import { ipcRenderer } from "electron";
import { PORT_CHANNELS } from "./port-channels.ts";

for (const channel of PORT_CHANNELS) {
  ipcRenderer.on(channel, ({ ports }) => window.postMessage(channel, location.origin, [...ports]));
}

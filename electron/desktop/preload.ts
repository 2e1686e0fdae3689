/**
 * Passes to the page the ports that the main process sends after every load and
 * every reconnect. The page gets nothing else and cannot call anything in here.
 */
import { ipcRenderer } from "electron";
import { PORT_CHANNELS } from "./port-channels.ts";

for (const channel of PORT_CHANNELS) {
  ipcRenderer.on(channel, ({ ports }) => window.postMessage(channel, location.origin, [...ports]));
}

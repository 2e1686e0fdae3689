/**
 * Hands the page its way to the host: one MessagePort, sent by the main process
 * after every load and every reconnect. The page gets nothing else, and nothing
 * in here can be called by it.
 */
import { ipcRenderer } from "electron";

ipcRenderer.on("cotty:port", ({ ports }) => {
  window.postMessage("cotty:port", location.origin, [...ports]);
});

/**
 * The chords that no page gets, for the browser takes them first. Chromium: the
 * commands of `BrowserCommandController::IsReservedCommandOrKey` (new and closed
 * tabs and windows, the next and previous tab, quit). Firefox: the keys that
 * `browser-sets.inc.xhtml` marks as reserved (new, close, private window, quit).
 */
const OTHER = (
  "Ctrl+N Ctrl+T Ctrl+W Ctrl+Q Ctrl+Tab Ctrl+PageUp Ctrl+PageDown " +
  "Ctrl+Shift+N Ctrl+Shift+T Ctrl+Shift+W Ctrl+Shift+P Ctrl+Shift+Q Ctrl+Shift+Tab Ctrl+Shift+PageUp Ctrl+Shift+PageDown Alt+F4"
).split(" ");
const MAC = (
  "Cmd+N Cmd+T Cmd+W Cmd+Q Cmd+M Cmd+H Cmd+Shift+N Cmd+Shift+T Cmd+Shift+W Cmd+Shift+P Cmd+Shift+Q " +
  "Cmd+Alt+Left Cmd+Alt+Right Ctrl+Tab Ctrl+Shift+Tab"
).split(" ");

/** Whether a window in a browser never gets this chord. */
export function isKeptByBrowser(chord: string, mac: boolean): boolean {
  return (mac ? MAC : OTHER).includes(chord);
}

/** The best known of them, for people. */
export function keptByBrowser(mac: boolean): readonly string[] {
  return mac
    ? ["⌘N", "⌘T", "⌘W", "⌘Q", "⌘⇧N", "⌘⇧T"]
    : ["Ctrl+N", "Ctrl+T", "Ctrl+W", "Ctrl+Tab", "Ctrl+Shift+N", "Ctrl+Shift+T", "Ctrl+Shift+W"];
}

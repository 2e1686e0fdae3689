/** Electron's fuses: one character each, in the executable, after a marker. */

/** How Electron marks the place. */
export const FUSE_MARKER = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** In the order of version 1. */
const NAMES = [
  "runAsNode",
  "cookieEncryption",
  "nodeOptions",
  "nodeCliInspect",
  "asarIntegrity",
  "onlyLoadAppFromAsar",
  "browserSnapshot",
  "fileProtocolPrivileges",
] as const;

/** Whether each fuse is on, read from an Electron executable. */
export function readFuses(executable: Buffer): Record<(typeof NAMES)[number], boolean> {
  const at = executable.indexOf(FUSE_MARKER);
  if (at < 0) throw new Error("This is not an Electron executable: it has no fuses");
  const states = executable.toString("latin1", at + FUSE_MARKER.length + 2);
  return Object.fromEntries(NAMES.map((name, index) => [name, states[index] === "1"])) as Record<(typeof NAMES)[number], boolean>;
}

/**
 * The one adapter to what node-pty 1.2.0-beta.15 keeps private in its Unix terminal: a
 * list with what each part is used for, and a check when the first pty starts.
 * Its Windows terminal is used through its API alone.
 */
import { createRequire } from "node:module";
import { mismatchMessage, missingParts, type PartsOf } from "../../shared/private-parts.ts";

/** The version that the list was made for; package.json pins it. */
export const NODE_PTY_VERSION = "1.2.0-beta.15";

/** What node-pty's typings leave out. */
type PrivateTerminal = {
  readonly fd: number;
  readonly ptsName: string;
  readonly _socket: {
    read(): Buffer | null;
    destroy(): void;
    /** Bytes that it has read and nobody has taken. */
    readonly readableLength: number;
    /** Node's own, beneath the stream. */
    readonly _handle: { readStart: () => number; readStop(): void };
  };
  /** On the prototype; an own one takes its place, for node-pty's own calls as well. */
  once(name: string, listener: () => void): void;
};

/** What of its API the check itself needs. */
type Killable = { kill(signal?: string): void };

/** A terminal of node-pty's type `T` with its private parts. */
export type WithPrivateParts<T> = T & PrivateTerminal;

const TERMINAL = {
  fd: ["number", "writes without waiting; reads what is left at the end"],
  ptsName: ["string", "holds the far end open until the exit"],
  "_socket.read": ["function", "reads what a paused stream holds at the end"],
  "_socket.readableLength": ["number", "reads past the stream only where it holds nothing"],
  "_socket.destroy": ["function", "closes the stream at once"],
  "_socket._handle.readStart": [
    "function",
    "polls again after output was gathered; an own one keeps the stream from it until then",
  ],
  "_socket._handle.readStop": ["function", "lets output gather"],
  once: ["function", "tells of the exit 200 ms before node-pty does"],
} satisfies PartsOf<PrivateTerminal>;

let isChecked = false;

/**
 * A terminal that node-pty has just made, with its private parts. The first
 * one is checked. Throws an error that names the part that is missing and the
 * versions, and takes the program down: nobody could hear it.
 */
export function unixTerminal<T extends Killable>(terminal: T): WithPrivateParts<T> {
  if (!isChecked) assertUnixTerminal(terminal);
  isChecked = true;
  return terminal as WithPrivateParts<T>;
}

/** The check by itself. */
export function assertUnixTerminal(terminal: Killable): void {
  const missing = missingParts("terminal", terminal, TERMINAL);
  if (missing.length === 0) return;
  terminal.kill("SIGKILL");
  throw new Error(mismatchMessage({ dependency: "node-pty", expected: NODE_PTY_VERSION, found: installedVersion(), missing }));
}

/** What is installed, as its own package.json says; undefined where that cannot be found. */
function installedVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)("node-pty/package.json") as { version: string }).version;
  } catch {
    return undefined;
  }
}

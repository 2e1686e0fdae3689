/**
 * What is known about a recording and stands beside it, in a JSON file of its own:
 * the session's name, command and folder. They are not in the asciicast file,
 * because that file is passed on, and a command line may contain secrets.
 */
import { closeSync, constants, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isRecord } from "../../shared/json.ts";
import type { ExitStatus } from "../../shared/protocol.ts";
import type { PlacedMarker } from "../../shared/shapes/recording-shapes.ts";

const MAX_MARKERS = 1000;

export type RecordingFacts = {
  /** What the session's owner calls it. */
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  /** The agent that has started the session. */
  readonly agent?: string;
  /** The id of the principal that owns the session. */
  readonly principal: string;
  /** In milliseconds since 1970. */
  readonly startedAtMs: number;
  /** When it was opened from a file. Absent for a session. */
  readonly addedAtMs?: number;
  /** Absent until the program has ended. */
  readonly durationMs?: number;
  readonly exit?: ExitStatus;
  /** Somebody has stopped the session. */
  readonly isStopped?: boolean;
  readonly markers?: readonly PlacedMarker[];
};

/** Replaces the facts in one step: a reader gets the old ones or the new ones. Throws when the disk refuses. */
export function writeFacts(path: string, facts: RecordingFacts): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  const fd = openSync(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600);
  try {
    writeFileSync(fd, `${JSON.stringify(facts)}\n`);
  } finally {
    closeSync(fd);
  }
  renameSync(part, path);
}

/** Undefined when there are none, or when they are damaged: the recording itself tells the rest. */
export async function readFacts(path: string): Promise<RecordingFacts | undefined> {
  try {
    return checkedFacts(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined;
  }
}

function checkedFacts(value: unknown): RecordingFacts | undefined {
  if (!isRecord(value)) return undefined;
  const { name, command, cwd, agent, principal, startedAtMs, addedAtMs, durationMs, exit, isStopped, markers } = value;
  if (typeof principal !== "string" || typeof startedAtMs !== "number") return undefined;
  const status = exitIn(exit);
  return {
    name: textIn(name),
    command: textIn(command),
    cwd: textIn(cwd),
    principal,
    startedAtMs,
    ...(typeof agent === "string" && { agent }),
    ...(typeof addedAtMs === "number" && { addedAtMs }),
    ...(typeof durationMs === "number" && { durationMs }),
    ...(status && { exit: status }),
    ...(isStopped === true && { isStopped }),
    ...(Array.isArray(markers) && { markers: markers.flatMap(markerIn).slice(0, MAX_MARKERS) }),
  };
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function exitIn(value: unknown): ExitStatus | undefined {
  if (!isRecord(value) || typeof value["code"] !== "number") return undefined;
  return { code: value["code"], ...(typeof value["signal"] === "string" && { signal: value["signal"] }) };
}

function markerIn(value: unknown): PlacedMarker[] {
  if (!isRecord(value)) return [];
  const { atMs, label } = value;
  return typeof atMs === "number" && typeof label === "string" ? [{ atMs, label }] : [];
}

/** The markers with one put on a moment, in order. An empty label takes away what stands there. */
export function withMarker(markers: readonly PlacedMarker[], { atMs, label }: PlacedMarker): PlacedMarker[] {
  const others = markers.filter((marker) => marker.atMs !== atMs);
  const all = label === "" ? others : [...others, { atMs, label }];
  return all.toSorted((a, b) => a.atMs - b.atMs).slice(0, MAX_MARKERS);
}

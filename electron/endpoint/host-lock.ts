/**
 * The host lock: it decides which process is the host. Node has no flock, so the
 * lock is a series of files `lock.1`, `lock.2`, … Only the file with the highest
 * number counts. It names the process that holds the lock or held it last.
 *
 * Replacing a stale lock file in place would be a race: two processes find it
 * stale, and the slower one replaces the new lock of the faster one. Instead, a
 * claim creates the file with the next number, and only one process can create
 * it. The file with the highest number is never removed, so a claim that was
 * based on an older file cannot succeed later. Files are linked into place when
 * they are complete, so nobody reads half a record.
 */
import { linkSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { HostError } from "../../shared/errors.ts";
import type { Paths } from "../platform/paths.ts";
import { isRunning, ownIdentity, type ProcessIdentity } from "../platform/process-identity.ts";
import { readOwnFile, writeOwnFile } from "./run-directory.ts";

export type HostLock = {
  /**
   * Whether this process still holds the lock. Restores the file if somebody has
   * deleted it. False once another process has claimed the lock.
   */
  confirm(): boolean;
  /** Releases the lock. The next claim succeeds even while this process still runs. */
  release(): void;
};

type LockRecord = ProcessIdentity & { readonly nonce: string; readonly released?: boolean };

/** More attempts than this mean that another program writes into the run directory. */
const MAX_ATTEMPTS = 100;
/** A connection that is neither accepted nor refused within this time still means that a host listens: its queue is full. */
const PROBE_TIMEOUT_MS = 1000;

/** Claims the host lock. Undefined when another process holds it. Throws `no-host` when the lock files keep changing. */
export async function claimHostLock(paths: Paths): Promise<HostLock | undefined> {
  const record: LockRecord = { ...ownIdentity(), nonce: globalThis.crypto.randomUUID() };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const latest = highestGeneration(paths.runDirectory);
    if (latest > 0 && isHeld(paths.runDirectory, latest)) return undefined;
    // There is no record, or its process is dead. A host may listen all the same: its lock files
    // were deleted, or it runs in another container, where its process id is invisible to us.
    if (await isListening(paths.socket)) return undefined;
    const generation = latest + 1;
    if (!createRecord(paths.runDirectory, generation, record)) continue;
    // Another process may have created a higher number since we listed the directory.
    if (highestGeneration(paths.runDirectory) === generation) {
      removeEarlier(paths.runDirectory, generation);
      return heldLock(paths.runDirectory, generation, record);
    }
    rmSync(lockFile(paths.runDirectory, generation), { force: true });
  }
  throw new HostError("no-host", `The lock files in ${paths.runDirectory} keep changing. Check what else writes there`);
}

/** Whether a host listens at the socket. True in case of doubt, because a live socket must never be replaced. */
function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (isLive: boolean): void => {
      resolve(isLive);
      socket.destroy();
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => settle(true));
    socket.once("connect", () => settle(true));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      settle(error.code !== "ENOENT" && error.code !== "ECONNREFUSED" && error.code !== "ENOTSOCK");
    });
  });
}

function heldLock(directory: string, generation: number, record: LockRecord): HostLock {
  const isMine = (): boolean => readRecord(directory, generation)?.nonce === record.nonce;
  const isTaken = (): boolean => generations(directory).some((other) => other !== generation && isHeld(directory, other));
  return {
    confirm() {
      if (isMine()) return highestGeneration(directory) === generation;
      if (isTaken() || !createRecord(directory, generation, record)) return false;
      if (!isTaken()) return true;
      // Another process has claimed the lock while our file was missing. Its claim came first.
      rmSync(lockFile(directory, generation), { force: true });
      return false;
    },
    release() {
      if (!isMine()) return;
      const unfinished = temporaryFile(directory, record);
      writeOwnFile(unfinished, JSON.stringify({ ...record, released: true }));
      renameSync(unfinished, lockFile(directory, generation));
    },
  };
}

function lockFile(directory: string, generation: number): string {
  return join(directory, `lock.${generation}`);
}

function temporaryFile(directory: string, { nonce }: LockRecord): string {
  return join(directory, `claim.${nonce}`);
}

function generations(directory: string): number[] {
  return readdirSync(directory).flatMap((name) => {
    const number = /^lock\.([1-9]\d{0,14})$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function highestGeneration(directory: string): number {
  return Math.max(0, ...generations(directory));
}

function isHeld(directory: string, generation: number): boolean {
  const record = readRecord(directory, generation);
  return record !== undefined && !record.released && isRunning(record);
}

/** Undefined when the file does not exist or contains no record. Throws when the file is unsafe, see `readOwnFile`. */
function readRecord(directory: string, generation: number): LockRecord | undefined {
  let text: string;
  try {
    text = readOwnFile(lockFile(directory, generation));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as LockRecord;
  } catch {
    return undefined;
  }
}

/** Creates the lock file with its content in one step. False when another process was faster. */
function createRecord(directory: string, generation: number, record: LockRecord): boolean {
  const complete = temporaryFile(directory, record);
  writeOwnFile(complete, JSON.stringify(record));
  try {
    linkSync(complete, lockFile(directory, generation));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(complete, { force: true });
  }
}

function removeEarlier(directory: string, generation: number): void {
  for (const earlier of generations(directory)) {
    if (earlier < generation) rmSync(lockFile(directory, earlier), { force: true });
  }
}

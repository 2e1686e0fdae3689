/**
 * Who hosts. Node has no flock, so the lock is a row of files `lock.1`,
 * `lock.2`, … of which the highest counts: it names the process that holds it,
 * or held it last.
 *
 * Replacing a stale lock file in place is a race (two processes find the same
 * one stale, and the slower one replaces the faster one's new lock). Here a
 * claim creates the next number, which exactly one process can; the highest
 * file is never removed, only outnumbered, so that no claim made in view of an
 * older one can succeed later. Files are linked into place complete, so that
 * nobody ever reads half a record.
 */
import { linkSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { HostError } from "../../shared/errors.ts";
import type { Paths } from "../platform/paths.ts";
import { isRunning, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import { readOwnFile, writeOwnFile } from "./run-directory.ts";

export type HostLock = {
  /**
   * Whether this process still holds the lock. Puts the file back if somebody
   * deleted it; says no once another process has taken its place.
   */
  confirm(): boolean;
  /** Gives the lock up; the next claim need not wonder whether this process still runs. */
  release(): void;
};

type LockRecord = ProcessIdentity & { readonly nonce: string; readonly released?: boolean };

/** More rounds than this mean that something else writes into the run directory. */
const MAX_ROUNDS = 100;
/** A stopped host accepts connections but a full queue may delay them; it is a host all the same. */
const PROBE_TIMEOUT_MS = 1000;

/** Claims the right to host, or says (undefined) that another process has it. */
export async function claimHostLock(paths: Paths): Promise<HostLock | undefined> {
  const record: LockRecord = { ...ownIdentity(), nonce: globalThis.crypto.randomUUID() };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const latest = highestGeneration(paths.runDirectory);
    if (latest > 0 && isHeld(paths.runDirectory, latest)) return undefined;
    // No record, or a dead holder's. A host may still listen: its lock files were
    // deleted, or it runs where we cannot see its pid (another container).
    if (await answers(paths.socket)) return undefined;
    const generation = latest + 1;
    if (!createRecord(paths.runDirectory, generation, record)) continue;
    // Somebody may have gone on counting while our look at the directory grew old.
    if (highestGeneration(paths.runDirectory) === generation) {
      removeEarlier(paths.runDirectory, generation);
      return heldLock(paths.runDirectory, generation, record);
    }
    rmSync(lockFile(paths.runDirectory, generation), { force: true });
  }
  throw new HostError("no-host", `The lock in ${paths.runDirectory} keeps changing; something else writes there`);
}

/** Whether anything listens at the socket. In doubt it does: a live socket must never be replaced. */
function answers(socketPath: string): Promise<boolean> {
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
  const isAnothers = (): boolean => generations(directory).some((other) => other !== generation && isHeld(directory, other));
  return {
    confirm() {
      if (isMine()) return highestGeneration(directory) === generation;
      if (isAnothers() || !createRecord(directory, generation, record)) return false;
      if (!isAnothers()) return true;
      // Claimed while ours was missing: theirs was there first.
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

/** Undefined for a file that is gone or holds something else; throws for one that is not ours (`readOwnFile`). */
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

/** Creates the lock file with its content in one step; false when another process was faster. */
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

/** Reads the audit page by page, the latest rows first. Reading begins where a page ended, also after the file was rotated. */
import { open } from "node:fs/promises";
import type { AuditRow } from "../../shared/audit-entry.ts";
import { isRecord } from "../../shared/json.ts";
import { auditFiles, remainsFile } from "./audit-file.ts";

const LF = 0x0a;
/** After this many lines, others have their turn. */
const LINES_AT_ONCE = 2000;

export type AuditQuery = {
  /** Part of the name of a client, an agent or a principal. Case does not matter. */
  readonly client?: string | undefined;
  /** Part of a method's name. */
  readonly method?: string | undefined;
  /** Part of a session's id. Case does not matter. */
  readonly session?: string | undefined;
  /** Only what was refused or has failed. */
  readonly refused?: boolean | undefined;
  /** The `next` of the page before. */
  readonly before?: string | undefined;
  /** At most this many rows. */
  readonly limit: number;
};

/** `next` begins the page with older rows. Absent when there are none. */
export type AuditPage = { readonly rows: AuditRow[]; readonly next?: string };

/** A row's time, in milliseconds since 1970, and on the clock of its host. */
type Moment = { readonly time: number; readonly monotonic: number };

/**
 * A position in the audit: the file by its inode, which a rotation keeps, and the byte where the row ends that comes next. Once the file has
 * been dropped, some of its rows are in another one; there its clocks tell which rows are not later.
 */
type AuditPosition = { readonly inode: number; readonly end: number } & Moment;

/** Reads one page of the audit, the latest rows first, from its files. A file that has gone meanwhile is left out. */
export async function auditPage(path: string, query: AuditQuery): Promise<AuditPage> {
  const from = positionOf(query.before);
  let isFound = from === undefined;
  const rows: AuditRow[] = [];
  for (const file of auditFiles(path)) {
    const read = await readWhole(file);
    if (!read) continue;
    const isHere = from !== undefined && isIn(read, from);
    if (!isFound && !isHere) continue;
    isFound = true;
    const next = await takeRows(rows, read, isHere ? (from?.end ?? 0) : read.bytes.length, query);
    if (next) return { rows, next: pageAt({ inode: read.inode, ...next }) };
  }
  return isFound || from === undefined ? { rows } : remainingPage(path, query, from);
}

/** A page of what is left of the files that were dropped, up to this moment. */
async function remainingPage(path: string, query: AuditQuery, from: Moment): Promise<AuditPage> {
  const rows: AuditRow[] = [];
  const read = await readWhole(remainsFile(path));
  const next = read && (await takeRows(rows, read, read.bytes.length, query, (row) => !isBefore(from, momentOf(row))));
  return read && next ? { rows, next: pageAt({ inode: read.inode, ...next }) } : { rows };
}

/** Whether the position is in this file: its row ends there. Another file may have got the inode of one that has gone. */
function isIn({ inode, bytes }: { readonly inode: number; readonly bytes: Buffer }, position: AuditPosition): boolean {
  const { end, time, monotonic } = position;
  if (inode !== position.inode || end > bytes.length) return false;
  const row = rowOf(bytes.toString("utf8", bytes.lastIndexOf(LF, end - 2) + 1, end));
  const moment = row && momentOf(row);
  return moment?.time === time && moment.monotonic === monotonic;
}

function pageAt({ inode, end, time, monotonic }: AuditPosition): string {
  return `${inode}:${end}:${time}:${monotonic}`;
}

function momentOf({ time, monotonic }: AuditRow): Moment {
  return { time: Date.parse(time), monotonic };
}

function isBefore(one: Moment, other: Moment): boolean {
  return one.time === other.time ? one.monotonic < other.monotonic : one.time < other.time;
}

/** Adds rows of a file before the byte `end`. Returns the row with which the next page begins, once this one is full. */
async function takeRows(
  rows: AuditRow[],
  { bytes }: { readonly bytes: Buffer },
  end: number,
  query: AuditQuery,
  isWanted: (row: AuditRow) => boolean = () => true,
): Promise<Omit<AuditPosition, "inode"> | undefined> {
  let at = Math.min(end, bytes.length);
  for (let lines = 1; at > 0; lines++) {
    if (lines % LINES_AT_ONCE === 0) await new Promise<void>((resolve) => void setImmediate(resolve));
    const begin = bytes.lastIndexOf(LF, at - 2) + 1;
    const row = rowOf(bytes.toString("utf8", begin, at));
    if (row && matches(row, query) && isWanted(row)) {
      if (rows.length === query.limit) return { end: at, ...momentOf(row) };
      rows.push(row);
    }
    at = begin;
  }
  return undefined;
}

/** Undefined for a file that is not there. */
async function readWhole(path: string): Promise<{ inode: number; bytes: Buffer } | undefined> {
  try {
    const file = await open(path);
    try {
      return { inode: (await file.stat()).ino, bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Undefined for a line that was torn by a full disk or a power failure. */
function rowOf(line: string): AuditRow | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && typeof value["method"] === "string" ? (value as AuditRow) : undefined;
  } catch {
    return undefined;
  }
}

function matches(row: AuditRow, { client = "", method = "", session = "", refused = false }: AuditQuery): boolean {
  if (refused && row.decision === "allowed") return false;
  if (!row.method.includes(method)) return false;
  if (!(row.session ?? "").toLowerCase().includes(session.toLowerCase())) return false;
  const wanted = client.toLowerCase();
  return [row.name, row.client, row.principal, row.agent ?? ""].some((name) => name.toLowerCase().includes(wanted));
}

function positionOf(before: string | undefined): AuditPosition | undefined {
  const [, ...numbers] = /^(\d+):(\d+):(\d+):([\d.]+)$/.exec(before ?? "") ?? [];
  const [inode, end, time, monotonic] = numbers.map(Number);
  if (inode === undefined || end === undefined || time === undefined || monotonic === undefined) return undefined;
  return { inode, end, time, monotonic };
}

/** `cotty export`: writes a recording, of a session or of the past, to stdout or to a new file. */
import { closeSync, constants, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { EXPORT_FORMATS, isPicture } from "../../shared/export-formats.ts";
import { exportPieces } from "../../shared/export-pieces.ts";
import type { ExportPiece, ExportRequest } from "../../shared/protocol.ts";
import { parseMoment } from "../../shared/moments.ts";
import { currentFolder } from "../platform/user-paths.ts";
import { connectOrStartHost, type Invocation } from "./command.ts";
import { oneOf, onlyArgument, takeOptions, UsageError } from "./options.ts";
import { printBytes, printJson } from "./output.ts";
import { Progress } from "./progress.ts";

const SPEC = {
  "--format": "value",
  "-o": "value",
  "--output": "value",
  "--force": "flag",
  "--json": "flag",
  "--at": "value",
  "--from": "value",
  "--to": "value",
  "--drivers": "flag",
  "--theme": "value",
} as const;

/** As a file's name, by custom. */
const STDOUT = "-";

export async function exportSession(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, SPEC, "anywhere");
  const id = onlyArgument(rest);
  const format = oneOf("--format", EXPORT_FORMATS, options["--format"] ?? "cast");
  const named = options["-o"] ?? options["--output"];
  const file = named === STDOUT ? undefined : named;
  const [at, from, to] = (["--at", "--from", "--to"] as const).map((name) => moment(name, options[name]));
  if (at !== undefined && !isPicture(format)) throw new UsageError("--at needs --format svg or png");
  if ((from !== undefined || to !== undefined) && format !== "gif") throw new UsageError("--from and --to need --format gif");
  const drivers = options["--drivers"] === true;
  if (drivers && format !== "gif") throw new UsageError("--drivers needs --format gif");
  if (from !== undefined && to !== undefined && from >= to) throw new UsageError("--from must come before --to");
  if (options["--json"] && file === undefined) throw new UsageError("--json needs -o: it reports on the file");
  const isBinary = format === "png" || format === "gif";
  if (isBinary && file === undefined && process.stdout.isTTY) throw new UsageError(`--format ${format} needs -o, or a pipe`);
  const theme = options["--theme"] === undefined ? undefined : oneOf("--theme", ["dark", "light"] as const, options["--theme"]);
  const request: ExportRequest = {
    format,
    ...(at !== undefined && { atMs: at }),
    ...(from !== undefined && { fromMs: from }),
    ...(to !== undefined && { toMs: to }),
    ...(drivers && { drivers }),
    ...(theme && { theme }),
  };
  using client = await connectOrStartHost(invocation);
  if (file === undefined) {
    await copy(client, { id, request, write: printBytes });
    return 0;
  }
  // Its own words: the system's name the file.
  if (!isAbsolute(file)) currentFolder();
  const bytes = await writeNewFile(file, options["--force"] ?? false, (write) => copy(client, { id, request, write }));
  if (options["--json"]) printJson({ file, format, bytes });
  return 0;
}

function moment(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseMoment(text);
  if (ms === undefined) throw new UsageError(`${name} must be a time such as 1m20s, 1:20 or 80, not "${text}"`);
  return ms;
}

type Copy = { readonly id: string; readonly request: ExportRequest; readonly write: (bytes: Uint8Array) => void };

/** Fetches the export piece by piece and passes each to `write`. Shows progress on stderr, and ends on Ctrl+C. */
async function copy(client: Client, { id, request, write }: Copy): Promise<void> {
  using progress = new Progress();
  const fetch = await fetchFrom(client, id, request);
  for await (const { text, encoding, progress: done } of exportPieces(fetch, (from) =>
    client.request("export/cancel", { from }),
  )) {
    write(Buffer.from(text, encoding ?? "utf8"));
    progress.update(done);
  }
}

/** A session that there is counts before recordings of its name. */
async function fetchFrom(
  client: Client,
  id: string,
  request: ExportRequest,
): Promise<(from: { from?: string }) => Promise<ExportPiece>> {
  const sessions = await client.request("session/list", {});
  return sessions.some((session) => session.id === id)
    ? (from) => client.request("session/export", { id, ...request, ...from })
    : (from) => client.request("recording/export", { id, ...request, ...from });
}

/**
 * Writes a file that only its owner can read, and resolves with its length in
 * bytes. Fails when the file exists, unless `force` is set: then the new file
 * replaces the old one after it has been written in full. Follows no symbolic link.
 */
async function writeNewFile(
  file: string,
  force: boolean,
  fill: (write: (bytes: Uint8Array) => void) => Promise<void>,
): Promise<number> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new HostError("bad-request", `${file} is a folder. Name a file in it`);
  const target = force ? `${file}.${process.pid}.part` : file;
  const fd = openNew(target);
  let bytes = 0;
  try {
    await fill((piece) => {
      bytes += writeAll(fd, piece);
    });
    closeSync(fd);
    if (force) renameSync(target, file);
    return bytes;
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

function openNew(file: string): number {
  try {
    return openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new HostError("bad-request", `${file} exists already; --force replaces it`);
    if (code === "ENOENT" || code === "ENOTDIR") throw new HostError("bad-request", `There is no folder ${dirname(file)}`);
    throw error;
  }
}

function writeAll(fd: number, bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  return bytes.length;
}

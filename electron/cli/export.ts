/** `cotty export`: writes a recording to stdout or to a new file. */
import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../shared/export-formats.ts";
import { connectToHost, type Invocation, notFound } from "./command.ts";
import { oneOf, onlyArgument, takeOptions, UsageError } from "./options.ts";
import { print, printJson } from "./output.ts";

export async function exportSession(invocation: Invocation): Promise<number> {
  const spec = { "--format": "value", "-o": "value", "--output": "value", "--force": "flag", "--json": "flag" } as const;
  const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
  const id = onlyArgument(rest);
  const format = oneOf("--format", EXPORT_FORMATS, options["--format"] ?? "cast");
  const file = options["-o"] ?? options["--output"];
  if (options["--json"] && file === undefined) throw new UsageError("--json needs -o: it reports on the file");
  using client = await connectToHost(invocation);
  if (file === undefined) {
    await copy(client, id, format, print);
    return 0;
  }
  const bytes = await writeNewFile(file, options["--force"] ?? false, (write) => copy(client, id, format, write));
  if (options["--json"]) printJson({ file, format, bytes });
  return 0;
}

/** Fetches the export piece by piece and passes each to `write`. */
async function copy(client: Client, id: string, format: ExportFormat, write: (text: string) => void): Promise<void> {
  let from: string | undefined;
  do {
    const params = from === undefined ? { id, format } : { id, format, from };
    const piece = await client.request("session/export", params).catch(notFound("Process", id));
    write(piece.text);
    from = piece.next;
  } while (from !== undefined);
}

/**
 * Writes a file that only its owner can read, and resolves with its length in
 * bytes. Fails when the file exists, unless `force` is set: then the new file
 * replaces the old one after it has been written in full. Follows no symbolic link.
 */
async function writeNewFile(
  file: string,
  force: boolean,
  fill: (write: (text: string) => void) => Promise<void>,
): Promise<number> {
  const target = force ? `${file}.${process.pid}.part` : file;
  const fd = openNew(target);
  let bytes = 0;
  try {
    await fill((text) => {
      bytes += writeAll(fd, Buffer.from(text));
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
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new HostError("bad-request", `${file} exists already; --force replaces it`);
  }
}

function writeAll(fd: number, bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  return bytes.length;
}

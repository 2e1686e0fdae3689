/** `cotty recordings`: lists, searches and deletes recordings. */
import { byteSize } from "../../shared/byte-size.ts";
import { counted } from "../../shared/counted.ts";
import { formatMoment } from "../../shared/moments.ts";
import type { RecordingFilter, RecordingInfo } from "../../shared/protocol.ts";
import { ENDINGS, recordingEnding } from "../../shared/recording-ending.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { connectOrStartHost, type Invocation } from "./command.ts";
import { oneOf, refuseArguments, takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printError, printJson } from "./output.ts";

const SPEC = {
  "--search": "value",
  "--name": "value",
  "--agent": "value",
  "--program": "value",
  "--ended": "value",
  "--since": "value",
  "--until": "value",
  "--limit": "value",
  "--json": "flag",
} as const;
const AGES: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const SHORT_ID = 8;
const MOST_LISTED = 500;
/** The exit code for a search without a match, the same as grep's. */
const NO_MATCH = 1;

export async function recordings(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, SPEC, "anywhere");
  const [word, ...ids] = rest;
  if (word === "delete") return await remove(invocation, ids, options["--json"] === true);
  refuseArguments(rest);
  const filter: RecordingFilter = {
    ...(options["--name"] !== undefined && { name: options["--name"] }),
    ...(options["--agent"] !== undefined && { agent: options["--agent"] }),
    ...(options["--program"] !== undefined && { program: options["--program"] }),
    ...(options["--ended"] !== undefined && { ending: oneOf("--ended", ENDINGS, options["--ended"]) }),
    ...(options["--since"] !== undefined && { sinceMs: pastTime("--since", options["--since"]) }),
    ...(options["--until"] !== undefined && { untilMs: pastTime("--until", options["--until"]) }),
  };
  const limit = options["--limit"] === undefined ? undefined : wholeNumber("--limit", options["--limit"], 1);
  const asJson = options["--json"] === true;
  const text = options["--search"];
  return text === undefined
    ? await list(invocation, { filter, limit, asJson })
    : await search(invocation, text, { filter, limit, asJson });
}

type Listing = { readonly filter: RecordingFilter; readonly limit: number | undefined; readonly asJson: boolean };

async function list(invocation: Invocation, { filter, limit = 200, asJson }: Listing): Promise<number> {
  using client = await connectOrStartHost(invocation);
  const found: RecordingInfo[] = [];
  let all = { total: 0, totalBytes: 0 };
  do {
    const page = { from: found.length, limit: Math.min(MOST_LISTED, limit - found.length) };
    const { recordings: some, ...totals } = await client.request("recording/list", { filter, ...page });
    all = totals;
    if (some.length === 0) break;
    found.push(...some);
  } while (found.length < Math.min(limit, all.total));
  if (asJson) printJson({ recordings: found, ...all });
  else if (all.total === 0) print("No recordings\n");
  else {
    for (const one of found) print(`${describe(one)}\n`);
    const left = all.total - found.length;
    const more = left > 0 ? `; ${left} more, --limit lists them` : "";
    printError(`[${counted(all.total, "recording")}, ${byteSize(all.totalBytes)}${more}]\n`);
  }
  return 0;
}

async function search(invocation: Invocation, text: string, { filter, limit, asJson }: Listing): Promise<number> {
  using client = await connectOrStartHost(invocation);
  const request = { text, filter, ...(limit !== undefined && { limit: Math.min(limit, 200) }) };
  const result = await client.request("recording/search", request);
  if (asJson) printJson(result);
  else {
    for (const { recording, lines, count } of result.matches) {
      print(`${describe(recording)}\n`);
      for (const line of lines) print(`    ${formatMoment(line.atMs)}  ${oneLine(line.text).trim()}\n`);
      if (count > lines.length) print(`    … ${counted(count - lines.length, "more line")}\n`);
    }
    if (result.more > 0) printError(`[${counted(result.more, "more recording")} with this text; --limit lists them]\n`);
    if (result.unread > 0) printError(`[${counted(result.unread, "recording")} could not be searched yet]\n`);
  }
  return result.matches.length > 0 ? 0 : NO_MATCH;
}

async function remove(invocation: Invocation, ids: readonly string[], asJson: boolean): Promise<number> {
  if (ids.length === 0) throw new UsageError("delete needs the id of a recording");
  using client = await connectOrStartHost(invocation);
  const result = await client.request("recording/delete", { ids: [...ids] });
  if (asJson) printJson(result);
  else {
    print(`Deleted ${counted(result.deleted, "recording")}, ${byteSize(result.freedBytes)}\n`);
    for (const id of result.kept) printError(`[${id} was kept: its session still runs]\n`);
  }
  return result.kept.length > 0 ? 1 : 0;
}

function describe(recording: RecordingInfo): string {
  const { id, name, agent, command, startedAtMs, durationMs, bytes, damage } = recording;
  const fields = [
    id.slice(0, SHORT_ID),
    localTime(startedAtMs),
    formatMoment(durationMs).padStart(7),
    ending(recording).padEnd(8),
    byteSize(bytes).padStart(7),
    agent ?? "-",
    name || "-",
    damage === undefined ? command : `damaged: ${damage}`,
  ];
  return oneLine(fields.join("  ")).trimEnd();
}

function ending(recording: RecordingInfo): string {
  const word = recordingEnding(recording) ?? "file";
  const { exit } = recording;
  return exit && word !== "stopped" ? (exit.signal ?? `exit ${exit.code}`) : word;
}

/** `2026-11-22 01:02`, in the zone of this machine. */
function localTime(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
}

/** A date, a date with a time, or how long ago. Throws `UsageError` for anything else. */
function pastTime(name: string, text: string): number {
  const [, count, unit = ""] = /^(\d+)([dhm])$/.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (AGES[unit] ?? 0);
  // Without a time, a date would be midnight in Greenwich.
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text.includes("T") ? text : `${text}T00:00`) : Number.NaN;
  if (Number.isNaN(ms)) throw new UsageError(`${name} must be a date such as 2026-11-20, or an age such as 7d, not "${text}"`);
  return ms;
}

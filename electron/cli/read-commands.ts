/** Commands that read from sessions. What is said about the text goes to stderr, so that stdout has nothing but it. */
import type { Client } from "../../shared/client.ts";
import { counted } from "../../shared/counted.ts";
import { HostError } from "../../shared/errors.ts";
import type { HiddenText } from "../../shared/protocol.ts";
import { changedRows, hiddenTextNote, nextLine, searchLines } from "../../shared/read-results.ts";
import { callerName, notePosition, positionOf } from "./caller-positions.ts";
import { clientName, type Command, notFound } from "./command.ts";
import { connectClient } from "../client/host-connection.ts";
import { takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printError, printJson } from "./output.ts";

/** As grep has it. */
const NO_MATCH = 1;

export const stdout: Command = {
  usage: "[--lines N] [--since OFFSET] [--changed] [--json] <session-id> [lines]",
  failure: "Failed to get stdout",
  async run(invocation) {
    const spec = { "--lines": "value", "--since": "value", "--changed": "flag", "--json": "flag" } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id, count = options["--lines"]] = rest;
    if (id === undefined || rest.length > 2) throw new UsageError("");
    const lines = count === undefined ? 0 : wholeNumber("lines", count, 0);
    const since = options["--since"] === undefined ? undefined : wholeNumber("--since", options["--since"], 0);
    if (options["--changed"] && (lines > 0 || since !== undefined)) {
      throw new UsageError("--changed goes with neither --since nor a number of lines");
    }
    using client = await connectClient(invocation.paths, clientName(invocation));
    if (options["--changed"]) return await printChanges(client, id, options["--json"] === true);
    const result = await client
      .request("session/screen", {
        id,
        ...(lines > 0 && { lines: Math.min(lines, 100_000) }),
        ...(since !== undefined && { since }),
      })
      .catch(notFound("Process", id));
    if (options["--json"]) {
      printJson(result);
      return 0;
    }
    print(result.text);
    reportHidden(result.hiddenText, "row");
    if (result.omittedLines > 0 && lines === 0)
      printError(`[${counted(result.omittedLines, "line")} before this left out; all of it: stream ${id}]\n`);
    if (since !== undefined) printError(`[@${result.offset}]\n`);
    return 0;
  },
};

async function printChanges(client: Client, id: string, json: boolean): Promise<number> {
  const changes = await client.request("session/changes", { id, caller: callerName() }).catch(notFound("Process", id));
  if (json) {
    printJson(changes);
    return 0;
  }
  const { header, rows } = changedRows(changes);
  printError(`[${header}]\n`);
  for (const row of rows) print(`${row}\n`);
  reportHidden(changes.hiddenText, "row");
  return 0;
}

export const stream: Command = {
  usage: "[--since-last | --since OFFSET] [--with-ansi] [--json] <session-id>",
  failure: "Failed to get stream",
  async run(invocation) {
    const spec = { "--since-last": "flag", "--since": "value", "--with-ansi": "flag", "--json": "flag" } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id] = rest;
    if (id === undefined || rest.length > 1) throw new UsageError("");
    const { paths } = invocation;
    using client = await connectClient(paths, clientName(invocation));
    let since = options["--since"] === undefined ? 0 : wholeNumber("--since", options["--since"], 0);
    if (options["--since-last"]) since = positionOf(paths, await findSession(client, id)) ?? 0;
    const pieces: string[] = [];
    const take = options["--json"] ? (text: string) => pieces.push(text) : print;
    const next = await readOutput({ client, id, since, strip: !options["--with-ansi"], take });
    if (options["--json"]) printJson({ text: pieces.join(""), since, next });
    if (options["--since-last"]) notePosition(paths, id, next);
    return 0;
  },
};

type ReadOptions = { client: Client; id: string; since: number; strip: boolean; take: (text: string) => void };

/** Reads up to where the output ends now, piece by piece; resolves with the offset to go on from. */
async function readOutput({ client, id, since, strip, take }: ReadOptions): Promise<number> {
  let at = since;
  let end: number | undefined;
  for (;;) {
    const piece = await client.request("session/read", { id, since: at, strip }).catch(notFound("Process", id));
    // A program that never stops printing must not keep us reading for ever.
    end ??= piece.end;
    take(piece.text);
    reportHidden(piece.hiddenText, "line");
    if (piece.next <= at || piece.next >= end) return piece.next;
    at = piece.next;
  }
}

export const search: Command = {
  usage: "[--context N] [--limit N] [--from LINE] [--json] <session-id> <regex>",
  failure: "Failed to search",
  async run(invocation) {
    const spec = { "--context": "value", "--limit": "value", "--from": "value", "--json": "flag" } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id, pattern] = rest;
    if (id === undefined || pattern === undefined || rest.length > 2) throw new UsageError("");
    const { "--context": context, "--limit": limit, "--from": from } = options;
    using client = await connectClient(invocation.paths, clientName(invocation));
    const result = await client
      .request("session/search", {
        id,
        pattern,
        ...(context !== undefined && { context: wholeNumber("--context", context, 0) }),
        ...(limit !== undefined && { limit: wholeNumber("--limit", limit, 1) }),
        ...(from !== undefined && { from: wholeNumber("--from", from, 1) }),
      })
      .catch(notFound("Process", id));
    if (options["--json"]) printJson(result);
    else {
      for (const line of searchLines(result)) print(`${line}\n`);
      reportHidden(result.hiddenText, "line");
      if (result.more > 0)
        printError(`[${counted(result.more, "more match", "more matches")}; to go on: --from ${nextLine(result)}]\n`);
      if (!result.isComplete) {
        printError(`[only the first ${result.totalLines} lines were searched; to go on: --from ${result.totalLines + 1}]\n`);
      }
    }
    return result.matches > 0 ? 0 : NO_MATCH;
  },
};

function reportHidden(hidden: readonly HiddenText[] | undefined, unit: "row" | "line"): void {
  const note = hiddenTextNote(hidden, unit);
  if (note) printError(`[${note}]\n`);
}

async function findSession(client: Client, id: string) {
  const session = (await client.request("session/list", {})).find((session) => session.id === id);
  return session ?? notFound("Process", id)(new HostError("no-such-session", ""));
}

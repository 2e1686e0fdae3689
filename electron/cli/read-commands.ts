/** Commands that read from sessions. Notes about the text go to stderr, so that stdout contains only the text. */
import type { Client } from "../../shared/client.ts";
import { counted } from "../../shared/counted.ts";
import { HostError } from "../../shared/errors.ts";
import type { ExitStatus, Result } from "../../shared/protocol.ts";
import { changedRows, cursorNote, exitLine, hiddenTextNote, nextLine, searchLines } from "../../shared/read-results.ts";
import { callerName, notePosition, positionOf } from "./caller-positions.ts";
import { type Command, connectToHost, connectToRead, notFound } from "./command.ts";
import { onlyArgument, takeOptions, UsageError, wholeNumber } from "./options.ts";
import { endLine, print, printError, printJson, printNote, printText } from "./output.ts";

/** The exit code for a search without a match, the same as grep's. */
const NO_MATCH = 1;

/** As much as one answer can have: 10 000 rows of a hundred columns. */
const MAX_BYTES = 1024 * 1024;

export const stdout: Command = {
  usage: "[--lines N | --head N] [--since OFFSET] [--changed] [--json] <session-id> [lines]",
  failure: "Failed to get stdout",
  async run(invocation) {
    const spec = { "--lines": "value", "--head": "value", "--since": "value", "--changed": "flag", "--json": "flag" } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id, count = options["--lines"]] = rest;
    if (id === undefined || rest.length > 2) throw new UsageError("");
    const lines = count === undefined ? 0 : wholeNumber("lines", count, 0);
    const head = options["--head"] === undefined ? 0 : wholeNumber("--head", options["--head"], 1);
    if (head > 0 && lines > 0) throw new UsageError("--head cannot be combined with a number of last lines");
    const since = options["--since"] === undefined ? undefined : wholeNumber("--since", options["--since"], 0);
    if (options["--changed"] && (lines > 0 || head > 0 || since !== undefined)) {
      throw new UsageError("--changed cannot be combined with --since or a number of lines");
    }
    // The next answer of changes begins where this one ends.
    using client = await (options["--changed"] ? connectToHost : connectToRead)(invocation);
    if (options["--changed"]) return await printChanges(client, id, options["--json"] === true);
    const result = await client
      .request("session/screen", {
        id,
        caller: callerName(),
        limit: MAX_BYTES,
        ...(lines > 0 && { lines: Math.min(lines, 100_000) }),
        ...(head > 0 && { firstLines: Math.min(head, 100_000) }),
        ...(since !== undefined && { since }),
      })
      .catch(notFound("Process", id));
    if (options["--json"]) {
      printJson(result);
      return 0;
    }
    printText(result.text);
    printExit(result.exit);
    printNote(hiddenTextNote(result.hiddenText, "row"));
    const isCut = result.omittedLines > 0 && (lines === 0 || result.text.split("\n").length < lines);
    if (isCut) printError(`[${counted(result.omittedLines, "earlier line")} left out; for all output: stream ${id}]\n`);
    if (result.isBeginningGone) printError(`[earlier lines have left the scrollback; for all output: stream ${id}]\n`);
    printNote(cursorNote(result.cursor));
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
  printExit(changes.exit);
  printNote(hiddenTextNote(changes.hiddenText, "row"));
  return 0;
}

export const stream: Command = {
  usage: "[--since-last | --since OFFSET] [--with-ansi] [--json] <session-id>",
  failure: "Failed to get stream",
  async run(invocation) {
    const spec = {
      "--since-last": "flag",
      "--since": "value",
      "--with-ansi": "flag",
      // As terminalcp's own announcement calls it.
      "--no-strip-ansi": "flag",
      "--json": "flag",
    } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const id = onlyArgument(rest);
    const { paths } = invocation;
    if (options["--since-last"] && options["--since"] !== undefined)
      throw new UsageError("Use --since or --since-last, not both");
    using client = await connectToRead(invocation);
    let since = options["--since"] === undefined ? 0 : wholeNumber("--since", options["--since"], 0);
    if (options["--since-last"]) since = positionOf(paths, await findSession(client, id)) ?? 0;
    const pieces: string[] = [];
    const strip = !(options["--with-ansi"] ?? options["--no-strip-ansi"]);
    const write = options["--json"] ? (text: string) => pieces.push(text) : print;
    const { next, text, exit } = await readOutput({ client, id, since, strip, write });
    if (options["--json"]) printJson({ text: pieces.join(""), since, next, ...(exit && { exit }) });
    else {
      // Output as it came is somebody's file or terminal: nothing is added to it but the end.
      if (strip || exit) endLine(text);
      printExit(exit);
    }
    if (options["--since-last"]) notePosition(paths, id, next);
    return 0;
  },
};

type ReadOptions = { client: Client; id: string; since: number; strip: boolean; write: (text: string) => void };

type LastPiece = Pick<Result<"session/read">, "next" | "text" | "exit">;

/** Reads up to the current end of the output and passes on each piece. Resolves with the last one. */
async function readOutput({ client, id, since, strip, write }: ReadOptions): Promise<LastPiece> {
  let at = since;
  let end: number | undefined;
  for (;;) {
    const range = { since: at, ...(end !== undefined && { end }) };
    const piece = await client.request("session/read", { id, strip, ...range }).catch(notFound("Process", id));
    // Stop at the end as it was at the first read: some programs never stop printing.
    end ??= piece.end;
    write(piece.text);
    printNote(hiddenTextNote(piece.hiddenText, "line"));
    if (piece.next <= at || piece.next >= end) return piece;
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
    using client = await connectToRead(invocation);
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
      printNote(hiddenTextNote(result.hiddenText, "line"));
      if (result.more > 0)
        printError(`[${counted(result.more, "more match", "more matches")}; to continue: --from ${nextLine(result)}]\n`);
      if (!result.isComplete) {
        printError(`[only the first ${result.totalLines} lines were searched; to continue: --from ${result.totalLines + 1}]\n`);
      }
    }
    return result.matches > 0 ? 0 : NO_MATCH;
  },
};

/** Prints how the program ended, in a line of its own after the text, as terminalcp does. */
function printExit(exit: ExitStatus | undefined): void {
  if (exit) print(`[${exitLine(exit)}]\n`);
}

async function findSession(client: Client, id: string) {
  const session = (await client.request("session/list", {})).find((session) => session.id === id);
  return session ?? notFound("Process", id)(new HostError("no-such-session", ""));
}

/** Commands that type into sessions and read from them. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { parseKeyArguments } from "../../shared/keys.ts";
import { notePosition, positionOf } from "./caller-positions.ts";
import { clientName, type Command, notFound } from "./command.ts";
import { connectClient } from "./host-connection.ts";
import { takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printJson } from "./output.ts";
import { exitCodeOf, reportOutcome, WAIT_OPTIONS, waitCondition } from "./wait-outcome.ts";

export const stdin: Command = {
  usage: "[--wait REGEX] [--quiet MS] [--timeout MS] [--json] <session-id> <text> [text]...",
  failure: "Failed to send stdin",
  async run(invocation) {
    // Only leading ones: everything after the id is typed, whatever it looks like.
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag", ...WAIT_OPTIONS }, "leading");
    const [id, ...words] = rest;
    if (id === undefined || words.length === 0) throw new UsageError("");
    const condition = waitCondition(options);
    using client = await connectClient(invocation.paths, clientName(invocation));
    const result = await client
      .request("session/write", { id, input: parseKeyArguments(words), ...(condition === undefined ? {} : { wait: condition }) })
      .catch(notFound("Session", id));
    notePosition(invocation.paths, "wait", id, result.wait?.offset ?? result.offset);
    if (options["--json"]) printJson(result);
    if (!condition || !result.wait) return 0;
    return options["--json"] ? exitCodeOf(id, condition, result.wait) : reportOutcome(id, condition, result.wait);
  },
};

export const stdout: Command = {
  usage: "[--json] <session-id> [lines]",
  failure: "Failed to get stdout",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
    const [id, count] = rest;
    if (id === undefined || rest.length > 2) throw new UsageError("");
    const lines = count === undefined ? 0 : wholeNumber("lines", count, 0);
    using client = await connectClient(invocation.paths, clientName(invocation));
    const result = await client
      .request("session/screen", lines === 0 ? { id } : { id, lines: Math.min(lines, 100_000) })
      .catch(notFound("Process", id));
    if (options["--json"]) printJson(result);
    else print(result.text);
    return 0;
  },
};

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
    if (options["--since-last"]) since = positionOf(paths, "stream", await findSession(client, id, "Process")) ?? 0;
    const pieces: string[] = [];
    const take = options["--json"] ? (text: string) => pieces.push(text) : print;
    const next = await readOutput({ client, id, since, strip: !options["--with-ansi"], take });
    if (options["--json"]) printJson({ text: pieces.join(""), since, next });
    if (options["--since-last"]) notePosition(paths, "stream", id, next);
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
    take(piece.text);
    // A program that never stops printing must not keep us reading for ever.
    end ??= piece.end;
    if (piece.next <= at || piece.next >= end) return piece.next;
    at = piece.next;
  }
}

export const wait: Command = {
  usage: "[--exit] [--quiet MS] [--timeout MS] [--since OFFSET] [--json] <session-id> [regex]",
  failure: "Failed to wait",
  async run(invocation) {
    const spec = { "--exit": "flag", "--since": "value", "--json": "flag", ...WAIT_OPTIONS } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id, regex] = rest;
    if (id === undefined || rest.length > 2) throw new UsageError("");
    const condition = {
      ...waitCondition({ ...options, ...(regex === undefined ? {} : { "--wait": regex }) }),
      ...(options["--exit"] ? { exit: true } : {}),
    };
    const { paths } = invocation;
    using client = await connectClient(paths, clientName(invocation));
    const since =
      options["--since"] === undefined
        ? positionOf(paths, "wait", await findSession(client, id, "Process"))
        : wholeNumber("--since", options["--since"], 0);
    const outcome = await client
      .request("session/wait", { id, until: condition, ...(since === undefined ? {} : { since }) })
      .catch(notFound("Process", id));
    notePosition(paths, "wait", id, outcome.offset);
    if (!options["--json"]) return reportOutcome(id, condition, outcome);
    printJson(outcome);
    return exitCodeOf(id, condition, outcome);
  },
};

async function findSession(client: Client, id: string, what: "Process" | "Session") {
  const session = (await client.request("session/list", {})).find((session) => session.id === id);
  return session ?? notFound(what, id)(new HostError("no-such-session", ""));
}

/** Commands that type into sessions and read from them. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { parseKeyArguments } from "../../shared/keys.ts";
import { stripSequences } from "../../shared/strip-sequences.ts";
import { notePosition, positionOf } from "./caller-positions.ts";
import { clientName, type Command, notFound } from "./command.ts";
import { connectClient } from "./host-connection.ts";
import { takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printJson } from "./output.ts";
import { exitCodeOf, reportOutcome, WAIT_OPTIONS, waitCondition } from "./wait-outcome.ts";

export const stdin: Command = {
  usage: "[--wait REGEX] [--prompt] [--input] [--quiet MS] [--timeout MS] [--json] <session-id> <text> [text]...",
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
    if (options["--since-last"]) since = positionOf(paths, await findSession(client, id)) ?? 0;
    const pieces: string[] = [];
    const take = options["--json"] ? (text: string) => pieces.push(text) : print;
    const next = await readOutput({ client, id, since, strip: !options["--with-ansi"], take });
    if (options["--json"]) printJson({ text: pieces.join(""), since, next });
    if (options["--since-last"]) notePosition(paths, id, next);
    return 0;
  },
};

/** A sequence that is not over after so many characters is no sequence that we know. */
const LONGEST_SEQUENCE = 4096;

type ReadOptions = { client: Client; id: string; since: number; strip: boolean; take: (text: string) => void };

/** Reads up to where the output ends now, piece by piece; resolves with the offset to go on from. */
async function readOutput({ client, id, since, strip, take }: ReadOptions): Promise<number> {
  let at = since;
  let end: number | undefined;
  let held = "";
  for (;;) {
    const piece = await client.request("session/read", { id, since: at }).catch(notFound("Process", id));
    // A program that never stops printing must not keep us reading for ever.
    end ??= piece.end;
    const isLast = piece.next <= at || piece.next >= end;
    const text = held + piece.text;
    const cut = isLast ? text.length : wholeLength(text);
    held = text.slice(cut);
    take(strip ? stripSequences(text.slice(0, cut)) : text.slice(0, cut));
    if (isLast) return piece.next;
    at = piece.next;
  }
}

/** How much of a piece surely ends outside any escape sequence and any character. */
function wholeLength(text: string): number {
  const escape = text.lastIndexOf("\x1b");
  if (escape !== -1 && text.length - escape <= LONGEST_SEQUENCE) return escape;
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}

export const wait: Command = {
  usage: "[--prompt] [--input] [--lease] [--exit] [--quiet MS] [--timeout MS] [--json] <session-id> [regex]",
  failure: "Failed to wait",
  async run(invocation) {
    const spec = { "--exit": "flag", "--json": "flag", ...WAIT_OPTIONS } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id, regex] = rest;
    if (id === undefined || rest.length > 2) throw new UsageError("");
    const condition = {
      ...waitCondition({ ...options, ...(regex === undefined ? {} : { "--wait": regex }) }),
      ...(options["--exit"] ? { exit: true } : {}),
    };
    using client = await connectClient(invocation.paths, clientName(invocation));
    const outcome = await client.request("session/wait", { id, until: condition }).catch(notFound("Process", id));
    if (!options["--json"]) return reportOutcome(id, condition, outcome);
    printJson(outcome);
    return exitCodeOf(id, condition, outcome);
  },
};

async function findSession(client: Client, id: string) {
  const session = (await client.request("session/list", {})).find((session) => session.id === id);
  return session ?? notFound("Process", id)(new HostError("no-such-session", ""));
}

/** Commands that type into sessions and wait for what comes of it. */
import { parseKeyArguments } from "../../shared/keys.ts";
import { clientName, type Command, notFound } from "./command.ts";
import { connectClient } from "./host-connection.ts";
import { takeOptions, UsageError } from "./options.ts";
import { printJson } from "./output.ts";
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
    if (options["--json"]) printJson(result);
    if (!condition || !result.wait) return 0;
    return options["--json"] ? exitCodeOf(id, condition, result.wait) : reportOutcome(id, condition, result.wait);
  },
};

export const wait: Command = {
  usage: "[--exit] [--quiet MS] [--timeout MS] [--json] <session-id> [regex]",
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

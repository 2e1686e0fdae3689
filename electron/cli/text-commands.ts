/** Commands that type into sessions and wait for what comes of it. */
import { parseKeyArguments } from "../../shared/keys.ts";
import type { MouseButton } from "../../shared/protocol.ts";
import { clientName, type Command, notFound } from "./command.ts";
import { connectClient } from "../client/host-connection.ts";
import { takeOptions, UsageError, wholeNumber } from "./options.ts";
import { printJson } from "./output.ts";
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

export const click: Command = {
  usage:
    "[--text LABEL] [--button B] [--wait REGEX] [--prompt] [--input] [--quiet MS] [--timeout MS] [--json] <session-id> [row col]",
  failure: "Failed to click",
  async run(invocation) {
    const spec = { "--text": "value", "--button": "value", "--json": "flag", ...WAIT_OPTIONS } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id, row, col] = rest;
    const { "--text": text } = options;
    if (id === undefined || rest.length !== (text === undefined ? 3 : 1)) throw new UsageError("");
    const button = buttonOf(options["--button"]);
    const target =
      text === undefined ? { row: wholeNumber("row", row ?? "", 1), col: wholeNumber("col", col ?? "", 1) } : { text };
    const condition = waitCondition(options);
    using client = await connectClient(invocation.paths, clientName(invocation));
    const result = await client
      .request("session/write", { id, input: [{ click: { ...target, ...button } }], ...(condition && { wait: condition }) })
      .catch(notFound("Session", id));
    if (options["--json"]) printJson(result);
    if (!condition || !result.wait) return 0;
    return options["--json"] ? exitCodeOf(id, condition, result.wait) : reportOutcome(id, condition, result.wait);
  },
};

// Not from the schema: a command that loads zod takes twice as long.
const BUTTONS: readonly MouseButton[] = ["left", "middle", "right", "wheelup", "wheeldown"];

function buttonOf(name: string | undefined): { button?: MouseButton } {
  if (name === undefined) return {};
  const button = BUTTONS.find((known) => known === name);
  if (!button) throw new UsageError(`--button is one of ${BUTTONS.join(", ")}, not "${name}"`);
  return { button };
}

export const wait: Command = {
  usage: "[--prompt] [--input] [--lease] [--exit] [--quiet MS] [--timeout MS] [--since OFFSET] [--json] <session-id> [regex]",
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
    const since = options["--since"] === undefined ? {} : { since: wholeNumber("--since", options["--since"], 0) };
    using client = await connectClient(invocation.paths, clientName(invocation));
    const outcome = await client.request("session/wait", { id, until: condition, ...since }).catch(notFound("Process", id));
    if (!options["--json"]) return reportOutcome(id, condition, outcome);
    printJson(outcome);
    return exitCodeOf(id, condition, outcome);
  },
};

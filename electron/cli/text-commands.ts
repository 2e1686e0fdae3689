/** Commands that type into sessions, click in them, and wait for the result. */
import { IF_HELD } from "../../shared/if-held.ts";
import { MOUSE_BUTTONS } from "../../shared/mouse-buttons.ts";
import { callerName } from "./caller-positions.ts";
import { type Command, connectToHost, notFound } from "./command.ts";
import { oneOf, takeOptions, UsageError, wholeNumber } from "./options.ts";
import { printJson } from "./output.ts";
import { inputPieces } from "./piped-input.ts";
import { reportOutcome, WAIT_OPTIONS, waitCondition } from "./wait-outcome.ts";

export const stdin: Command = {
  usage:
    "[--wait REGEX] [--prompt] [--input] [--state STATES] [--quiet MS] [--timeout MS] [--if-held refuse|park|wait] [--json] <session-id> <text> [text]...",
  failure: "Failed to send stdin",
  async run(invocation) {
    // Options stand only before the id. Everything after the id is typed, even if it looks like an option.
    const spec = { "--json": "flag", "--if-held": "value", ...WAIT_OPTIONS } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "leading");
    const [id, ...words] = rest;
    if (id === undefined || words.length === 0) throw new UsageError("");
    const condition = waitCondition(options);
    const asked = options["--if-held"];
    const ifHeld = asked === undefined ? {} : { ifHeld: oneOf("--if-held", IF_HELD, asked) };
    const pieces = await inputPieces(words);
    const last = pieces.pop() ?? [];
    using client = await connectToHost(invocation);
    const caller = callerName();
    for (const input of pieces)
      await client.request("session/write", { id, input, ...ifHeld, caller }).catch(notFound("Session", id));
    const result = await client
      .request("session/write", { id, input: last, ...(condition && { wait: condition }), ...ifHeld, caller })
      .catch(notFound("Session", id));
    if (options["--json"]) printJson(result);
    return reportOutcome({ id, condition, outcome: result.wait, asJson: options["--json"] });
  },
};

export const click: Command = {
  usage:
    "[--text LABEL] [--button B] [--wait REGEX] [--prompt] [--input] [--state STATES] [--quiet MS] [--timeout MS] [--json] <session-id> [row col]",
  failure: "Failed to click",
  async run(invocation) {
    const spec = { "--text": "value", "--button": "value", "--json": "flag", ...WAIT_OPTIONS } as const;
    const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
    const [id, row, col] = rest;
    const { "--text": text } = options;
    if (id === undefined || rest.length !== (text === undefined ? 3 : 1)) throw new UsageError("");
    const name = options["--button"];
    const target =
      text === undefined ? { row: wholeNumber("row", row ?? "", 1), col: wholeNumber("col", col ?? "", 1) } : { text };
    const where = { ...target, ...(name !== undefined && { button: oneOf("--button", MOUSE_BUTTONS, name) }) };
    const condition = waitCondition(options);
    using client = await connectToHost(invocation);
    const result = await client
      .request("session/write", { id, input: [{ click: where }], ...(condition && { wait: condition }), caller: callerName() })
      .catch(notFound("Session", id));
    if (options["--json"]) printJson(result);
    return reportOutcome({ id, condition, outcome: result.wait, asJson: options["--json"] });
  },
};

export const wait: Command = {
  usage:
    "[--prompt] [--input] [--lease] [--exit] [--state STATES] [--quiet MS] [--timeout MS] [--since OFFSET] [--json] <session-id> [regex]",
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
    using client = await connectToHost(invocation);
    const params = { id, until: condition, ...since, caller: callerName() };
    const outcome = await client.request("session/wait", params).catch(notFound("Process", id));
    if (options["--json"]) printJson(outcome);
    return reportOutcome({ id, condition, outcome, asJson: options["--json"] });
  },
};

/** Commands that start, stop and resize sessions, and tell their size. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { Params, Result } from "../../shared/protocol.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { absolutePath } from "../platform/user-paths.ts";
import { callerName } from "./caller-positions.ts";
import { callerEnvironment, type Command, connectOrStartHost, connectToHost, notFound } from "./command.ts";
import { onlyArgument, takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printJson } from "./output.ts";
import { toCommandLine } from "../client/shell-quoting.ts";
import { reportOutcome, WAIT_OPTIONS, waitCondition } from "./wait-outcome.ts";

const START_OPTIONS = { "--cwd": "value", "--size": "value", "--json": "flag", ...WAIT_OPTIONS } as const;

/** Parses the arguments of `start`: the options, the id and the command. Options stand before the id, or between it and `--`. */
export function parseStart(args: readonly string[]) {
  const { options, rest } = takeOptions(args, START_OPTIONS, "leading");
  const [id, ...after] = rest;
  let commandArgs = after;
  let more: typeof options = {};
  if (after[0]?.startsWith("-")) {
    if (!after.includes("--")) throw new UsageError("Options stand before the id, or between the id and --");
    ({ options: more, rest: commandArgs } = takeOptions(after, START_OPTIONS, "leading"));
  }
  if (id === undefined || commandArgs.length === 0) throw new UsageError("");
  return { id, command: toCommandLine(commandArgs), options: { ...options, ...more } };
}

export const start: Command = {
  usage:
    "[--cwd DIR] [--size COLSxROWS] [--wait REGEX] [--prompt] [--input] [--state STATES] [--quiet MS] [--timeout MS] [--json] <session-id> <command> [args...]",
  failure: "Failed to start session",
  async run(invocation) {
    const { id, command, options } = parseStart(invocation.args);
    const condition = waitCondition(options);
    const params: Params<"session/create"> = {
      id,
      command,
      env: callerEnvironment(),
      cwd: absolutePath(options["--cwd"] ?? "."),
      ...(options["--size"] === undefined ? {} : { size: parseSize(options["--size"]) }),
      ...(condition === undefined ? {} : { wait: condition }),
      caller: callerName(),
    };
    using client = await connectOrStartHost(invocation);
    const result = await client.request("session/create", params).catch((error: unknown) => {
      if (error instanceof HostError && error.code === "session-exists") {
        const [, nextStep = ""] = error.message.split("already exists. ");
        throw new HostError(error.code, `Session '${id}' already exists\n${nextStep}`.trimEnd());
      }
      throw error;
    });
    if (options["--json"]) printJson(result);
    else print(`Started session: ${result.session.id}\n`);
    return reportOutcome({ id: result.session.id, condition, outcome: result.wait, asJson: options["--json"] });
  },
};

function parseSize(text: string): { cols: number; rows: number } {
  const [, cols, rows] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? [];
  if (cols === undefined || rows === undefined) throw new UsageError(`--size must be COLSxROWS, such as 120x40, not "${text}"`);
  return { cols: Number(cols), rows: Number(rows) };
}

const STOP_OPTIONS = { "--force": "flag", "--json": "flag", "--verbose": "flag" } as const;

export const stop: Command = {
  usage: "[--force] [--verbose] [--json] [session-id]",
  failure: "Failed to stop session",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, STOP_OPTIONS, "anywhere");
    const [id] = rest;
    if (rest.length > 1) throw new UsageError("Only one session can be named");
    using client = await connectToHost(invocation);
    const result = await stopSessions(client, id, options["--force"] === true);
    if (options["--json"]) printJson(result);
    else print(id === undefined ? `stopped ${result.stopped} processes\n${keptLine(result.kept)}` : `stopped ${id}\n`);
    if (options["--verbose"] && !options["--json"]) {
      for (const { pid, command, signal } of result.ended) print(`  ${pid} ${oneLine(command)} (${signal})\n`);
    }
    return 0;
  },
};

/** Stops the session with this id, or all sessions when it is undefined. */
async function stopSessions(client: Client, id: string | undefined, force: boolean): Promise<Result<"session/stop-all">> {
  if (id === undefined) return client.request("session/stop-all", { force });
  const { ended } = await client.request("session/stop", { id, force }).catch(offerForce).catch(notFound("Process", id));
  return { stopped: 1, ended, kept: [] };
}

/** For a person at a shell: the window may be another room away. */
function offerForce(error: unknown): never {
  if (!(error instanceof HostError) || error.code !== "lease-held") throw error;
  throw new HostError(error.code, `${error.message}, or use --force`);
}

function keptLine(kept: readonly string[]): string {
  return kept.length === 0 ? "" : `not stopped, a person has the keyboard: ${kept.join(", ")} (--force stops them too)\n`;
}

export const resize: Command = {
  usage: "[--json] <session-id> <cols> <rows>",
  failure: "Failed to resize terminal",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
    const [id, cols, rows] = rest;
    if (id === undefined || cols === undefined || rows === undefined || rest.length > 3) throw new UsageError("");
    const size = { cols: wholeNumber("cols", cols, 2), rows: wholeNumber("rows", rows, 1) };
    using client = await connectToHost(invocation);
    await client.request("session/resize", { id, size, caller: callerName() }).catch(notFound("Process", id));
    if (options["--json"]) printJson(size);
    else print("Terminal resized\n");
    return 0;
  },
};

export const rename: Command = {
  usage: "[--json] <session-id> <name>",
  failure: "Failed to rename session",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
    const [id, name, ...more] = rest;
    if (id === undefined || name === undefined) throw new UsageError("");
    if (more.length > 0) throw new UsageError("A name with blanks must be quoted");
    using client = await connectToHost(invocation);
    await client.request("session/rename", { id, name }).catch(notFound("Process", id));
    if (options["--json"]) printJson({ id, name: name.trim() });
    else
      print(
        name.trim() === "" ? `${oneLine(id)} has its own name again\n` : `${oneLine(id)} is now called ${oneLine(name.trim())}\n`,
      );
    return 0;
  },
};

export const terminalSize: Command = {
  usage: "[--json] <session-id>",
  failure: "Failed to get terminal size",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
    const id = onlyArgument(rest);
    using client = await connectToHost(invocation);
    const { size, bufferRows } = await client.request("session/screen", { id, lines: 1 }).catch(notFound("Process", id));
    if (options["--json"]) printJson({ ...size, bufferRows });
    else print(`${size.rows} ${size.cols} ${bufferRows}\n`);
    return 0;
  },
};

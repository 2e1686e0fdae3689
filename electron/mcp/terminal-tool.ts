/** The `terminal` tool: terminalcp's actions, with waiting, over the host's protocol like any other client. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { EndedProcess, WaitCondition, WaitOutcome } from "../../shared/protocol.ts";
import { VERSION } from "../../shared/version.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { asOutput, hiddenNotice } from "./notices.ts";
import { Reading } from "./reading.ts";
import { ToolArguments } from "./tool-arguments.ts";
import { ACTIONS } from "./tool-definition.ts";
import { inputParts } from "./tool-input.ts";

export type ToolContext = { readonly cwd?: string; readonly env?: Record<string, string> };

export type ToolCall = {
  readonly signal: AbortSignal;
  /** Tells the caller that the call is alive; present when it asked for that. */
  readonly progress?: (progress: number, message: string) => Promise<void>;
};

/** Clients give up on a call that says nothing for a minute. */
const PROGRESS_EVERY_MS = 10_000;

export class TerminalTool implements Disposable {
  readonly #client: Client;
  readonly #context: ToolContext;
  readonly #reading: Reading;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(client: Client, context: ToolContext) {
    this.#client = client;
    this.#context = context;
    this.#reading = new Reading(client);
  }

  /** Runs one action. Throws `HostError` with a text for the model. */
  async call(given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<string> {
    const args = new ToolArguments(given);
    switch (args.action) {
      case "start":
        return this.#start(args, call);
      case "stdin":
        return this.#stdin(args, call);
      case "wait":
        return this.#wait(args, call);
      case "stdout":
        return this.#reading.stdout(args);
      case "stream":
        return this.#reading.stream(args);
      case "search":
        return this.#reading.search(args, call.signal);
      case "list":
        return this.#reading.list();
      case "stop":
        return this.#stop(args);
      case "resize":
        return this.#resize(args);
      case "term-size":
        return this.#termSize(args);
      case "version":
        return VERSION;
      case "kill-server":
        throw new HostError(
          "bad-request",
          "Only a person ends the host (`cotty kill-server` in a shell). To end your programs, use stop",
        );
      default:
        throw new HostError("bad-request", `Unknown action: ${args.action || "(none)"}. Actions: ${ACTIONS.join(", ")}`);
    }
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
  }

  async #start(args: ToolArguments, call: ToolCall): Promise<string> {
    const command = args.required("command", '{"action":"start","command":"python3 -i","name":"py"}');
    const name = args.string("name");
    const cwd = args.string("cwd") ?? this.#context.cwd;
    const { cols, rows } = size(args);
    const wait = args.wait(call.progress !== undefined);
    const params = {
      command,
      ...(name && { id: name }),
      ...(cwd !== undefined && { cwd }),
      ...(this.#context.env && { env: this.#context.env }),
      ...((cols !== undefined || rows !== undefined) && { size: { cols: cols ?? 80, rows: rows ?? 24 } }),
      ...(wait && { wait }),
    };
    const { session, wait: outcome } = await this.#waiting(call, () =>
      this.#client.request("session/create", params, call.signal),
    );
    return outcome ? `${session.id}\n${outcomeText(outcome)}` : session.id;
  }

  async #stdin(args: ToolArguments, call: ToolCall): Promise<string> {
    const example = '{"action":"stdin","id":"py","data":"1+1\\r","wait":">>> $"}';
    const id = args.required("id", example);
    const input = inputParts(args.all);
    if (input === undefined)
      throw new HostError("bad-request", `Missing required field: data, keys or click. Example: ${example}`);
    const wait = args.wait(call.progress !== undefined);
    const params = { id, input, ...(wait && { wait }) };
    const { wait: outcome } = await this.#waiting(call, () => this.#client.request("session/write", params, call.signal));
    return outcome ? outcomeText(outcome) : "";
  }

  async #wait(args: ToolArguments, call: ToolCall): Promise<string> {
    const id = args.required("id", '{"action":"wait","id":"mk","exit":true}');
    const until: WaitCondition = args.wait(call.progress !== undefined) ?? { exit: true };
    return outcomeText(await this.#waiting(call, () => this.#client.request("session/wait", { id, until }, call.signal)));
  }

  async #stop(args: ToolArguments): Promise<string> {
    const id = args.string("id");
    if (id === undefined) {
      const { stopped, ended } = await this.#client.request("session/stop-all", {});
      return `stopped ${stopped} processes${survivors(ended)}`;
    }
    const { ended } = await this.#client.request("session/stop", { id });
    return `stopped ${id}${survivors(ended)}`;
  }

  async #resize(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"resize","id":"py","cols":120,"rows":40}');
    const { cols, rows } = size(args);
    if (cols === undefined || rows === undefined) throw new HostError("bad-request", "resize needs cols and rows");
    await this.#client.request("session/resize", { id, size: { cols, rows } });
    return "";
  }

  async #termSize(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"term-size","id":"py"}');
    const { size, bufferRows } = await this.#client.request("session/screen", { id, lines: 1 });
    return `${size.rows} ${size.cols} ${bufferRows}`;
  }

  /** Runs something that may take long, telling the caller now and then that it is alive. */
  async #waiting<T>({ progress }: ToolCall, run: () => Promise<T>): Promise<T> {
    if (!progress) return run();
    let beats = 0;
    const timer = setInterval(() => {
      progress(++beats, "still waiting").catch(() => {
        // The caller has gone; its request is cancelled with it.
      });
    }, PROGRESS_EVERY_MS);
    this.#timers.add(timer);
    try {
      return await run();
    } finally {
      clearInterval(timer);
      this.#timers.delete(timer);
    }
  }
}

/** What is new, and one line that says how the wait ended and where to go on. */
export function outcomeText({ ended, text, omittedLines, offset, exit, hiddenText }: WaitOutcome): string {
  const omitted = omittedLines > 0 ? `[${omittedLines} lines before this left out]\n` : "";
  const state = exit ? (exit.signal ? `killed by ${exit.signal}` : `exited ${exit.code}`) : "running";
  const why: Record<WaitOutcome["ended"], string> = {
    match: "matched",
    quiet: "quiet",
    exit: "ended",
    timeout: "timed out, nothing is lost: wait again",
    takeover: "a person took the keyboard; your input is refused until they hand it back",
    cancelled: "cancelled",
  };
  const concealed = hiddenNotice(hiddenText);
  return `${omitted}${asOutput(text)}${text === "" ? "" : "\n"}${concealed ? `${concealed}\n` : ""}[${state}; ${why[ended]}; at ${offset}]`;
}

function size(args: ToolArguments): { cols: number | undefined; rows: number | undefined } {
  return { cols: args.integer("cols"), rows: args.integer("rows") };
}

/** What had to be ended beside the program itself. */
function survivors(ended: readonly EndedProcess[]): string {
  if (ended.length <= 1) return "";
  return `\nended: ${ended.map(({ pid, command, signal }) => `${oneLine(command)} ${pid} (${signal})`).join(", ")}`;
}

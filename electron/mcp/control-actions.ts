/** The tool's actions that control sessions: start, stdin, wait, stop, resize. Start and stdin can wait for the result in the same call. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { isOnlyTimeout } from "../../shared/only-timeout.ts";
import { IF_HELD, type IfHeld } from "../../shared/if-held.ts";
import type { EndedProcess, SecretEnd, Step, WaitCondition } from "../../shared/protocol.ts";
import { notice } from "./notices.ts";
import { outcomeText, runText } from "./outcome-text.ts";
import { inputOf, stepsOf } from "./step-arguments.ts";
import { goingOn, MAX_WAIT_MS, orPrompt, type ToolArguments, wrongArgument } from "./tool-arguments.ts";

/** The folder and the environment in which the agent's sessions start by default. */
export type ToolContext = { readonly cwd?: string; readonly env?: Record<string, string> };

export type ToolCall = {
  /** Aborted when the agent cancels the call. */
  readonly signal: AbortSignal;
  /** Reports that the call is still running. Present when the agent asked for progress. */
  readonly progress?: (progress: number, message: string) => Promise<void>;
};

/** MCP clients give up on a call that reports nothing for a minute. */
const PROGRESS_EVERY_MS = 10_000;

export class ControlActions implements Disposable {
  readonly #client: Client;
  readonly #context: ToolContext;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(client: Client, context: ToolContext) {
    this.#client = client;
    this.#context = context;
  }

  async start(args: ToolArguments, call: ToolCall): Promise<string> {
    const command = args.required("command", '{"action":"start","command":"python3 -i","name":"py"}');
    const name = args.string("name");
    const cwd = args.string("cwd") ?? this.#context.cwd;
    const { cols, rows } = size(args);
    const { wait, steps, ...limits } = waitAndSteps(args, call);
    const firstWait = steps ? openingWait(args, { wait, steps }) : wait;
    const params = {
      command,
      ...(name && { id: name }),
      ...(cwd !== undefined && { cwd }),
      ...(this.#context.env && { env: this.#context.env }),
      ...((cols !== undefined || rows !== undefined) && { size: { cols: cols ?? 80, rows: rows ?? 24 } }),
      ...(firstWait && { wait: firstWait }),
      ...(steps && { steps }),
      ...limits,
    };
    const { session, ...result } = await this.#withProgress(call, () =>
      this.#client.request("session/create", params, call.signal),
    );
    if (!result.wait) return session.id;
    return outcomeText(result.wait, {
      id: name ? undefined : session.id,
      failed: result.failed,
      stepsBefore: steps && firstWait ? 1 : 0,
    });
  }

  async stdin(args: ToolArguments, call: ToolCall): Promise<string> {
    const example = '{"action":"stdin","id":"py","data":"1+1\\r","wait":">>> $"}';
    const id = args.required("id", example);
    const { wait, steps, ...limits } = waitAndSteps(args, call);
    const held = ifHeld(args);
    const input = inputOf(args);
    if (!input && !steps) throw new HostError("bad-request", `Missing required field: data, keys or steps. Example: ${example}`);
    if (steps) {
      const inputWait = wait ?? defaultWait(args);
      const all = [...(input ? [{ input, ...(inputWait && { wait: goingOn(inputWait) }) }] : []), ...steps];
      const params = { id, steps: all, ...limits, ...held };
      const result = await this.#withProgress(call, () =>
        this.#client.request("session/steps", params, call.signal).catch(offerChoice(held, PARK_OR_WAIT_CHOICE)),
      );
      return outcomeText(result.wait, { failed: result.failed, stepsBefore: all.length - steps.length });
    }
    const params = { id, input: input ?? [], ...(wait && { wait }), ...held };
    const { wait: outcome } = await this.#withProgress(call, () =>
      this.#client.request("session/write", params, call.signal).catch(offerChoice(held, PARK_OR_WAIT_CHOICE)),
    );
    return outcome ? outcomeText(outcome) : "";
  }

  async wait(args: ToolArguments, call: ToolCall): Promise<string> {
    const id = args.required("id", '{"action":"wait","id":"mk","exit":true}');
    const until: WaitCondition = args.wait(call.progress !== undefined) ?? { exit: true };
    const since = args.atLeast("since", 0);
    const params = { id, until, ...(since !== undefined && { since }) };
    return outcomeText(await this.#withProgress(call, () => this.#client.request("session/wait", params, call.signal)));
  }

  /** Runs one command in a live shell: exactly its output, then how it ended. */
  async run(args: ToolArguments, call: ToolCall): Promise<string> {
    const example = '{"action":"run","id":"sh","command":"make test"}';
    const id = args.required("id", example);
    const command = args.required("command", example);
    const timeoutMs = args.timeoutMs(call.progress !== undefined);
    const held = ifHeldOfRun(args);
    const params = {
      id,
      command,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...args.newLines(),
      ...held,
    };
    const outcome = await this.#withProgress(call, () =>
      this.#client.request("session/run", params, call.signal).catch(offerChoice(held, WAIT_CHOICE)),
    );
    return runText(outcome);
  }

  /** Calls the person: the message shows in the window's inbox. */
  async notify(args: ToolArguments): Promise<string> {
    const example = '{"action":"notify","id":"py","data":"please review the diff"}';
    const id = args.required("id", example);
    const message = args.required("data", example);
    await this.#client.request("session/notify", { id, message });
    return "";
  }

  async sendSecret(args: ToolArguments, call: ToolCall): Promise<string> {
    const example = '{"action":"send_secret","id":"sh","data":"sudo password of ada"}';
    const id = args.required("id", example);
    const purpose = args.required("data", example);
    const { timeoutMs, ...until } = args.wait(call.progress !== undefined) ?? {};
    const waits = Object.keys(until).length > 0;
    const params = { id, purpose, timeoutMs: timeoutMs ?? MAX_WAIT_MS, ...(waits && { until }) };
    const { end, wait } = await this.#withProgress(call, () => this.#client.request("secret/ask", params, call.signal));
    return wait ? outcomeText(wait) : notice(`no secret: ${WITHOUT_SECRET[end]}`);
  }

  async stop(args: ToolArguments): Promise<string> {
    if (args.any("id") === undefined && args.has("id"))
      throw new HostError("bad-request", "id is null. Leave it out to stop all of your sessions. Nothing was done");
    const id = args.string("id");
    // In terminalcp's words, which programs read, and so without what else was ended.
    if (id === undefined) {
      const { stopped, kept } = await this.#client.request("session/stop-all", {});
      const held = kept.length > 0 ? `; not stopped, a person has the keyboard: ${kept.join(", ")}` : "";
      return `stopped ${stopped} processes${held}`;
    }
    const { ended } = await this.#client.request("session/stop", { id });
    return `stopped ${id}${endedProcesses(ended)}`;
  }

  async resize(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"resize","id":"py","cols":120,"rows":40}');
    const { cols, rows } = size(args);
    if (cols === undefined || rows === undefined) throw new HostError("bad-request", "resize needs cols and rows");
    await this.#client.request("session/resize", { id, size: { cols, rows } });
    return "";
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
  }

  /** Runs a request that may take long, and reports progress at intervals if the agent asked for it. */
  async #withProgress<T>({ progress }: ToolCall, run: () => Promise<T>): Promise<T> {
    if (!progress) return run();
    let reports = 0;
    const timer = setInterval(() => {
      progress(++reports, "still waiting").catch(() => {
        // The agent has disconnected, and its request is cancelled with the connection.
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

/** What has become of a request for a secret, for the agent that has made it. */
const WITHOUT_SECRET: Readonly<Record<SecretEnd, string>> = {
  sent: "it was typed",
  typed: "it was typed",
  declined: "the person said no; C-c gives up what the program asks",
  timeout: "nobody has answered yet; ask again to go on waiting",
  gone: "the program has stopped asking",
  cancelled: "cancelled",
};

/** What the agent wants done with its input while it may not type. */
function ifHeld(args: ToolArguments): { ifHeld?: IfHeld } {
  const asked = args.string("if_held");
  if (asked === undefined) return {};
  const choice = IF_HELD.find((one) => one === asked);
  if (choice === undefined) throw wrongArgument("if_held", IF_HELD.join(", "));
  return { ifHeld: choice };
}

/** The same for a command, of which nobody could read the output if a person sent it later. */
function ifHeldOfRun(args: ToolArguments): { ifHeld?: Exclude<IfHeld, "park"> } {
  const { ifHeld: asked } = ifHeld(args);
  if (asked === "park")
    throw new HostError("bad-request", "A command of run cannot be parked. Type it with stdin, or wait for your turn");
  return asked === undefined ? {} : { ifHeld: asked };
}

const WAIT_CHOICE = '"wait" (for your turn)';
const PARK_OR_WAIT_CHOICE = `"park" (a person sends or drops it) or ${WAIT_CHOICE}`;

/** The choice is told when it is needed: in the tool's definition every turn would pay for it. */
function offerChoice({ ifHeld: chosen }: { ifHeld?: IfHeld }, choices: string): (error: unknown) => never {
  return (error) => {
    const isRefused = error instanceof HostError && error.code === "lease-held" && error.message.includes("Nothing was typed");
    if (chosen !== undefined || !isRefused) throw error;
    throw new HostError(error.code, `${error.message}. Or repeat the call with "if_held":${choices}`);
  };
}

/** The condition that a step waits for by default. Undefined when the agent wants no wait. */
function defaultWait(args: ToolArguments): WaitCondition | undefined {
  return args.wantsNoWait ? undefined : { prompt: true, ...args.newLines() };
}

/** What a program that has been started is waited for before the steps: its prompt, or what the call waits for. Undefined where the first step waits itself. */
function openingWait(
  args: ToolArguments,
  { wait, steps }: { wait: WaitCondition | undefined; steps: readonly Step[] },
): WaitCondition | undefined {
  if (!steps[0]?.input) return undefined;
  return wait ? { ...goingOn(wait), prompt: true } : defaultWait(args);
}

/**
 * The wait and the steps that a call asks for. A call that cannot report progress
 * gets a time limit, so that it ends before its client gives up.
 */
function waitAndSteps(
  args: ToolArguments,
  call: ToolCall,
): { wait?: WaitCondition; steps?: Step[]; timeoutMs?: number; stopOn?: string } {
  const hasProgress = call.progress !== undefined;
  const requested = args.wait(hasProgress);
  const isNone = requested === undefined || (args.wantsNoWait && isOnlyTimeout(requested));
  const wait = isNone ? undefined : orPrompt(requested);
  const steps = stepsOf(args, { wait: wait ?? defaultWait(args), lastWait: wait, hasProgress });
  const stopOn = args.string("stop_on");
  if (stopOn === "") throw wrongArgument("stop_on", "a regular expression; an empty one would match everything");
  return {
    ...(wait && { wait }),
    ...(steps && { steps }),
    ...(steps && !hasProgress && { timeoutMs: MAX_WAIT_MS }),
    ...(steps && stopOn !== undefined && { stopOn }),
  };
}

function size(args: ToolArguments): { cols: number | undefined; rows: number | undefined } {
  return { cols: args.integer("cols"), rows: args.integer("rows") };
}

/** A line with every process that was ended, if there was more than the session's program. */
function endedProcesses(ended: readonly EndedProcess[]): string {
  if (ended.length <= 1) return "";
  return `\nended: ${ended.map(({ pid, command, signal }) => `${oneLine(command)} ${pid} (${signal})`).join(", ")}`;
}

/**
 * The package's library: `import { connect } from "cotty"`. It is a client like any
 * other and uses the local socket. It loads neither the schemas nor the MCP server.
 */
import { basename, join } from "node:path";
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { InputPart, Step, WaitCondition } from "../../shared/protocol.ts";
import { connectClient, connectOrStart } from "../client/host-connection.ts";
import { quoteWords } from "../client/shell-quoting.ts";
import { refuseUnsafeHome } from "../platform/safe-home.ts";
import { absolutePath, userPaths } from "../platform/user-paths.ts";
import {
  checkConditions,
  checkInput,
  checkObject,
  checkPattern,
  checkSignal,
  checkSteps,
  checkText,
  checkVariables,
  checkWords,
} from "./argument-checks.ts";
import type * as Public from "./cotty.d.ts";

export { HostError };

/** Connects to the host. cotty.d.ts describes this function and everything below for users of the package. */
export async function connect(options: Public.ConnectOptions = {}): Promise<Public.Cotty> {
  checkObject("options", options);
  const { home, start = true, name = basename(process.argv[1] ?? "script") } = options;
  checkText("home", home);
  checkText("name", name);
  const paths = userPaths(home === undefined ? process.env : { ...process.env, COTTY_HOME: home });
  refuseUnsafeHome(paths);
  const hostScript = join(import.meta.dirname, "../main/headless.js");
  const client = start
    ? await connectOrStart({ paths, hostScript, name, kind: "script" })
    : await connectClient(paths, name, "script");
  return new LibraryClient(client);
}

class LibraryClient implements Public.Cotty {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async start(command: string | readonly string[], options: Public.StartOptions = {}): Promise<Public.StartedSession> {
    checkWords("command", command);
    checkObject("options", options);
    const { id, cwd = ".", env, size, wait } = options;
    checkText("cwd", cwd);
    checkVariables("env", env);
    const variables = Object.entries({ ...process.env, ...env });
    const result = await this.#client.request("session/create", {
      command: typeof command === "string" ? command : quoteWords(command),
      cwd: absolutePath(cwd),
      env: Object.fromEntries(variables.filter((entry): entry is [string, string] => entry[1] !== undefined)),
      ...(id !== undefined && { id }),
      ...(size && { size }),
      ...(wait !== undefined && { wait: toCondition(wait) }),
    });
    return new RunningSession(this.#client, result.session.id, result.wait);
  }

  session(id: string): Public.Session {
    return new RunningSession(this.#client, id, undefined);
  }

  list(): Promise<Public.SessionInfo[]> {
    return this.#client.request("session/list", {});
  }

  async close(): Promise<void> {
    this.#client[Symbol.dispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

class RunningSession implements Public.StartedSession {
  readonly #client: Client;
  readonly id: string;
  readonly outcome: Public.WaitOutcome | undefined;

  constructor(client: Client, id: string, outcome: Public.WaitOutcome | undefined) {
    this.#client = client;
    this.id = id;
    this.outcome = outcome;
  }

  write(input: Public.Input, options?: { ifHeld?: "refuse" | "wait" }): Promise<void>;
  write(
    input: Public.Input,
    options: { ifHeld?: "refuse" | "wait"; signal: AbortSignal },
  ): Promise<Public.WaitOutcome | undefined>;
  write(
    input: Public.Input,
    options: { wait: Public.Wait; ifHeld?: Public.IfHeld; signal?: AbortSignal },
  ): Promise<Public.WaitOutcome>;
  async write(
    input: Public.Input,
    options: { wait?: Public.Wait; ifHeld?: Public.IfHeld; signal?: AbortSignal } = {},
  ): Promise<Public.WaitOutcome | void> {
    checkInput(input);
    checkObject("options", options);
    const { wait, ifHeld, signal } = options;
    checkSignal(signal);
    // Nothing is typed for a call that is over before it begins. Without a wait, too, the outcome says so.
    if (signal?.aborted) return this.wait(wait ?? {}, { signal });
    const condition = wait === undefined ? {} : { wait: toCondition(wait) };
    const params = { id: this.id, input: toParts(input), ...condition, ...(ifHeld && { ifHeld }) };
    const result = await this.#client.request("session/write", params, signal);
    return result.wait;
  }

  async steps(
    steps: readonly Public.Step[],
    options: { stopOn?: string | RegExp; timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<{ wait: Public.WaitOutcome; failed?: Public.StepFailure | undefined }> {
    checkSteps(steps);
    checkObject("options", options);
    const { stopOn, timeoutMs, signal } = options;
    checkPattern("stopOn", stopOn);
    checkSignal(signal);
    // Nothing is typed for steps that are over before they begin.
    if (signal?.aborted) return { wait: await this.wait({}, { signal }) };
    const params = {
      id: this.id,
      steps: steps.map(toStep),
      ...(stopOn !== undefined && { stopOn: sourceOf(stopOn) }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    return this.#client.request("session/steps", params, signal);
  }

  async wait(wait: Public.Wait, options: { since?: number; signal?: AbortSignal } = {}): Promise<Public.WaitOutcome> {
    checkObject("options", options);
    const { since, signal } = options;
    checkSignal(signal);
    const params = { id: this.id, until: toCondition(wait), ...(since !== undefined && { since }) };
    return this.#client.request("session/wait", params, signal);
  }

  async screen(options: { lines?: number; firstLines?: number } = {}): Promise<Public.Screen> {
    checkObject("options", options);
    return this.#client.request("session/screen", { id: this.id, ...options });
  }

  async read(
    options: { since?: number; limit?: number; end?: number; strip?: boolean } = {},
  ): Promise<{ text: string; next: number; end: number }> {
    checkObject("options", options);
    return this.#client.request("session/read", { id: this.id, ...options });
  }

  async resize(size: Public.Size): Promise<void> {
    await this.#client.request("session/resize", { id: this.id, size });
  }

  async stop(options: { force?: boolean } = {}): Promise<void> {
    checkObject("options", options);
    await this.#client.request("session/stop", { id: this.id, ...options });
  }
}

function toParts(input: Public.Input): InputPart[] {
  const parts = typeof input === "string" ? [input] : input;
  return parts.map((part) => (typeof part === "string" ? { text: part } : part));
}

function toStep({ input, wait }: Public.Step): Step {
  return { ...(input !== undefined && { input: toParts(input) }), ...(wait !== undefined && { wait: toCondition(wait) }) };
}

function toCondition(wait: Public.Wait): WaitCondition {
  if (typeof wait === "string" || wait instanceof RegExp) return { pattern: sourceOf(wait) };
  checkConditions(wait);
  const { pattern, ...others } = wait;
  return { ...others, ...(pattern !== undefined && { pattern: sourceOf(pattern) }) };
}

/** The pattern as the host takes it. Throws `bad-request` for flags other than `i`, `m` and `u`. */
function sourceOf(pattern: string | RegExp): string {
  if (typeof pattern === "string") return pattern;
  const unsupported = pattern.flags.replaceAll(/[imu]/g, "");
  if (unsupported === "") return `${pattern.ignoreCase ? "(?i)" : ""}${pattern.source}`;
  throw new HostError(
    "bad-request",
    `A wait's pattern cannot have the flags "${unsupported}": the host uses m and u for every pattern, and knows i`,
  );
}

/** Makes the compiler check that this module has the types that cotty.d.ts declares. */
const _checked: typeof Public = { connect, HostError };
void _checked;

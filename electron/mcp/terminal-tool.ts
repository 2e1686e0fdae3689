/** The `terminal` tool: terminalcp's actions, with waiting, over the host's protocol like any other client. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { VERSION } from "../../shared/version.ts";
import { Driving, type ToolCall, type ToolContext } from "./driving.ts";
import { HELP } from "./help.ts";
import { ToolArguments } from "./tool-arguments.ts";
import { ACTIONS } from "./tool-definition.ts";

type Position = { readonly startedAtMs: number; readonly offset: number };

export class TerminalTool implements Disposable {
  readonly #client: Client;
  readonly #driving: Driving;
  /** How far this connection has read each session: its own, never shared. */
  readonly #positions = new Map<string, Position>();

  constructor(client: Client, context: ToolContext) {
    this.#client = client;
    this.#driving = new Driving(client, context);
  }

  /** Runs one action. Throws `HostError` with a text for the model. */
  async call(given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<string> {
    const args = new ToolArguments(given);
    switch (args.action) {
      case "start":
        return this.#driving.start(args, call);
      case "stdin":
        return this.#driving.stdin(args, call);
      case "wait":
        return this.#driving.wait(args, call);
      case "stdout":
        return this.#stdout(args);
      case "stream":
        return this.#stream(args);
      case "list":
        return this.#list();
      case "stop":
        return this.#driving.stop(args);
      case "resize":
        return this.#driving.resize(args);
      case "term-size":
        return this.#termSize(args);
      case "help":
        return HELP;
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
    this.#driving[Symbol.dispose]();
  }

  async #stdout(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"stdout","id":"py"}');
    const lines = args.integer("lines");
    const { text } = await this.#client.request("session/screen", { id, ...(lines && lines > 0 && { lines }) });
    return text;
  }

  async #stream(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"stream","id":"mk","since_last":true}');
    const session = await this.#session(id);
    const last = this.#positions.get(id);
    const own = args.boolean("since_last") && last?.startedAtMs === session.startedAtMs ? last.offset : 0;
    const strip = args.boolean("strip_ansi") ?? true;
    const { text, next, end } = await this.#client.request("session/read", { id, since: own, strip });
    if (args.boolean("since_last")) this.#positions.set(id, { startedAtMs: session.startedAtMs, offset: next });
    const more = next < end ? `\n[${end - next} more characters; use stream with since_last to go on]` : "";
    return (strip ? plainLines(text) : text) + more;
  }

  async #list(): Promise<string> {
    const sessions = await this.#client.request("session/list", {});
    return sessions
      .map((session) => `${session.id} ${session.exit ? "stopped" : "running"} ${session.cwd} ${session.command}`)
      .join("\n");
  }

  async #termSize(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"term-size","id":"py"}');
    const { size, bufferRows } = await this.#client.request("session/screen", { id, lines: 1 });
    return `${size.rows} ${size.cols} ${bufferRows}`;
  }

  async #session(id: string): Promise<SessionInfo> {
    const sessions = await this.#client.request("session/list", {});
    const session = sessions.find((candidate) => candidate.id === id);
    if (session) return session;
    throw new HostError("no-such-session", `Process not found: ${id}. Use list to see what there is`);
  }
}

/** Text as lines: `\r\n` is a line's end, and a lone `\r` begins the line again, as progress displays do. */
function plainLines(text: string): string {
  return text
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r", line.length - 2) + 1))
    .join("\n");
}

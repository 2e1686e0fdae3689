/** The tool's actions that read: stdout, stream, list. Each connection has its own, and so its own positions. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import type { ToolArguments } from "./tool-arguments.ts";

type Position = { readonly startedAtMs: number; readonly offset: number };

/** Sessions whose position is remembered; the one read longest ago is forgotten. */
const MAX_POSITIONS = 500;

export class Reading {
  readonly #client: Client;
  /** How far this connection has read each session: its own, never shared. */
  readonly #positions = new Map<string, Position>();

  constructor(client: Client) {
    this.#client = client;
  }

  async stdout(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"stdout","id":"py"}');
    const lines = args.integer("lines");
    const { text } = await this.#client.request("session/screen", { id, ...(lines && lines > 0 && { lines }) });
    return text;
  }

  async stream(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"stream","id":"mk","since_last":true}');
    const session = await this.#session(id);
    const last = this.#positions.get(id);
    const own = args.boolean("since_last") && last?.startedAtMs === session.startedAtMs ? last.offset : 0;
    const strip = args.boolean("strip_ansi") ?? true;
    const { text, next, end } = await this.#client.request("session/read", { id, since: own, strip });
    if (args.boolean("since_last")) this.#note(id, { startedAtMs: session.startedAtMs, offset: next });
    const more = next < end ? `\n[${end - next} more characters; use stream with since_last to go on]` : "";
    return (strip ? plainLines(text) : text) + more;
  }

  async list(): Promise<string> {
    const sessions = await this.#client.request("session/list", {});
    return sessions
      .map((session) => `${session.id} ${session.exit ? "stopped" : "running"} ${session.cwd} ${session.command}`)
      .join("\n");
  }

  #note(id: string, position: Position): void {
    this.#positions.delete(id);
    this.#positions.set(id, position);
    const [oldest] = this.#positions.keys();
    if (oldest !== undefined && this.#positions.size > MAX_POSITIONS) this.#positions.delete(oldest);
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

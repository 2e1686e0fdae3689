/**
 * Connects MCP clients for a person at the window, by the code of `cotty connect`. A change is written only as
 * the person has seen it: the request to write names the difference that was shown.
 */
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Params, Result } from "../../shared/protocol.ts";
import type { UserEnvironment } from "../platform/paths.ts";
import { type AgentClient, CLIENT_IDS, type ClientId, clientNamed, CLIENTS, configPath } from "./clients.ts";
import { performChange, withServer } from "./config-change.ts";
import { connectStates } from "./connect-states.ts";
import { lineDiff } from "./line-diff.ts";
import { type FileChange, openConfig, type OpenConfig } from "./open-config.ts";
import { type Installed, stdioServer, usualEntry } from "./server-entry.ts";
import { terminalCommand } from "./terminal-command.ts";
import { expectedMcpUrl } from "../platform/http-port.ts";

const APPIMAGE =
  "The files of an AppImage exist only while it runs, so no client could start Cotty later. Install the deb, or unpack the tar.gz";

type Change = {
  readonly client: AgentClient;
  readonly config: OpenConfig;
  readonly change: FileChange;
  /** What a person sees of the change. Empty when there is nothing to change. */
  readonly diff: string;
};

export class ClientSetup {
  readonly #installed: Installed;
  readonly #environment: UserEnvironment;

  constructor(installed: Installed, environment: UserEnvironment) {
    this.#installed = installed;
    this.#environment = environment;
  }

  /** How a person runs `cotty` in a terminal. */
  get command(): string {
    return terminalCommand(this.#installed, this.#environment);
  }

  /** Every client that is known, those found on this machine first, and what any other client needs. */
  async list(): Promise<Result<"connect/list">> {
    const states = await connectStates(this.#environment, expectedMcpUrl(this.#installed.paths));
    const clients = states.map(({ connected, ...state }) => ({ ...state, connected: connected.length > 0 }));
    return {
      clients: clients.toSorted((a, b) => Number(b.found || b.connected) - Number(a.found || a.connected)),
      command: this.command,
      entry: JSON.stringify(usualEntry(this.#installed, false), null, 2),
    };
  }

  /** How the client's configuration would change. Throws `bad-request` for an unknown client or a file that cannot be read. */
  async preview(params: Params<"connect/preview">): Promise<Result<"connect/preview">> {
    const { client, config, diff } = await this.#plan(params);
    return { file: config.file.path, isNew: !config.file.exists, diff, nextStep: client.nextStep };
  }

  /** Makes the change. Throws `bad-request` when it is another one than was shown, and when it cannot be written. */
  async write(params: Params<"connect/write">): Promise<Result<"connect/write">> {
    const { config, change, diff } = await this.#plan(params);
    if (diff !== params.seen) {
      throw new HostError("bad-request", `${config.file.path} has changed since you looked. Nothing was written; look again`);
    }
    try {
      const remarks = performChange(change, config, { isSecret: false });
      return { file: config.file.path, remarks: remarks.split("\n").filter((line) => line !== "") };
    } catch (error) {
      throw new HostError("bad-request", messageOf(error));
    }
  }

  async #plan({ client: name, remove = false }: Params<"connect/preview">): Promise<Change> {
    const client: AgentClient = CLIENTS[knownClient(name)];
    const path = configPath(client, "user", this.#environment);
    if (!remove && this.#environment.env["APPIMAGE"]) throw new HostError("bad-request", APPIMAGE);
    if (path === undefined) throw new HostError("bad-request", `${client.label} has no configuration of the user`);
    try {
      const config = await openConfig(path, client);
      const change = remove ? config.withoutEntry() : withServer(config, client, client.stdio(stdioServer(this.#installed)));
      const diff = change.kind === "none" ? "" : lineDiff(config.file.text, change.text);
      return { client, config, change, diff };
    } catch (error) {
      throw new HostError("bad-request", messageOf(error));
    }
  }
}

function knownClient(name: string): ClientId {
  const id = clientNamed(name);
  if (id !== undefined) return id;
  throw new HostError("bad-request", `Unknown client: ${name}. Choose one of: ${CLIENT_IDS.join(", ")}`);
}

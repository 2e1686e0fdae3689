/**
 * The agents that come over HTTP. Each token has one principal, one client of
 * the host and one MCP side. The token's first request makes them.
 */
import { randomUUID } from "node:crypto";
import type { Client } from "../shared/client.ts";
import { messageOf } from "../shared/errors.ts";
import type { ClientInfo, TokenInfo } from "../shared/protocol.ts";
import type { AgentTokens } from "./endpoint/agent-tokens.ts";
import type { HttpMcp, McpRequest } from "./endpoint/mcp-route.ts";
import type { CallerIdentity, Principal } from "./host/access/principal.ts";
import type { serveMcpHttp } from "./mcp/streamable-http.ts";

type McpHttpServer = ReturnType<typeof serveMcpHttp>;

export type HttpAgentsOptions = {
  readonly tokens: AgentTokens;
  readonly isOn: boolean;
  /** On whose behalf the client of an agent with this token acts. */
  readonly principalOf: (client: ClientInfo, token: TokenInfo) => Principal;
  /** Connects a client of this process to the host. */
  readonly connect: (identity: CallerIdentity) => Client;
  readonly onError: (message: string) => void;
  readonly onRefused: () => void;
};

export class HttpAgents implements HttpMcp, Disposable {
  readonly tokens: AgentTokens;
  readonly #options: HttpAgentsOptions;
  readonly #agents = new Map<string, Promise<McpHttpServer>>();
  readonly #revoked: Disposable;
  #isOn: boolean;

  constructor(options: HttpAgentsOptions) {
    this.#options = options;
    this.tokens = options.tokens;
    this.#isOn = options.isOn;
    this.#revoked = options.tokens.onRevoke(({ name }) => this.#end(name));
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Switching off also ends the requests that are under way. */
  switch(on: boolean): void {
    this.#isOn = on;
    if (!on) this.#endAll();
  }

  async serve(agent: TokenInfo, request: McpRequest): Promise<Response> {
    const served = this.#agents.get(agent.name) ?? this.#add(agent);
    return (await served).serve(request);
  }

  handleRefusal(): void {
    this.#options.onRefused();
  }

  [Symbol.dispose](): void {
    this.#revoked[Symbol.dispose]();
    this.#endAll();
  }

  /** Keeps the MCP side for later requests. If it cannot be made, the next request tries again. */
  #add(agent: TokenInfo): Promise<McpHttpServer> {
    const served = this.#open(agent);
    this.#agents.set(agent.name, served);
    served.catch(() => {
      if (this.#agents.get(agent.name) === served) this.#agents.delete(agent.name);
    });
    return served;
  }

  async #open(agent: TokenInfo): Promise<McpHttpServer> {
    const { serveMcpHttp } = await import("./mcp/streamable-http.ts");
    const client: ClientInfo = { id: randomUUID(), name: agent.name, kind: "mcp" };
    const identity: CallerIdentity = { client, principal: this.#options.principalOf(client, agent) };
    const onError = (error: Error): void => this.#options.onError(`MCP over HTTP, ${agent.name}: ${messageOf(error)}`);
    return serveMcpHttp({ client: this.#options.connect(identity), context: {}, onError });
  }

  #endAll(): void {
    for (const name of this.#agents.keys()) this.#end(name);
  }

  #end(name: string): void {
    void this.#agents.get(name)?.then(
      (served) => served[Symbol.dispose](),
      () => {
        // The request that asked for it has been told.
      },
    );
    this.#agents.delete(name);
  }
}

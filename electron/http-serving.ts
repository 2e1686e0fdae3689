/**
 * What the host serves over HTTP on this machine: the window for browsers, share
 * links, and MCP for agents. Nothing listens until one of them is asked for.
 */
import type { Accept } from "../shared/transport.ts";
import { messageOf } from "../shared/errors.ts";
import type { Result } from "../shared/protocol.ts";
import type { HttpEndpoint } from "./endpoint/http-endpoint.ts";
import { ShareLinks } from "./endpoint/share-links.ts";
import type { HttpAgents } from "./http-agents.ts";
import { preferredPort, rememberPort } from "./platform/http-port.ts";
import type { Log } from "./platform/log.ts";
import type { Paths } from "./platform/paths.ts";

export type HttpServingOptions = {
  readonly paths: Paths;
  readonly log: Log;
  /** The built window, out/renderer. */
  readonly rendererDirectory: string;
  readonly accept: Accept;
  readonly agents: HttpAgents;
  /** MCP over HTTP as the settings have it. */
  readonly setting: boolean;
  /** The port as it is chosen now; 0 for any, undefined for the default or, when that is taken, any. */
  readonly port: () => number | undefined;
};

export class HttpServing {
  readonly links = new ShareLinks();
  readonly #options: HttpServingOptions;
  /** MCP over HTTP as the settings had it last. The window can switch it apart from them. */
  #setting: boolean;
  #endpoint: Promise<HttpEndpoint> | undefined;

  constructor(options: HttpServingOptions) {
    this.#options = options;
    this.#setting = options.setting;
  }

  /** Where the settings say so, agents find MCP served from the start. */
  async begin(): Promise<void> {
    if (!this.#options.agents.isOn) return;
    await this.#serve().catch((error: unknown) => this.#warn(error));
  }

  /** An address at which a browser may open the window once. */
  async openWindow(): Promise<Result<"window/open">> {
    return (await this.#serve()).newAddress();
  }

  /** The address of a new link. Rejects with `bad-request` when there are too many links. */
  async createLink(session: string, lifetimeMs: number): Promise<Result<"link/create">> {
    const { origin } = await this.#serve();
    const { link, token } = this.links.create(session, lifetimeMs);
    // The fragment is never sent, so the token is in no log and in no Referer.
    return { ...link, url: `${origin}/watch.html#link=${token}` };
  }

  /** Switches MCP on or off; without a choice it only answers how that stands. */
  async switchMcp(on: boolean | undefined): Promise<Result<"http/switch">> {
    const { agents } = this.#options;
    if (on) await this.#serve();
    if (on !== undefined) agents.switch(on);
    if (!agents.isOn) return { on: false };
    return { on: true, url: `${(await this.#serve()).origin}/mcp` };
  }

  /** The settings have changed. Only a change of this one switches MCP. */
  handleSetting(isOn: boolean): void {
    if (isOn === this.#setting) return;
    this.#setting = isOn;
    this.switchMcp(isOn).catch((error: unknown) => this.#warn(error));
  }

  async close(): Promise<void> {
    this.#options.agents[Symbol.dispose]();
    this.links[Symbol.dispose]();
    await this.#endpoint?.then((endpoint) => endpoint.close()).catch(() => {});
  }

  /** The endpoint, which is started when there is none. */
  async #serve(): Promise<HttpEndpoint> {
    this.#endpoint ??= this.#start();
    try {
      return await this.#endpoint;
    } catch (error) {
      this.#endpoint = undefined;
      throw error;
    }
  }

  async #start(): Promise<HttpEndpoint> {
    const { paths, log, rendererDirectory, accept, agents } = this.#options;
    const port = this.#options.port();
    // Loaded only when it is needed, like the MCP SDK: the first command waits until its host has started.
    const { startHttp } = await import("./endpoint/http-endpoint.ts");
    const endpoint = await startHttp({
      ...{ rendererDirectory, accept, log, port },
      mcp: agents,
      links: this.links,
      preferredPort: preferredPort(paths),
    });
    if (port === undefined) rememberPort(paths, Number(new URL(endpoint.origin).port), (message) => log.warn(message));
    return endpoint;
  }

  #warn(error: unknown): void {
    this.#options.log.warn(`MCP over HTTP is not served: ${messageOf(error)}`);
  }
}

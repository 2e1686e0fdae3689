/**
 * The app's own client of the host, beside the page. It watches the sessions for
 * the tray, the badge, the notifications and the question at closing. It stays
 * connected as long as the app runs.
 */
import { Client } from "../../shared/client.ts";
import { Emitter } from "../../shared/emitter.ts";
import { messageOf } from "../../shared/errors.ts";
import type { Events, SessionId, SessionInfo } from "../../shared/protocol.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../shared/settings/settings.ts";
import type { SettingsState } from "../../shared/settings/settings-state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createTransportPair, type Transport } from "../../shared/transport.ts";

/** The pause before a new connection, so that a new host can start. */
const RECONNECT_DELAY_MS = 500;

export type HostWatchOptions = {
  /** Connects a transport to the host. */
  readonly serve: (transport: Transport) => Promise<void>;
  readonly log: { error(message: string): void };
};

export class HostWatch implements Disposable {
  readonly #options: HostWatchOptions;
  readonly #onChanged = new Emitter<void>();
  readonly #onShow = new Emitter<Events["window/show"]>();
  readonly #onEnding = new Emitter<Events["host/ending"]>();
  /** Fires when a session was added, removed or changed. */
  readonly onChanged = this.#onChanged.event;
  /** Fires when a client asks for the window, or for a session in it. */
  readonly onShow = this.#onShow.event;
  /** Fires when a client has ended the host. */
  readonly onEnding = this.#onEnding.event;
  readonly #sessions = new Map<SessionId, SessionInfo>();
  readonly #onSettings = new Emitter<void>();
  /** Fires when the settings have changed. */
  readonly onSettings = this.#onSettings.event;
  #settings: Settings = DEFAULT_SETTINGS;
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isWatching = false;
  #isHalted = false;
  #disposed = false;

  constructor(options: HostWatchOptions) {
    this.#options = options;
  }

  get sessions(): readonly SessionInfo[] {
    return [...this.#sessions.values()];
  }

  /** What a person has chosen, as the host said last. */
  get settings(): Settings {
    return this.#settings;
  }

  /** True while `sessions` is up to date. */
  get isWatching(): boolean {
    return this.#isWatching;
  }

  /** All agents are halted. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  /** The panic stop, which must work when the page hangs: takes from every agent the right to type, or gives it back. */
  async toggleHalt(): Promise<void> {
    await this.#client?.request("agents/halt", { on: !this.#isHalted });
  }

  /** The sessions whose program is running, as the host said last. */
  get running(): readonly SessionInfo[] {
    return this.sessions.filter(({ exit }) => !exit);
  }

  /**
   * Connects now, and again whenever the connection is lost. Resolves when the first
   * attempt has loaded the sessions or has failed.
   */
  async connect(): Promise<void> {
    const [near, far] = createTransportPair();
    const client = new Client(near);
    this.#client = client;
    client.onClose(() => this.#handleClose());
    this.#listen(client);
    try {
      await this.#options.serve(far);
      if (this.#disposed) return client[Symbol.dispose]();
      await client.hello({ token: "", name: "Cotty", kind: "window", protocol: PROTOCOL_VERSION });
      await client.request("window/provide", {});
      this.#takeSettings(await client.request("settings/read", {}));
      const { sessions, halt } = await client.request("host/watch", {});
      this.#isHalted = halt !== undefined;
      this.#isWatching = true;
      for (const session of sessions) this.#sessions.set(session.id, session);
      this.#onChanged.fire();
    } catch (error) {
      if (!this.#disposed) this.#options.log.error(`The app cannot watch the host: ${messageOf(error)}`);
      client[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    clearTimeout(this.#retry);
    this.#client?.[Symbol.dispose]();
  }

  #listen(client: Client): void {
    client.on("sessions/changed", ({ sessions }) => {
      for (const session of sessions) this.#sessions.set(session.id, session);
      this.#onChanged.fire();
    });
    client.on("agents/halted", ({ halt }) => {
      this.#isHalted = halt !== undefined;
      this.#onChanged.fire();
    });
    client.on("session/closed", ({ id }) => {
      this.#sessions.delete(id);
      this.#onChanged.fire();
    });
    client.on("settings/changed", (state) => this.#takeSettings(state));
    client.on("window/show", (event) => this.#onShow.fire(event));
    client.on("host/ending", (event) => this.#onEnding.fire(event));
  }

  #takeSettings({ settings }: SettingsState): void {
    this.#settings = settings;
    this.#onSettings.fire();
    this.#onChanged.fire();
  }

  #handleClose(): void {
    this.#isWatching = false;
    this.#sessions.clear();
    this.#onChanged.fire();
    if (!this.#disposed) this.#retry = setTimeout(() => void this.connect(), RECONNECT_DELAY_MS);
  }
}

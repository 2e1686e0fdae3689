/** Keeps the window's settings in step with the settings file of the host, through every reconnect. */
import { messageOf } from "../../shared/errors.ts";
import type { SettingName, Settings } from "../../shared/settings/settings.ts";
import type { SettingsState } from "../../shared/settings/settings-state.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import type { Store } from "../state/store.ts";
import { parseEarlierSettings } from "../state/window-settings.ts";

type Change = { readonly set?: Partial<Settings>; readonly reset?: readonly SettingName[] };

/** What an earlier version kept in the window; see `keep-settings.ts`. */
export type EarlierSettings = { readonly text: string | null; readonly forget: () => void };

type SettingsSyncOptions = {
  readonly store: Store;
  readonly host: CurrentHost;
  readonly earlier: EarlierSettings;
  /** The host has refused a change; `reason` says why. */
  readonly onRefused: (reason: string) => void;
};

export class SettingsSync implements Disposable {
  readonly #options: SettingsSyncOptions;
  /** Changes that the host has not answered. What it says meanwhile is older than what the window shows. */
  #unanswered = 0;
  readonly #listening: Disposable;

  constructor(options: SettingsSyncOptions) {
    this.#options = options;
    this.#listening = options.host.onClient((client) => {
      client.on("settings/changed", (state) => this.#takeOver(state));
      client
        .request("settings/read", {})
        .then((state) => {
          this.#takeOver(state);
          return this.#takeOverEarlier(state);
        })
        // This fails only with a lost connection; the next one asks again.
        .catch(() => {});
    });
  }

  /** Changes settings in the file. They are shown at once. False after a refusal: then they are as before. */
  change(set: Partial<Settings>): Promise<boolean> {
    this.#options.store.setState(({ settings }) => ({ settings: { ...settings, ...set } }));
    return this.#write({ set });
  }

  /** Takes settings out of the file, so that they have their defaults again. */
  reset(names: readonly SettingName[]): Promise<boolean> {
    return this.#write({ reset: names });
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  async #write({ set, reset }: Change): Promise<boolean> {
    const { host, onRefused } = this.#options;
    this.#unanswered++;
    const answer = await host
      .request("settings/write", { ...(set && { set: JSON.stringify(set) }), ...(reset && { reset: [...reset] }) })
      .catch((error: unknown) => onRefused(messageOf(error)));
    this.#unanswered--;
    const state = answer ?? this.#options.store.getState().settingsFile;
    if (state) this.#takeOver(state);
    return answer !== undefined;
  }

  #takeOver(state: SettingsState): void {
    if (this.#unanswered > 0) return;
    this.#options.store.setState(({ settings }) => ({ settings: { ...settings, ...state.settings }, settingsFile: state }));
  }

  /** Writes what an earlier version kept in this window into the file, once, unless the file says something else. */
  async #takeOverEarlier({ given, isBroken }: SettingsState): Promise<void> {
    const { text, forget } = this.#options.earlier;
    if (text === null || isBroken) return;
    const known: readonly string[] = given;
    const wanted = Object.entries(parseEarlierSettings(text)).filter(([name]) => !known.includes(name));
    if (wanted.length === 0 || (await this.change(Object.fromEntries(wanted) as Partial<Settings>))) forget();
  }
}

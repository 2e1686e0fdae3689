/** What a person does on the settings page. */
import type { Section, SettingName } from "../../shared/settings/settings.ts";
import { withView } from "../state/state-changes.ts";
import type { App } from "../state/app-context.ts";

/** Shows the settings page; the section that was shown last, unless one is named. */
export function showSettings({ store }: App, section?: Section): void {
  store.setState((state) => {
    const known = state.view.kind === "settings" ? state.view.section : "Appearance";
    return withView(state, { kind: "settings", section: section ?? known });
  });
}

/** Gives settings their defaults again. */
export function resetSettings(app: App, names: readonly SettingName[]): void {
  void app.settings.reset(names);
}

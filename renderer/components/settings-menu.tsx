/** The window's settings, applied at once. */
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check, Settings as SettingsIcon } from "lucide-react";
import type { ReactElement } from "react";
import { changeSettings } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { windowCommand } from "../../shared/window-commands.ts";
import type { WindowSettings } from "../state/window-settings.ts";
import { CommandItem, Menu, MenuLabel, MenuSeparator } from "./controls.tsx";

export const THEMES = { system: "Like the system", dark: "Dark", light: "Light", "high-contrast": "High contrast" } as const;
export const DENSITIES = { comfort: "Comfortable", compact: "Compact" } as const;

export function SettingsMenu(): ReactElement {
  const app = useApp();
  const settings = useAppState((state) => state.settings);
  const trigger = (
    <button type="button" className="icon-button" aria-label="Settings">
      <SettingsIcon size={16} aria-hidden />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <Choice name="theme" label="Theme" options={THEMES} />
      <MenuSeparator />
      <Choice name="density" label="Tiles" options={DENSITIES} />
      <MenuSeparator />
      <BaseMenu.CheckboxItem
        className="menu-item"
        checked={settings.singleKeys}
        onCheckedChange={(singleKeys) => changeSettings(app, { singleKeys })}
      >
        <Tick>
          <BaseMenu.CheckboxItemIndicator>
            <Check size={14} aria-hidden />
          </BaseMenu.CheckboxItemIndicator>
        </Tick>
        Single-key shortcuts
      </BaseMenu.CheckboxItem>
      <CommandItem command="settings">
        <span className="pl-6">{windowCommand("settings").label}</span>
      </CommandItem>
      <CommandItem command="connect-agent">
        <span className="pl-6">{windowCommand("connect-agent").label}</span>
      </CommandItem>
      <CommandItem command="connections">
        <span className="pl-6">{windowCommand("connections").label}</span>
      </CommandItem>
      <CommandItem command="http-agents">
        <span className="pl-6">{windowCommand("http-agents").label}</span>
      </CommandItem>
      <CommandItem command="shortcuts">
        <span className="pl-6">{windowCommand("shortcuts").label}</span>
      </CommandItem>
    </Menu>
  );
}

type ChoiceProps<K extends "theme" | "density"> = {
  readonly name: K;
  readonly label: string;
  readonly options: Readonly<Record<WindowSettings[K], string>>;
};

function Choice<K extends "theme" | "density">({ name, label, options }: ChoiceProps<K>): ReactElement {
  const app = useApp();
  const value = useAppState((state) => state.settings[name]);
  return (
    <BaseMenu.Group>
      <MenuLabel>{label}</MenuLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(chosen: WindowSettings[K]) => changeSettings(app, { [name]: chosen })}>
        {Object.entries<string>(options).map(([option, text]) => (
          <BaseMenu.RadioItem key={option} value={option} className="menu-item" closeOnClick={false}>
            <Tick>
              <BaseMenu.RadioItemIndicator>
                <Check size={14} aria-hidden />
              </BaseMenu.RadioItemIndicator>
            </Tick>
            {text}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

/** Space for the tick, so that the labels stay in line with and without it. */
function Tick({ children }: { children: ReactElement }): ReactElement {
  return <span className="inline-grid w-4 place-items-center">{children}</span>;
}

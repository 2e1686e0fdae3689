/** The theme of the window, the density of its tiles, and the colors of terminals. */
import type { ReactElement } from "react";
import { changeSettings } from "../commands/session-actions.ts";
import { DENSITIES, THEMES } from "../components/settings-menu.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import type { WindowSettings } from "../state/window-settings.ts";
import { schemeOf } from "../theme/terminal-theme.ts";
import { type ThemeName, TOKENS } from "../theme/tokens.ts";
import { SchemeImport } from "./scheme-import.tsx";
import { SchemeRow } from "./scheme-row.tsx";
import { ChoiceRow, SettingRow } from "./setting-row.tsx";

type Choice = WindowSettings["theme"];

export function AppearanceSection(): ReactElement {
  const densities = Object.entries(DENSITIES).map(([value, label]) => ({ value: value as WindowSettings["density"], label }));
  return (
    <>
      <ThemeRow />
      <ChoiceRow name="density" label="Tiles" hint="How much space each of them takes." options={densities} />
      <SchemeRow name="darkColorScheme" label="Terminal colors while dark" own={schemeOf("dark")} />
      <SchemeRow name="lightColorScheme" label="Terminal colors while light" own={schemeOf("light")} />
      <SchemeImport />
    </>
  );
}

function ThemeRow(): ReactElement {
  const app = useApp();
  const theme = useAppState(({ settings }) => settings.theme);
  return (
    <SettingRow name="theme" label="Theme" words={Object.values(THEMES).join(" ")} wide>
      {() => (
        <div role="radiogroup" aria-label="Theme" className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
          {(Object.keys(THEMES) as Choice[]).map((choice) => (
            <label key={choice} className="theme-card">
              <input
                type="radio"
                name="theme"
                className="check"
                checked={choice === theme}
                onChange={() => changeSettings(app, { theme: choice })}
              />
              <span>{THEMES[choice]}</span>
              <span
                aria-hidden
                className="col-span-2 forced-color-adjust-none flex h-10 overflow-hidden rounded-sm border border-line-1"
              >
                {(choice === "system" ? (["dark", "light"] as const) : [choice]).map((name) => (
                  <Swatch key={name} name={name} />
                ))}
              </span>
            </label>
          ))}
        </div>
      )}
    </SettingRow>
  );
}

/** The window in little. */
function Swatch({ name }: { name: ThemeName }): ReactElement {
  const tokens = TOKENS[name];
  return (
    <span className="flex flex-1 items-center gap-1 px-1.5" style={{ background: tokens["bg-0"] }}>
      <span className="h-6 flex-1 rounded-sm border" style={{ background: tokens["bg-2"], borderColor: tokens.wait }} />
      <span className="h-6 flex-1 rounded-sm border" style={{ background: tokens["bg-2"], borderColor: tokens["line-1"] }}>
        <span className="m-1 block h-1 rounded-full" style={{ background: tokens["text-1"] }} />
        <span className="m-1 block h-1 w-1/2 rounded-full" style={{ background: tokens.you }} />
      </span>
    </span>
  );
}

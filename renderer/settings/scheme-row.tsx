/** Which of the imported color schemes terminals have. */
import { Trash2 } from "lucide-react";
import type { ReactElement } from "react";
import type { ColorScheme } from "../../shared/settings/color-scheme.ts";
import { changeSettings } from "../commands/session-actions.ts";
import { IconButton } from "../components/controls.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { SchemePreview } from "./scheme-preview.tsx";
import { SettingRow } from "./setting-row.tsx";

type SchemeRowProps = {
  readonly name: "darkColorScheme" | "lightColorScheme";
  readonly label: string;
  /** Cotty's own colors. */
  readonly own: ColorScheme;
};

export function SchemeRow({ name, label, own }: SchemeRowProps): ReactElement {
  const app = useApp();
  const chosen = useAppState(({ settings }) => settings[name]);
  const schemes = useAppState(({ settings }) => settings.colorSchemes);
  const fontFamily = useAppState(({ terminalTheme }) => terminalTheme.fontFamily);
  const scheme = chosen === null ? own : schemes[chosen];
  const names = Object.keys(schemes).toSorted((a, b) => a.localeCompare(b));
  return (
    <SettingRow
      name={name}
      label={label}
      words="color scheme palette"
      hint={
        scheme
          ? "Text stays readable in every scheme."
          : `There is no color scheme ${chosen ?? ""}. Cotty's own colors show in its place.`
      }
    >
      {(control) => (
        <div className="flex flex-col gap-2">
          <div className="flex items-center gap-1">
            <select
              {...control}
              className="field"
              value={chosen ?? ""}
              onChange={({ target }) => changeSettings(app, { [name]: target.value === "" ? null : target.value })}
            >
              <option value="">Cotty's own</option>
              {chosen !== null && !scheme && <option value={chosen}>{chosen}</option>}
              {names.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            {chosen !== null && scheme && (
              <IconButton label={`Delete the color scheme ${chosen}`} onClick={() => deleteScheme(app, chosen)}>
                <Trash2 size={14} aria-hidden />
              </IconButton>
            )}
          </div>
          <SchemePreview scheme={scheme ?? own} fontFamily={fontFamily} />
        </div>
      )}
    </SettingRow>
  );
}

function deleteScheme(app: ReturnType<typeof useApp>, name: string): void {
  const { colorSchemes, darkColorScheme, lightColorScheme } = app.store.getState().settings;
  const { [name]: _, ...others } = colorSchemes;
  changeSettings(app, {
    colorSchemes: others,
    ...(darkColorScheme === name && { darkColorScheme: null }),
    ...(lightColorScheme === name && { lightColorScheme: null }),
  });
}

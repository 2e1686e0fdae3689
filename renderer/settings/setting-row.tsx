/** One setting on its page: what it is called, what it does, its control, and the way back to the default. */
import { RotateCcw } from "lucide-react";
import { createContext, type ReactElement, type ReactNode, use, useId } from "react";
import { type SettingName, type Settings, SETTINGS } from "../../shared/settings/settings.ts";
import { changeSettings } from "../commands/session-actions.ts";
import { IconButton } from "../components/controls.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { resetSettings } from "./settings-actions.ts";

/** What a person searches for; rows that do not have it hide. */
export const SettingsQuery = createContext("");

/** Whether one of these texts has every word that is searched for. */
export function useMatches(...texts: readonly string[]): boolean {
  const words = use(SettingsQuery).toLowerCase().split(/\s+/).filter(Boolean);
  const text = texts.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The ids that tie a control to its name and to what is said about it. */
type ControlProps = { readonly id: string; readonly "aria-describedby": string };

type RowProps = {
  readonly name: SettingName;
  readonly label: string;
  readonly hint?: ReactNode;
  /** More words by which the row is found. */
  readonly words?: string;
  /** The control stands below, over the whole width. */
  readonly wide?: boolean;
  /** `label` names a single control, to which the ids belong; a group of controls has its own names. */
  readonly children: (control: ControlProps) => ReactNode;
};

export function SettingRow({ name, label, hint, words = "", wide = false, children }: RowProps): ReactElement | null {
  const app = useApp();
  const isGiven = useAppState(({ settingsFile }) => settingsFile?.given.includes(name) ?? false);
  const id = useId();
  const { help } = SETTINGS[name];
  if (!useMatches(label, name, help, words, typeof hint === "string" ? hint : "")) return null;
  return (
    <div
      data-setting={name}
      className={`grid gap-x-6 gap-y-2 border-b border-line-1 py-3 last:border-0 ${wide ? "" : "@md:grid-cols-[minmax(0,1fr)_minmax(12rem,18rem)]"}`}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="font-semibold">
            {label}
          </label>
          <div id={`${id}-hint`} className="mt-0.5 text-meta text-text-2">
            {hint}
          </div>
        </div>
        {isGiven && (
          <IconButton label={`Default for: ${label}`} onClick={() => resetSettings(app, [name])}>
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="min-w-0 self-center">{children({ id, "aria-describedby": `${id}-hint` })}</div>
    </div>
  );
}

type NamesOf<T> = { [K in SettingName]: Settings[K] extends T ? K : never }[SettingName];

type ChoiceProps<K extends SettingName> = {
  readonly name: K;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly options: readonly { readonly value: Settings[K]; readonly label: string }[];
};

/** One of several values. */
export function ChoiceRow<K extends NamesOf<string | number | null>>({
  name,
  label,
  hint,
  options,
}: ChoiceProps<K>): ReactElement {
  const app = useApp();
  const value = useAppState(({ settings }) => settings[name]);
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <SettingRow name={name} label={label} hint={hint} words={options.map((option) => option.label).join(" ")}>
      {(control) => (
        <select
          {...control}
          className="field"
          value={chosen}
          onChange={({ target }) => {
            const option = options[Number(target.value)];
            if (option) changeSettings(app, { [name]: option.value });
          }}
        >
          {/* A value that somebody wrote into the file, and that the page does not offer. */}
          {chosen === -1 && <option value={-1}>{String(value)}</option>}
          {options.map((option, index) => (
            <option key={option.label} value={index}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </SettingRow>
  );
}

type SwitchProps = { readonly name: NamesOf<boolean>; readonly label: string; readonly hint?: ReactNode };

/** On or off. */
export function SwitchRow({ name, label, hint }: SwitchProps): ReactElement {
  const app = useApp();
  const value = useAppState(({ settings }) => settings[name]);
  return (
    <SettingRow name={name} label={label} hint={hint}>
      {(control) => (
        <span className="flex min-h-7 items-center @md:justify-end">
          <input
            {...control}
            type="checkbox"
            role="switch"
            className="switch"
            checked={value}
            onChange={({ target }) => changeSettings(app, { [name]: target.checked })}
          />
        </span>
      )}
    </SettingRow>
  );
}

/** How open sessions look and behave. */
import type { ReactElement } from "react";
import { changeSettings } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { TEXT_SIZES } from "../terminal/fit-font.ts";
import { fontFamilyOf, schemeOf } from "../theme/terminal-theme.ts";
import { DraftField } from "./draft-field.tsx";
import { installedFonts, isInstalled } from "./installed-fonts.ts";
import { SchemePreview } from "./scheme-preview.tsx";
import { ChoiceRow, SettingRow, SwitchRow } from "./setting-row.tsx";

const SIZES = TEXT_SIZES.map((size) => ({ value: size, label: size === 0 ? "As large as fits" : `${size} px` }));
const SHAPES = [
  { value: "block", label: "Block" },
  { value: "bar", label: "Bar" },
  { value: "underline", label: "Underline" },
] as const;

export function TerminalSection(): ReactElement {
  const { mac } = useApp().keyboard;
  return (
    <>
      <FontRow />
      <ChoiceRow name="textSize" label="Text size" hint="Of open sessions. Tiles choose their own size." options={SIZES} />
      <ChoiceRow name="cursorShape" label="Cursor" hint="For programs that do not choose one." options={SHAPES} />
      <SwitchRow name="cursorBlink" label="Blinking cursor" />
      <SwitchRow name="copyOnSelect" label="Copy what is selected" hint="Selecting text in a session copies it at once." />
      {mac && (
        <SwitchRow
          name="macOptionIsMeta"
          label="Option as Alt"
          hint="Programs get Alt, and Option writes no special characters."
        />
      )}
    </>
  );
}

function FontRow(): ReactElement {
  const app = useApp();
  const font = useAppState(({ settings }) => settings.terminalFont);
  const theme = useAppState(({ terminalTheme }) => terminalTheme.name);
  const isMissing = font !== null && !isInstalled(font);
  return (
    <SettingRow
      name="terminalFont"
      label="Typeface"
      words="font"
      hint={
        isMissing
          ? `${font} is not installed on this machine. The bundled JetBrains Mono shows in its place.`
          : "A monospaced typeface of this machine. Empty: the bundled JetBrains Mono."
      }
    >
      {(control) => (
        <>
          <DraftField
            {...control}
            list="installed-fonts"
            value={font ?? ""}
            placeholder="JetBrains Mono"
            spellCheck={false}
            maxLength={100}
            onCommit={(text) => {
              if (/["\\;{}]/.test(text)) return 'A typeface has a name without " \\ ; { }';
              changeSettings(app, { terminalFont: text === "" ? null : text });
              return undefined;
            }}
          />
          <datalist id="installed-fonts">
            {installedFonts().map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <div className="mt-2">
            <SchemePreview scheme={schemeOf(theme)} fontFamily={fontFamilyOf(font)} />
          </div>
        </>
      )}
    </SettingRow>
  );
}

/** Records the chord of a command by pressing it, and says what it would take away. */
import { type FormEvent, type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import { ANY_DIGIT, chordOf, isFreeToWrite } from "../../shared/settings/chord-text.ts";
import { type WindowCommand, type WindowCommandId, windowCommand } from "../../shared/window-commands.ts";
import { chordFor, chordWords, commandsWith, type Keyboard } from "../commands/chords.ts";
import { changeSettings } from "../commands/session-actions.ts";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { useKeyboard } from "../components/use-keyboard.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { isKeptByBrowser } from "./browser-chords.ts";

export function ChordDialog({ command: id }: { command: WindowCommandId }): ReactElement {
  const app = useApp();
  const keyboard = useKeyboard();
  const keys = useAppState(({ settings }) => settings.keys);
  const field = useRef<HTMLInputElement>(null);
  const command = windowCommand(id);
  const [chord, setChord] = useState(() => chordFor(command, keyboard) ?? "");
  const losers = chord === "" ? [] : commandsWith(chord, keyboard).filter((other) => other.id !== id);
  const canSave = chord !== "" && isFreeToWrite(chord) && chord !== chordFor(command, keyboard);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!canSave) return;
    changeSettings(app, { keys: { ...keys, ...Object.fromEntries(losers.map((other) => [other.id, null])), [id]: chord } });
    closeDialog(app);
  };
  return (
    <Dialog title={`Keys for “${command.label}”`} initialFocus={field}>
      <form onSubmit={save}>
        <label>
          <span className="mb-1 block text-text-2">Press the keys</span>
          <input
            ref={field}
            readOnly
            className="field h-10 text-center text-heading"
            value={chord === "" ? "" : chordWords(chord, keyboard)}
            placeholder="None yet"
            aria-describedby="chord-says"
            onKeyDown={(event) => record(event, id, setChord)}
          />
        </label>
        <div id="chord-says" role="status" className="mt-2 min-h-8 text-meta">
          <Says chord={chord} losers={losers} keyboard={keyboard} />
        </div>
        <DialogButtons>
          <button type="button" className="button" onClick={() => closeDialog(app)}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={!canSave}>
            {losers.length > 0 ? "Save, and take them from there" : "Save"}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Takes over the chord that is pressed. Keys that work the dialog do so: Tab, Enter and Escape without Ctrl, Alt or ⌘. */
function record(event: KeyboardEvent, id: WindowCommandId, take: (chord: string) => void): void {
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (isPlain && ["Tab", "Enter", "Escape"].includes(event.key)) return;
  const chord = chordOf(event.nativeEvent);
  if (chord === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  take(id === "nth-session" ? chord.replace(/(?<=\+)[1-9]$/, ANY_DIGIT) : chord);
}

type SaysProps = { readonly chord: string; readonly losers: readonly WindowCommand[]; readonly keyboard: Keyboard };

/** What a person should know before the chord is saved. */
function Says({ chord, losers, keyboard }: SaysProps): ReactElement | null {
  if (chord === "")
    return <>Hold Ctrl, Alt or {keyboard.mac ? "⌘" : "Ctrl+Shift"}, and press a key. A function key works alone.</>;
  if (!isFreeToWrite(chord))
    return (
      <span className="text-fail">
        This key writes text. Hold Ctrl, Alt or {keyboard.mac ? "⌘" : "both Ctrl and Shift"} with it.
      </span>
    );
  const isOurs = chord.startsWith(keyboard.mac ? "Cmd+" : "Ctrl+Shift+");
  return (
    <ul>
      {losers.map(({ id, label }) => (
        <li key={id} className="text-wait">
          These keys run “{label}” now.
        </li>
      ))}
      {isKeptByBrowser(chord, keyboard.mac) && (
        <li className="text-wait">
          {keyboard.browser ? "This browser keeps them for itself" : "Browsers keep them for themselves"}: a window in a browser
          never gets them.
        </li>
      )}
      {!isOurs && <li className="text-text-2">Programs in sessions do not get these keys any more.</li>}
    </ul>
  );
}

/** Every command of the window with its keys, which a person can choose. */
import { Pencil, RotateCcw, X } from "lucide-react";
import type { ReactElement } from "react";
import { WINDOW_COMMANDS, type WindowCommand, type WindowCommandId } from "../../shared/window-commands.ts";
import { chordFor, chordWords, commandsWith, type Keyboard, keyLabel } from "../commands/chords.ts";
import { changeSettings, showDialog } from "../commands/session-actions.ts";
import { IconButton } from "../components/controls.tsx";
import { useKeyboard } from "../components/use-keyboard.ts";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { isKeptByBrowser, keptByBrowser } from "./browser-chords.ts";
import { SettingRow, SwitchRow, useMatches } from "./setting-row.tsx";

/** The arrows and the letters that move in the grid need one: elsewhere there is nowhere to move. */
const CHORD_COMMANDS = WINDOW_COMMANDS.filter(({ id }) => !/^move-(?:left|right|up|down)$/.test(id));

export function KeyboardSection(): ReactElement {
  const { mac, browser } = useKeyboard();
  return (
    <>
      <SwitchRow
        name="singleKeys"
        label="Single keys"
        hint="Letters and digits run commands while a tile has the keyboard. The arrows always do."
      />
      <AllKeys />
      <p className="py-2 text-meta text-text-2">
        {browser ? "This browser keeps" : "Browsers keep"} {keptByBrowser(mac).join(", ")}{" "}
        {browser ? "for itself" : "for themselves"}: a window in a browser never gets them.
      </p>
      <ul aria-label="Commands and their keys">
        {CHORD_COMMANDS.map((command) => (
          <CommandRow key={command.id} command={command} />
        ))}
      </ul>
    </>
  );
}

function AllKeys(): ReactElement {
  const count = useAppState(({ settings }) => Object.keys(settings.keys).length);
  return (
    <SettingRow
      name="keys"
      label="Chords"
      words="shortcuts keybindings"
      hint={
        count === 0
          ? "They work everywhere, in sessions too. Every other key goes to the program."
          : `${count} of them are your own. They work everywhere, in sessions too. Every other key goes to the program.`
      }
      wide
    >
      {() => null}
    </SettingRow>
  );
}

function CommandRow({ command }: { command: WindowCommand }): ReactElement | null {
  const app = useApp();
  const keyboard = useKeyboard();
  const { id, label, gridKeys = [], pageKeys = [] } = command;
  const chord = chordFor(command, keyboard);
  const words = chord === undefined ? "" : chordWords(chord, keyboard);
  const isOwn = keyboard.keys !== undefined && Object.hasOwn(keyboard.keys, id);
  if (!useMatches("Keyboard keys chord shortcut", label, id, words)) return null;
  return (
    <li data-setting={id} className="flex min-h-9 flex-wrap items-center gap-x-2 border-t border-line-1 py-0.5">
      <span className="min-w-40 flex-1">
        {label} <span className="font-mono text-meta text-text-3 max-sm:hidden">{id}</span>
        <Problem command={command} keyboard={keyboard} />
      </span>
      <span className="flex gap-1">
        {[...gridKeys, ...pageKeys].map((key) => (
          <kbd key={key} className="chord" title="Outside of sessions">
            {keyLabel(key, keyboard)}
          </kbd>
        ))}
        {words !== "" && <kbd className={`chord ${isOwn ? "chord-own" : ""}`}>{words}</kbd>}
      </span>
      <span className="flex w-22 justify-end">
        {isOwn && (
          <IconButton label={`Default keys for: ${label}`} onClick={() => setChord(app, id, undefined)}>
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        )}
        {chord !== undefined && (
          <IconButton label={`No keys for: ${label}`} onClick={() => setChord(app, id, null)}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={`Change the keys for: ${label}`}
          onClick={() => showDialog(app, { kind: "record-chord", command: id })}
        >
          <Pencil size={14} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}

/** Why the chord of a command does not reach it. */
function Problem({ command, keyboard }: { command: WindowCommand; keyboard: Keyboard }): ReactElement | null {
  const chord = chordFor(command, keyboard);
  if (chord === undefined) return null;
  const others = commandsWith(chord, keyboard).filter(({ id }) => id !== command.id);
  const problems = [
    ...others.map(({ label }) => `The same keys as: ${label}`),
    ...(keyboard.browser && isKeptByBrowser(chord, keyboard.mac) ? ["This browser keeps these keys for itself"] : []),
  ];
  if (problems.length === 0) return null;
  return <span className="block text-meta text-wait">{problems.join(". ")}</span>;
}

/** Gives a command a chord, or none (null), or that of the table (undefined). */
function setChord({ store, ...app }: App, id: WindowCommandId, chord: string | null | undefined): void {
  const { [id]: _, ...others } = store.getState().settings.keys;
  changeSettings({ store, ...app }, { keys: chord === undefined ? others : { ...others, [id]: chord } });
}

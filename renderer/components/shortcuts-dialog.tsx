/** Lists every key that runs a command. */
import type { ReactElement } from "react";
import { WINDOW_COMMANDS } from "../../shared/window-commands.ts";
import { chordLabel, type Keyboard, keyLabel } from "../commands/chords.ts";
import { Dialog } from "./dialog.tsx";
import { useKeyboard } from "./use-keyboard.ts";

type KeysRow = { readonly label: string; readonly keys: readonly string[] };

export function ShortcutsDialog(): ReactElement {
  const keyboard = useKeyboard();
  const chords = WINDOW_COMMANDS.flatMap(({ id, label }) => {
    const keys = chordLabel(id, keyboard);
    return keys === "" ? [] : [{ label, keys: [keys] }];
  });
  return (
    <Dialog title="Keyboard shortcuts" wide>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Keys title="Everywhere, in sessions too" rows={chords} />
        <div className="flex flex-col gap-4">
          <Keys title="Among the sessions" rows={rowsOf("gridKeys", keyboard)} />
          <Keys title="Outside of sessions" rows={rowsOf("pageKeys", keyboard)} />
        </div>
      </div>
    </Dialog>
  );
}

function rowsOf(kind: "gridKeys" | "pageKeys", keyboard: Keyboard): KeysRow[] {
  return WINDOW_COMMANDS.flatMap(({ label, [kind]: keys }) =>
    keys ? [{ label, keys: keys.map((key) => keyLabel(key, keyboard)) }] : [],
  );
}

function Keys({ title, rows }: { title: string; rows: readonly KeysRow[] }): ReactElement {
  return (
    <section>
      <h3 className="mb-1 text-label font-semibold text-text-3">{title}</h3>
      <dl>
        {rows.map(({ label, keys }) => (
          <div key={label} className="flex items-center justify-between gap-3 py-0.5">
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="chord">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

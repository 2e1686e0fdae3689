/** Every key the window understands. */
import type { ReactElement } from "react";
import { useApp } from "../state/app-context.ts";
import { CHORDS, chordLabel, GRID_KEYS, keyLabel } from "../commands/chords.ts";
import { Dialog } from "./dialog.tsx";

export function ShortcutsDialog(): ReactElement {
  const { mac } = useApp();
  return (
    <Dialog title="Keyboard shortcuts" wide>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Keys
          title="Everywhere, in sessions too"
          rows={CHORDS.map(({ action, label }) => ({ label, keys: [chordLabel(action, mac)] }))}
        />
        <div className="flex flex-col gap-4">
          <Keys title="Among the sessions" rows={GRID_KEYS.map(({ label, keys }) => ({ label, keys: keys.map(keyLabel) }))} />
          <Keys title="Outside of sessions" rows={[{ label: "Next region, or the one before", keys: ["F6", "⇧F6"] }]} />
        </div>
      </div>
    </Dialog>
  );
}

type KeysProps = {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly keys: readonly string[] }[];
};

function Keys({ title, rows }: KeysProps): ReactElement {
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

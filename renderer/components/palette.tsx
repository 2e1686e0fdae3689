/** Finds sessions and commands by typing. */
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { type ReactElement, useMemo } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { WINDOW_COMMANDS, type WindowCommandId } from "../../shared/window-commands.ts";
import { applies, type CommandContext } from "../commands/run-command.ts";
import { type App, useApp } from "../state/app-context.ts";
import { lineOf, orderSessions, titleOf } from "../state/session-display.ts";
import { currentSession } from "../state/store.ts";
import { Chord } from "./controls.tsx";
import { closeDialog } from "./dialog.tsx";
import { StateGlyph } from "./session-badges.tsx";
import { useCommand } from "./use-command.ts";

type Item = {
  /** The text that is searched. */
  readonly value: string;
  readonly label: string;
  readonly command: WindowCommandId;
  readonly context: CommandContext;
  readonly hasChord: boolean;
  /** The session that the item opens. */
  readonly session?: SessionInfo;
};
type Group = { readonly value: string; readonly items: readonly Item[] };

export function Palette(): ReactElement {
  const app = useApp();
  // As they were when the palette opened: a list that changes while a person types is no help.
  const groups = useMemo(
    () => [
      { value: "Sessions", items: sessionItems(app) },
      { value: "Commands", items: commandItems(app) },
    ],
    [app],
  );
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && closeDialog(app)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop z-10" />
        <BaseDialog.Viewport className="fixed inset-0 z-10 flex items-start justify-center p-4 pt-16">
          <BaseDialog.Popup
            aria-label="Search sessions and commands"
            className="popup flex max-h-[70vh] w-full max-w-xl flex-col outline-none"
          >
            <Autocomplete.Root open inline items={groups} autoHighlight="always" keepHighlight>
              <Autocomplete.Input
                aria-label="Search sessions and commands"
                placeholder="Search sessions and commands"
                className="h-11 flex-none rounded-t-lg bg-transparent px-4 outline-none placeholder:text-text-3"
              />
              <Autocomplete.Empty>
                <div className="border-t border-line-1 p-4 text-text-2">Nothing found.</div>
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 overflow-y-auto border-t border-line-1 p-1 outline-none data-empty:hidden">
                {(group: Group) => <PaletteGroup key={group.value} group={group} />}
              </Autocomplete.List>
            </Autocomplete.Root>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

function PaletteGroup({ group }: { group: Group }): ReactElement {
  const app = useApp();
  const run = useCommand();
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-label font-semibold text-text-3">
        {group.value}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(item: Item) => (
          <Autocomplete.Item
            key={item.value}
            value={item}
            className="menu-item"
            onClick={() => {
              closeDialog(app);
              run(item.command, item.context);
            }}
          >
            {item.session && <StateGlyph session={item.session} />}
            <span className="flex-none">{item.label}</span>
            <span className="min-w-0 flex-1 truncate text-text-3">
              {item.session && (lineOf(item.session) || item.session.command)}
            </span>
            {item.hasChord && <Chord command={item.command} />}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

function sessionItems(app: App): Item[] {
  const { sessions, dismissed } = app.store.getState();
  return orderSessions(sessions.values(), dismissed).map((session) => ({
    value: `${titleOf(session)} ${session.command} ${session.cwd} ${session.id}`,
    label: titleOf(session),
    command: "open",
    context: { session: session.id },
    hasChord: false,
    session,
  }));
}

/** The commands that can run now; those of a session name it. */
function commandItems(app: App): Item[] {
  const session = currentSession(app.store.getState());
  return WINDOW_COMMANDS.filter((command) => command.inPalette && applies(command, session)).map((command) => {
    const label = (session && command.labelFor?.(titleOf(session))) ?? command.label;
    const context = session ? { session: session.id } : {};
    return { value: label, label, command: command.id, context, hasChord: command.chord !== undefined };
  });
}

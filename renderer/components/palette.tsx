/** Finds sessions, commands and recordings by typing. */
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { type ReactElement, useMemo } from "react";
import type { RecordingInfo, SessionInfo } from "../../shared/protocol.ts";
import { WINDOW_COMMANDS, windowCommand, type WindowCommandId } from "../../shared/window-commands.ts";
import { applies, runCommand } from "../commands/run-command.ts";
import { endingOf, openReplay, recordingTitle } from "../recordings/recording-actions.ts";
import { type App, useApp } from "../state/app-context.ts";
import { lineOf, orderSessions, titleOf } from "../state/session-display.ts";
import { type Beside, sessionsIn } from "../state/panes.ts";
import { currentSession, shownPanes } from "../state/selectors.ts";
import { Chord } from "./controls.tsx";
import { closeDialog, useFinalFocus, useInitialFocus } from "./dialog.tsx";
import { StateGlyph } from "./session-badges.tsx";
import { usePastRecordings } from "./use-past-recordings.ts";

type Item = {
  /** The text that is searched. */
  readonly value: string;
  readonly label: string;
  readonly act: (app: App) => void;
  /** What tells it from others of the same label. */
  readonly detail?: string;
  /** The command whose chord does the same. */
  readonly chord?: WindowCommandId;
  /** The session that the item opens. */
  readonly session?: SessionInfo;
};
type Group = { readonly value: string; readonly items: readonly Item[] };

type PaletteProps = {
  /** The palette asks which session to open in a pane there, and offers nothing else. */
  readonly beside?: Beside | undefined;
};

export function Palette({ beside }: PaletteProps): ReactElement {
  const app = useApp();
  // As they were when the palette opened: a list that changes while a person types is no help.
  const recordings = usePastRecordings(beside === undefined);
  const known = useMemo(
    () => [
      { value: "Sessions", items: sessionItems(app, beside) },
      { value: "Commands", items: beside ? [newSessionItem(beside)] : commandItems(app) },
    ],
    [app, beside],
  );
  // Last, so that nothing above them moves when they come.
  const groups = useMemo(() => [...known, { value: "Recordings", items: recordings.map(recordingItem) }], [known, recordings]);
  const label = beside ? PLACE_QUESTIONS[beside.direction] : "Search sessions and commands";
  const { contains } = Autocomplete.useFilter();
  const focusAtOnce = useInitialFocus();
  const finalFocus = useFinalFocus();
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && closeDialog(app)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop z-10" />
        <BaseDialog.Viewport className="fixed inset-0 z-10 flex items-start justify-center p-4 pt-16">
          <BaseDialog.Popup
            aria-label={label}
            {...focusAtOnce}
            finalFocus={finalFocus}
            className="popup flex max-h-[70vh] w-full max-w-xl flex-col overflow-hidden outline-none"
          >
            <Autocomplete.Root
              open
              inline
              items={groups.filter(({ items }) => items.length > 0)}
              // Words in any order, and parts of words: "theme high" finds "Theme: high contrast".
              filter={(item, typed) => typed.split(/\s+/).every((word) => contains(item, word, ({ value }: Item) => value))}
              autoHighlight="always"
              keepHighlight
            >
              <Autocomplete.Input
                aria-label={label}
                placeholder={label}
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
              item.act(app);
            }}
          >
            {item.session && <StateGlyph session={item.session} />}
            <span className="flex-none">{item.label}</span>
            <span className="min-w-0 flex-1 truncate text-text-3">{item.detail}</span>
            {item.chord && <Chord command={item.chord} />}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

const PLACE_QUESTIONS = { right: "Which session on the right?", down: "Which session below?" } as const;

/** All sessions; for a new pane those that have none yet. */
function sessionItems(app: App, beside: Beside | undefined): Item[] {
  const state = app.store.getState();
  const shown = beside && shownPanes({ ...state, view: { kind: "session", id: beside.session } });
  const inPanes = shown === undefined ? [] : sessionsIn(shown);
  const offered = [...state.sessions.values()].filter(({ id }) => !inPanes.includes(id));
  return orderSessions(offered, state.dismissed).map((session) => ({
    value: `${titleOf(session)} ${session.command} ${session.cwd} ${session.id}`,
    label: titleOf(session),
    act: (window) => runCommand(window, "open", { session: session.id, ...(beside && { beside }) }),
    detail: lineOf(session) || session.command,
    session,
  }));
}

function newSessionItem(beside: Beside): Item {
  const { id, label } = windowCommand("new-session");
  return { value: label, label, act: (app) => runCommand(app, id, { beside }) };
}

/** The commands that can run now; those of a session name it. */
function commandItems(app: App): Item[] {
  const session = currentSession(app.store.getState());
  return WINDOW_COMMANDS.filter((command) => command.inPalette && applies(command, session)).map((command) => {
    const label = (session && command.labelFor?.(titleOf(session))) ?? command.label;
    const context = session ? { session: session.id } : {};
    const { id } = command;
    return { value: label, label, act: (window) => runCommand(window, id, context), chord: id };
  });
}

const STARTED = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Replays a recording. Several may have the name of one session: the time tells them apart. */
function recordingItem(recording: RecordingInfo): Item {
  const { id, agent = "", command, startedAtMs } = recording;
  const title = recordingTitle(recording);
  const started = STARTED.format(startedAtMs);
  return {
    value: `${title} ${command} ${agent} ${started} ${id}`,
    label: title,
    act: (app) => openReplay(app, id),
    detail: [started, endingOf(recording), ...(title === command ? [] : [command])].join(" · "),
  };
}

/** Plays a recording: the screen, what happened beside it, the timeline and the controls below. */
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef } from "react";
import { messageOf } from "../../shared/errors.ts";
import { type ReplayAction, replayAction } from "../../shared/replay/replay-keys.ts";
import { isTextField } from "../commands/key-listener.ts";
import { showDialog, showError } from "../commands/session-actions.ts";
import { commandForMoment, recordingTitle, showRecordings } from "../recordings/recording-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { EventList } from "./event-list.tsx";
import { withMarkers } from "./replay-display.ts";
import { ReplayBar } from "./replay-bar.tsx";
import { Timeline } from "./timeline.tsx";
import { type ReplayControls, useReplay } from "./use-replay.ts";

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: "Left", ArrowRight: "Right" };

/** `id` names the recording. It begins, paused, at `atMs`. */
export function ReplayView({ id, atMs }: { id: string; atMs: number }): ReactElement {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const theme = useAppState((state) => state.terminalTheme);
  const replay = useReplay(id, atMs, container);
  const { loaded, state, progress, error } = replay;
  const screen = replay.screen();
  useEffect(() => screen?.setTheme(theme), [screen, theme]);
  // The keys work at once.
  useEffect(() => view.current?.focus(), []);
  const events = useMemo(() => (loaded ? withMarkers(loaded.index.events, loaded.info.markers) : []), [loaded]);
  const title = loaded ? recordingTitle(loaded.info) : "";
  return (
    <div
      ref={view}
      role="group"
      aria-label="Replay"
      tabIndex={-1}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line-1 bg-bg-2 outline-none"
      onKeyDown={(event) => handleKey(event, replay.perform)}
    >
      {/* In a low window, this scrolls; the timeline and the controls stay in view. */}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <header className="flex flex-wrap items-center gap-2 border-b border-line-1 px-3 py-1.5">
          <span className="rounded-sm border border-line-2 px-1.5 text-label text-text-2">Replay</span>
          <h1 className="min-w-0 flex-1 truncate font-semibold">{title}</h1>
          {loaded && state && <MomentButtons replay={replay} recording={loaded.info} atMs={state.atMs} />}
          <button type="button" className="button" onClick={() => showRecordings(app, loaded?.info.id)}>
            All recordings
          </button>
        </header>
        {error !== undefined && (
          <p role="alert" className="p-3 text-fail">
            {error}
          </p>
        )}
        {!loaded && error === undefined && (
          <label className="p-3 text-text-2">
            Reading the recording… <progress value={progress} max={1} />
          </label>
        )}
        {/* Side by side, or one above the other in a narrow window. */}
        <div className="flex min-h-40 flex-1 max-md:min-h-72 max-md:flex-col">
          <div className="min-h-0 min-w-0 flex-1 bg-screen p-2">
            <div ref={container} role="group" aria-label={`Screen of ${title}`} tabIndex={0} className="h-full overflow-auto" />
          </div>
          {loaded && state && (
            <EventList
              events={events}
              isCut={loaded.index.isCut}
              current={events.findLastIndex((event) => event.atMs <= state.atMs)}
              onSeek={replay.seek}
            />
          )}
        </div>
      </div>
      {loaded && state && (
        <footer className="flex flex-col gap-1 border-t border-line-1 px-3 py-2">
          <Timeline index={loaded.index} events={events} atMs={state.atMs} onSeek={replay.seek} theme={theme.name} />
          <ReplayBar replay={replay} state={state} />
        </footer>
      )}
    </div>
  );
}

type MomentProps = {
  readonly replay: ReplayControls;
  readonly recording: NonNullable<ReplayControls["loaded"]>["info"];
  readonly atMs: number;
};

/** What can be done with the moment that shows. */
function MomentButtons({ replay, recording, atMs }: MomentProps): ReactElement {
  const app = useApp();
  const command = useAppState(({ hostFacts }) => hostFacts?.command ?? "cotty");
  const copy = (what: string, text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => app.toasts.add({ title: `${what} copied` }),
      (error: unknown) => showError(app, "Not copied", messageOf(error)),
    );
  };
  const at = Math.round(atMs);
  const marked = recording.markers.find((marker) => marker.atMs === at);
  const mark = async (label: string): Promise<void> =>
    replay.setInfo(await app.host.request("recording/mark", { id: recording.id, atMs: at, label }));
  const nameMarker = (): void =>
    showDialog(app, { kind: "marker", choice: { atMs: at, ...(marked && { label: marked.label }), mark } });
  return (
    <>
      <button type="button" className="button" onClick={nameMarker}>
        {marked ? "Edit marker…" : "Add marker…"}
      </button>
      <button type="button" className="button" onClick={() => copy("Screen", replay.screen()?.text ?? "")}>
        Copy screen
      </button>
      <button type="button" className="button" onClick={() => copy("Command", commandForMoment(command, recording.id, atMs))}>
        Copy as a command
      </button>
      <button type="button" className="button" onClick={() => showDialog(app, { kind: "export-recording", recording, atMs })}>
        Export…
      </button>
    </>
  );
}

/** The keys of a replay. Fields, buttons and the timeline's own keys keep what is theirs. */
function handleKey(event: KeyboardEvent<HTMLElement>, perform: (action: ReplayAction) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.currentTarget.contains(event.target as Node)) return;
  // A list and a check box have keys of their own.
  if (event.target instanceof HTMLSelectElement || isCheckbox(event.target)) return;
  const isButton = event.target instanceof HTMLButtonElement;
  const isRange = event.target instanceof HTMLInputElement && event.target.type === "range";
  if ((isTextField(event.target) && !isRange) || (isButton && event.key === " ")) return;
  const action = replayAction(ARROWS[event.key] ?? event.key, event.shiftKey);
  if (!action) return;
  event.preventDefault();
  perform(action);
}

function isCheckbox(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === "checkbox";
}

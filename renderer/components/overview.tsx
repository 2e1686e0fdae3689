/** All sessions of a tab, as tiles or as rows. Tab stops here once; the arrows move among the sessions. */
import { type CSSProperties, type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { matchGridKey } from "../commands/chords.ts";
import { isTextField } from "../commands/key-listener.ts";
import { runCommand } from "../commands/run-command.ts";
import { orderSessions } from "../state/session-display.ts";
import { shownSessions } from "../state/store.ts";
import { SessionRow } from "./session-row.tsx";
import { Tile } from "./tile.tsx";
import { GRID_GAP, type GridLayout } from "../tiles/grid-layout.ts";
import { useGridLayout } from "./use-grid-layout.ts";
import { useHeldOrder } from "./use-held-order.ts";

export function Overview(): ReactElement {
  const app = useApp();
  const group = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const { layout, density } = useAppState(({ settings }) => settings);
  const sessions = useAppState((state) => state.sessions);
  const workspace = useAppState((state) => state.workspace);
  const dismissed = useAppState((state) => state.dismissed);
  const current = useAppState((state) => state.current);
  const wanted = useMemo(
    () => orderSessions(shownSessions({ sessions, workspace }), dismissed),
    [sessions, workspace, dismissed],
  );
  const places = useHeldOrder(wanted, held);
  const stop = wanted.some(({ id }) => id === current) ? current : places.find(({ item }) => item)?.id;
  const grid = useGridLayout(group, { sessions: wanted, groups: [places.length], density, held });
  useFocusCurrent(group, layout);
  const Item = layout === "grid" ? Tile : SessionRow;
  return (
    <>
      <h1 className="sr-only">Sessions</h1>
      <div
        ref={group}
        role="group"
        aria-label="Sessions"
        className={layout === "grid" ? "grid" : "flex flex-col gap-1"}
        style={layout === "grid" && grid ? gridStyle(grid) : undefined}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(group.current?.contains(document.activeElement) ?? false)}
        onFocus={() => setHeld(true)}
        onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
        onKeyDown={(event) => handleKey(app, event)}
      >
        {places.map(({ id, item }) => (item ? <Item key={id} session={item} tabStop={id === stop} /> : <span key={id} />))}
      </div>
    </>
  );
}

function gridStyle({ columns, rowHeight }: GridLayout): CSSProperties {
  return { gap: GRID_GAP, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: rowHeight };
}

/** Gives the focus to the tile of the session that a person comes back from, if nothing else has it. */
function useFocusCurrent(group: { readonly current: HTMLDivElement | null }, layout: string): void {
  const app = useApp();
  useEffect(() => {
    const { current } = app.store.getState();
    if (document.activeElement !== document.body || current === undefined) return;
    openButtonOf(group.current, current)?.focus();
  }, [app, group, layout]);
}

function openButtonOf(group: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return group?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"] [data-open]`);
}

/** Runs the command of a single key. A person can switch off letters and digits; the arrows stay. */
function handleKey(app: App, event: KeyboardEvent<HTMLDivElement>): void {
  const { singleKeys } = app.store.getState().settings;
  const command = matchGridKey(event.nativeEvent);
  // Enter belongs to the button that has the focus.
  if (!command || command === "open" || isTextField(event.target) || isFromPopup(event)) return;
  if (!singleKeys && !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  runCommand(app, command, { grid: event.currentTarget });
}

/** Keys of an open menu arrive here too: React's events follow its own tree, not the page's. */
function isFromPopup(event: KeyboardEvent<HTMLDivElement>): boolean {
  return !event.currentTarget.contains(event.target as Node);
}

/** All sessions of a tab, as tiles or as rows: one stop for Tab, the arrows move among them. */
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { changeSettings, showDialog, takeOver } from "../commands/session-actions.ts";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { type KeyAction, matchGridKey } from "../commands/chords.ts";
import { isTextField } from "../commands/key-dispatcher.ts";
import { type Direction, neighbour } from "../commands/grid-moves.ts";
import { orderSessions } from "../state/session-display.ts";
import { shownSessions } from "../state/store.ts";
import { SessionRow } from "./session-row.tsx";
import { Tile } from "./tile.tsx";
import { useHeldOrder } from "./use-held-order.ts";

const GRIDS = {
  comfort: "grid grid-cols-[repeat(auto-fill,minmax(min(360px,100%),1fr))] gap-2.5",
  compact: "grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-2.5",
} as const;

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
  const shown = useHeldOrder(wanted, held);
  const stop = shown.some(({ id }) => id === current) ? current : shown[0]?.id;
  useFocusCurrent(group, layout);
  const Item = layout === "grid" ? Tile : SessionRow;
  return (
    <>
      <h1 className="sr-only">Sessions</h1>
      <div
        ref={group}
        role="group"
        aria-label="Sessions"
        className={layout === "grid" ? GRIDS[density] : "flex flex-col gap-1"}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(group.current?.contains(document.activeElement) ?? false)}
        onFocus={() => setHeld(true)}
        onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
        onKeyDown={(event) => handleKey(app, event)}
      >
        {shown.map((session) => (
          <Item key={session.id} session={session} tabStop={session.id === stop} />
        ))}
      </div>
    </>
  );
}

/** Coming back from a session, the keyboard is on its tile again; never taken from where it is. */
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

function handleKey(app: App, event: KeyboardEvent<HTMLDivElement>): void {
  const { singleKeys } = app.store.getState().settings;
  const action = matchGridKey(event.nativeEvent);
  // Enter is the focused button's own; letters and digits can be switched off.
  if (!action || action === "open" || isTextField(event.target) || inPopup(event)) return;
  if (!singleKeys && !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  runKey(app, action, event.currentTarget);
}

/** Keys of an open menu arrive here too: React's events follow its tree, not the page's. */
function inPopup(event: KeyboardEvent<HTMLDivElement>): boolean {
  return !event.currentTarget.contains(event.target as Node);
}

function runKey(app: App, action: KeyAction, group: HTMLElement): void {
  const { current, sessions } = app.store.getState();
  const session = current === undefined ? undefined : sessions.get(current);
  switch (action) {
    case "left":
    case "right":
    case "up":
    case "down":
      return move(group, action);
    case "reply":
      if (session && !session.exit) app.store.setState({ replying: session.id });
      return;
    case "take-over":
      if (session && !session.exit) void takeOver(app, session);
      return;
    case "grid":
    case "list":
      return changeSettings(app, { layout: action });
    case "palette":
    case "new-session":
    case "shortcuts":
      return showDialog(app, { kind: action });
    case "open":
      return;
  }
}

function move(group: HTMLElement, direction: Direction): void {
  const items = [...group.querySelectorAll<HTMLElement>("[data-session]")];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = neighbour(
    items.map((item) => item.getBoundingClientRect()),
    at,
    direction,
  );
  const item = next === undefined ? undefined : items[next];
  item?.querySelector<HTMLElement>("[data-open]")?.focus();
  item?.scrollIntoView({ block: "nearest" });
}

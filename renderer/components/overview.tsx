/** All sessions of a tab, as tiles or as rows, in groups if wanted. Tab stops here once; the arrows move among the sessions. */
import { type CSSProperties, memo, type ReactElement, useEffect, useMemo, useRef } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { matchGridKey } from "../commands/chords.ts";
import { isTextField } from "../commands/key-listener.ts";
import { runCommand } from "../commands/run-command.ts";
import { isSameButForOutput } from "../state/live-session.ts";
import { orderSessions } from "../state/session-display.ts";
import { groupBy, type SessionGroup } from "../state/session-groups.ts";
import { GRID_GAP, type GridLayout } from "../tiles/grid-layout.ts";
import { FilterBar } from "./filter-bar.tsx";
import { MovableSessions, MovablePlace } from "./movable-sessions.tsx";
import { SessionRow } from "./session-row.tsx";
import { Tile } from "./tile.tsx";
import { useGridLayout } from "./use-grid-layout.ts";
import { useHold } from "./use-hold.ts";
import { type Place, useHeldOrder } from "./use-held-order.ts";
import { useShownSessions } from "./use-shown-sessions.ts";

type Shown = Place<SessionInfo>;

export function Overview(): ReactElement {
  const app = useApp();
  const group = useRef<HTMLDivElement>(null);
  const held = useHold(group);
  const { layout, density } = useAppState(({ settings }) => settings);
  const filtering = useAppState((state) => state.filtering || state.filter !== "");
  const { places, groups, choice } = usePlaces(held);
  const current = useAppState((state) => state.current);
  const present = places.filter(({ gone }) => !gone).map(({ item }) => item);
  const stop = present.some(({ id }) => id === current) ? current : present[0]?.id;
  const counts = groups.map(({ items }) => items.length);
  const grid = useGridLayout(group, { sessions: present, groups: counts, density, held, choice });
  useFocusCurrent(group, layout);
  useKeysFromPage(group);
  useHotTiles(group);
  return (
    <>
      <h1 className="sr-only">Sessions</h1>
      {filtering && <FilterBar shown={present.length} />}
      {present.length === 0 && <p className="p-4 text-text-2">No session passes the filter.</p>}
      <MovableSessions>
        <div
          ref={group}
          role="group"
          aria-label="Sessions"
          className="flex flex-col gap-2.5"
          onKeyDown={(event) => handleKey(app, event.currentTarget, event.nativeEvent)}
        >
          {groups.map(({ key, label, items }) => (
            <Section key={key} label={label} count={items.length}>
              <div
                className={layout === "grid" ? "grid" : "flex flex-col gap-1"}
                style={layout === "grid" && grid ? gridStyle(grid) : undefined}
              >
                {items.map(({ item, gone }) => (
                  <ItemPlace key={item.id} session={item} gone={gone} tabStop={item.id === stop} layout={layout} />
                ))}
              </div>
            </Section>
          ))}
        </div>
      </MovableSessions>
    </>
  );
}

type ItemPlaceProps = {
  readonly session: SessionInfo;
  readonly gone: boolean;
  readonly tabStop: boolean;
  readonly layout: "grid" | "list";
};

function sameItem(before: ItemPlaceProps, now: ItemPlaceProps): boolean {
  const same = before.gone === now.gone && before.tabStop === now.tabStop && before.layout === now.layout;
  return same && isSameButForOutput(before.session, now.session);
}

/** A session at its place. Memoized: most of the sessions change once a second, and little of that shows. */
const ItemPlace = memo(function ItemPlace({ session, gone, tabStop, layout }: ItemPlaceProps): ReactElement {
  const Item = layout === "grid" ? Tile : SessionRow;
  return <MovablePlace id={session.id}>{!gone && <Item session={session} tabStop={tabStop} />}</MovablePlace>;
}, sameItem);

type Places = {
  readonly places: readonly Shown[];
  readonly groups: readonly SessionGroup<Shown>[];
  /** What the person has chosen to see, and how it is arranged. */
  readonly choice: string;
};

/** The sessions to show at their places, all together and by group. */
function usePlaces(held: boolean): Places {
  const shown = useShownSessions();
  const workspace = useAppState((state) => state.workspace);
  const filter = useAppState((state) => state.filter);
  const dismissed = useAppState((state) => state.dismissed);
  const arrangement = useAppState((state) => state.arrangement);
  const wanted = useMemo(() => orderSessions(shown, dismissed, arrangement), [shown, dismissed, arrangement]);
  const choice = useMemo(() => JSON.stringify([workspace, filter, arrangement]), [workspace, filter, arrangement]);
  const places = useHeldOrder(wanted, held, choice);
  return { places, groups: groupBy(places, ({ item }) => item, arrangement.grouping), choice };
}

function Section({ label, count, children }: { label: string; count: number; children: ReactElement }): ReactElement {
  if (label === "") return children;
  return (
    <section aria-label={label}>
      <h2 className="mb-2.5 flex h-6 items-center gap-2 font-semibold">
        <bdi className="truncate">{label}</bdi>
        <span className="font-normal text-text-3 tabular-nums">{count}</span>
      </h2>
      {children}
    </section>
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

/** The tile under the pointer and the one with the keyboard are painted more often. */
function useHotTiles(group: { readonly current: HTMLDivElement | null }): void {
  const app = useApp();
  useEffect(() => {
    const element = group.current;
    if (!element) return undefined;
    const hot = new Map<"pointer" | "keyboard", string>();
    const follow = (by: "pointer" | "keyboard") => (event: Event) => {
      const id = event.target instanceof Element && event.target.closest<HTMLElement>("[data-session]")?.dataset["session"];
      if (!id || hot.get(by) === id) return;
      hot.set(by, id);
      app.tiles.setHot([...hot.values()]);
    };
    const listening = new AbortController();
    element.addEventListener("pointerover", follow("pointer"), listening);
    element.addEventListener("focusin", follow("keyboard"), listening);
    return () => {
      listening.abort();
      app.tiles.setHot([]);
    };
  }, [app, group]);
}

function openButtonOf(group: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return group?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"] [data-open]`);
}

/** What brings a person to the tiles while nothing has the keyboard: no letters, which may be meant for a session that has just gone. */
const KEYS_FROM_PAGE = /^(?:Arrow.+|Home|End|[/?])$/;

/** The tiles take those keys from the page, too: whoever has just opened the window begins with an arrow. */
function useKeysFromPage(group: { readonly current: HTMLDivElement | null }): void {
  const app = useApp();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isPage = event.target instanceof Element && event.target.matches("body, main");
      if (isPage && group.current && KEYS_FROM_PAGE.test(event.key)) handleKey(app, group.current, event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [app, group]);
}

/** Runs the command of a single key. A person can switch off letters, digits and signs; the keys that move stay. */
function handleKey(app: App, grid: HTMLElement, event: KeyboardEvent): void {
  const { singleKeys } = app.store.getState().settings;
  const command = matchGridKey(event);
  // Enter belongs to the button that has the focus, and the keys of a move to what is moved.
  if (!command || command === "open" || event.defaultPrevented || isTextField(event.target) || isFromPopup(grid, event)) return;
  if (isMoving(grid) || (event.key === " " && !isOpenButton(event.target))) return;
  if (!singleKeys && event.key.length === 1) return;
  event.preventDefault();
  runCommand(app, command, { grid });
}

/** Space presses every other button. */
function isOpenButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("[data-open]");
}

function isMoving(group: HTMLElement): boolean {
  return group.querySelector("[aria-roledescription][aria-pressed='true']") !== null;
}

/** Keys of an open menu arrive here too: React's events follow its own tree, not the page's. */
function isFromPopup(grid: HTMLElement, { target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("[role=menu]") !== null && !grid.contains(target);
}

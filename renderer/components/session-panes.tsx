/** The session that is open; or several, side by side in panes that a person can resize. */
import { type FocusEvent, Fragment, type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Group, type Layout, Panel, Separator, useGroupRef } from "react-resizable-panels";
import type { SessionId } from "../../shared/protocol.ts";
import { mostPanes, ROOM_FOR_ALL } from "../commands/arrange-panes.ts";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { atMost, isGroup, type PaneGroup, type PaneTree, sessionsIn, splitOf, withSizes } from "../state/panes.ts";
import { sessionInPane, shownPanes } from "../state/selectors.ts";
import { withFocus } from "../state/state-changes.ts";
import { SessionView } from "./session-view.tsx";
import { useMediaQuery } from "./use-media-query.ts";

/** In px. A terminal in less could not be read. */
const SMALLEST = { horizontal: 240, vertical: 150 } as const;

export function SessionPanes(): ReactElement | null {
  const app = useApp();
  const tree = useAppState(shownPanes);
  const focused = useAppState(({ view }) => (view.kind === "session" ? view.id : undefined));
  const most = mostPanes(useMediaQuery(`(min-width: ${ROOM_FOR_ALL}px)`));
  const shown = useMemo(
    () => (tree === undefined || focused === undefined ? undefined : atMost(tree, most, focused)),
    [tree, most, focused],
  );
  const [holders] = useState(() => new PaneHolders());
  const [besidePanes, setBesidePanes] = useState<HTMLElement | null>(null);
  if (shown === undefined) return null;
  const inSplit = isGroup(shown);
  return (
    <>
      {inSplit && <h1 className="sr-only">Sessions side by side</h1>}
      {inSplit ? (
        <div className="relative flex h-full gap-1.5">
          <div className="min-w-0 flex-1" onBlur={(event) => returnKeyboard(app, event)}>
            <PanesOfGroup group={shown} level={0} holders={holders} />
          </div>
          <div ref={setBesidePanes} className="contents" />
        </div>
      ) : (
        <PanePlace id={shown} holders={holders} />
      )}
      {sessionsIn(shown).map((id) =>
        createPortal(<Pane id={id} inSplit={inSplit} besidePanes={besidePanes} />, holders.of(id), id),
      )}
    </>
  );
}

/** A drag between two panes takes the keyboard at its beginning, and gives it to nobody at its end. */
function returnKeyboard(app: App, { target, relatedTarget }: FocusEvent): void {
  const { view } = app.store.getState();
  const isDragged = target.matches("[role=separator]") && relatedTarget === null && document.hasFocus();
  if (isDragged && view.kind === "session") app.terminals.of(view.id)?.focus();
}

/**
 * The element of each session's pane. It moves to its place in the layout when
 * that changes, with the terminal in it: whoever closes a pane or adds one
 * keeps what the others show.
 */
class PaneHolders {
  readonly #elements = new Map<SessionId, HTMLElement>();

  of(id: SessionId): HTMLElement {
    const element = this.#elements.get(id) ?? document.createElement("div");
    element.className = "h-full";
    this.#elements.set(id, element);
    return element;
  }
}

/** Where a pane is in the layout. */
function PanePlace({ id, holders }: { id: SessionId; holders: PaneHolders }): ReactElement {
  const app = useApp();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Instead of the session that was here before: React knows nothing of that element, so it would stay.
    place.current?.replaceChildren(holders.of(id));
    // An element that is moved loses the keyboard.
    const { view, dialog } = app.store.getState();
    const hasKeyboard = view.kind === "session" && view.id === id && !dialog;
    if (hasKeyboard && document.activeElement === document.body) app.terminals.of(id)?.focus();
  }, [app, id, holders]);
  return <div ref={place} className="h-full" />;
}

type GroupProps = { readonly group: PaneGroup; readonly level: number; readonly holders: PaneHolders };

function PanesOfGroup({ group, level, holders }: GroupProps): ReactElement {
  const app = useApp();
  const handle = useGroupRef();
  const { orientation, parts, sizes } = group;
  const ids = parts.map((part) => panelId(part, level));
  const layout: Layout = Object.fromEntries(ids.map((id, at) => [id, sizes[at] ?? 0]));
  const wanted = JSON.stringify(layout);
  useEffect(() => {
    handle.current?.setLayout(JSON.parse(wanted) as Layout);
  }, [handle, wanted]);
  const handleResized = (resized: Layout): void => {
    const now = ids.map((id) => resized[id] ?? 0);
    app.store.setState(({ split }) => ({ split: split && splitOf(withSizes(split, group, now)) }));
  };
  return (
    <Group
      // With other panes it is another group: a layout fits only the panes that it was made for.
      key={ids.join(" ")}
      groupRef={handle}
      orientation={orientation}
      defaultLayout={layout}
      onLayoutChanged={(resized, { isUserInteraction }) => isUserInteraction && handleResized(resized)}
      className="h-full"
    >
      {parts.map((part, at) => (
        <Fragment key={ids[at]}>
          {at > 0 && <Separator className={`separator separator-${orientation}`} aria-label={separatorLabel(parts, at)} />}
          <Panel id={ids[at]} minSize={SMALLEST[orientation]} className="min-h-0 min-w-0">
            {isGroup(part) ? (
              <PanesOfGroup group={part} level={level + 1} holders={holders} />
            ) : (
              <PanePlace id={part} holders={holders} />
            )}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}

/** Unique on the page: a group and its first pane have the same first session. Without blanks, which separate ids. */
function panelId(part: PaneTree, level: number): string {
  return `panel-${level}-${encodeURIComponent(sessionsIn(part)[0] ?? "")}`;
}

function separatorLabel(parts: readonly PaneTree[], at: number): string {
  const [before, after] = [parts[at - 1], parts[at]].map((part) => (part === undefined ? "" : sessionsIn(part).join(", ")));
  return `Between ${before} and ${after}`;
}

type PaneProps = {
  readonly id: SessionId;
  readonly inSplit: boolean;
  /** The place beside all panes of a split. */
  readonly besidePanes: HTMLElement | null;
};

function Pane({ id, inSplit, besidePanes }: PaneProps): ReactElement | null {
  const app = useApp();
  const session = useAppState((state) => sessionInPane(state, id));
  if (!session) return null;
  const takeFocus = (): void => app.store.setState((state) => withFocus(state, id));
  return (
    <div data-pane={id} className="h-full" onFocus={takeFocus} onPointerDown={takeFocus}>
      <SessionView key={`${session.id} ${session.startedAtMs}`} session={session} inSplit={inSplit} besidePanes={besidePanes} />
    </div>
  );
}

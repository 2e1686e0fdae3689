/** The session that is open; or several, side by side in panes that a person can resize. */
import { Fragment, type ReactElement, useEffect, useMemo } from "react";
import { Group, type Layout, Panel, Separator, useGroupRef } from "react-resizable-panels";
import type { SessionId } from "../../shared/protocol.ts";
import { mostPanes, ROOM_FOR_ALL } from "../commands/arrange-panes.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { atMost, isGroup, type PaneGroup, type PaneTree, sessionsIn, splitOf, withSizes } from "../state/panes.ts";
import { sessionInPane, shownPanes } from "../state/selectors.ts";
import { withFocus } from "../state/state-changes.ts";
import { SessionView } from "./session-view.tsx";
import { useMediaQuery } from "./use-media-query.ts";

/** In px. A terminal in less could not be read. */
const SMALLEST = { horizontal: 240, vertical: 150 } as const;

export function SessionPanes(): ReactElement | null {
  const tree = useAppState(shownPanes);
  const focused = useAppState(({ view }) => (view.kind === "session" ? view.id : undefined));
  const most = mostPanes(useMediaQuery(`(min-width: ${ROOM_FOR_ALL}px)`));
  const shown = useMemo(
    () => (tree === undefined || focused === undefined ? undefined : atMost(tree, most, focused)),
    [tree, most, focused],
  );
  if (shown === undefined) return null;
  if (!isGroup(shown)) return <Pane id={shown} />;
  return (
    <>
      <h1 className="sr-only">Sessions side by side</h1>
      <PanesOfGroup group={shown} level={0} />
    </>
  );
}

function PanesOfGroup({ group, level }: { group: PaneGroup; level: number }): ReactElement {
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
            {isGroup(part) ? <PanesOfGroup group={part} level={level + 1} /> : <Pane id={part} inSplit />}
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

function Pane({ id, inSplit = false }: { id: SessionId; inSplit?: boolean }): ReactElement | null {
  const app = useApp();
  const session = useAppState((state) => sessionInPane(state, id));
  if (!session) return null;
  const takeFocus = (): void => app.store.setState((state) => withFocus(state, id));
  return (
    <div data-pane={id} className="h-full" onFocus={takeFocus} onPointerDown={takeFocus}>
      <SessionView key={`${session.id} ${session.startedAtMs}`} session={session} inSplit={inSplit} />
    </div>
  );
}

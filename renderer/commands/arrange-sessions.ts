/** What a person can do to the order, the groups and the tabs of the sessions. */
import type { SessionId } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";
import {
  type Arrangement,
  type Grouping,
  withMoved,
  withoutTab,
  withPinToggled,
  withTab,
  withTabRenamed,
} from "../state/arrangement.ts";
import { orderSessions } from "../state/session-display.ts";
import { shownSessions } from "../state/selectors.ts";
import { showOverview } from "./session-actions.ts";

function change(app: App, next: (arrangement: Arrangement) => Arrangement): void {
  app.store.setState(({ arrangement }) => ({ arrangement: next(arrangement) }));
}

export function togglePin(app: App, id: SessionId): void {
  change(app, (arrangement) => withPinToggled(arrangement, id));
}

export function groupSessionsBy(app: App, grouping: Grouping): void {
  change(app, (arrangement) => ({ ...arrangement, grouping }));
}

/** Moves a session to the place of another one, among those that are shown. */
export function moveTo(app: App, id: SessionId, target: SessionId): void {
  change(app, (arrangement) => withMoved(arrangement, shownIds(app), { id, target }));
}

/** Moves a session one place forward (-1) or back (1). */
export function moveBy(app: App, id: SessionId, by: 1 | -1): void {
  const ids = shownIds(app);
  const target = ids[ids.indexOf(id) + by];
  if (target !== undefined) moveTo(app, id, target);
}

function shownIds(app: App): SessionId[] {
  const state = app.store.getState();
  return orderSessions(shownSessions(state), state.dismissed, state.arrangement).map(({ id }) => id);
}

/** Shows the bar with the filter, and its field gets the focus. */
export function showFilter(app: App): void {
  showOverview(app);
  app.store.setState({ filtering: true });
  document.querySelector<HTMLElement>("[data-filter-field]")?.focus();
}

export function setFilter(app: App, filter: string): void {
  app.store.setState({ filter });
}

/** Shows all sessions again, without the bar. */
export function endFilter(app: App): void {
  app.store.setState({ filter: "", filtering: false });
}

/** Saves the filter as a tab of this name. */
export function saveTab(app: App, name: string): void {
  change(app, (arrangement) => withTab(arrangement, { name, filter: app.store.getState().filter }));
}

export function renameTab(app: App, from: string, to: string): void {
  change(app, (arrangement) => withTabRenamed(arrangement, from, to));
}

/** Removes a tab. The sessions stay, and all of them are shown. */
export function removeTab(app: App, name: string): void {
  change(app, (arrangement) => withoutTab(arrangement, name));
  endFilter(app);
}

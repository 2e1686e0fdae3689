/** What a person does to the panes of a split: adds one, closes one, goes to another, makes them equal. */
import { counted } from "../../shared/counted.ts";
import type { SessionId } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";
import { atMost, type Beside, MAX_PANES, sessionsIn, splitOf, withEqualSizes } from "../state/panes.ts";
import { shownPanes } from "../state/selectors.ts";
import { withClosedPane, withFocus } from "../state/state-changes.ts";
import type { State } from "../state/store.ts";
import { showDialog, showError } from "./session-actions.ts";

/** In px. In a window that is narrower, also because its page is enlarged, more than two panes are too small to read. */
export const ROOM_FOR_ALL = 1100;
const PANES_IN_LITTLE_ROOM = 2;

/** How many panes a window shows. */
export function mostPanes(isRoomy: boolean): number {
  return isRoomy ? MAX_PANES : PANES_IN_LITTLE_ROOM;
}

/** The sessions in the panes for which the window has room now. */
export function roomyPanes(state: Pick<State, "view" | "split">): SessionId[] {
  const tree = shownPanes(state);
  if (tree === undefined || state.view.kind !== "session") return [];
  return sessionsIn(atMost(tree, mostPanes(window.innerWidth >= ROOM_FOR_ALL), state.view.id));
}

/** Asks which session to show beside another one, or says that there is no room. */
export function askWhatBeside(app: App, beside: Beside): void {
  const shown = shownPanes({ ...app.store.getState(), view: { kind: "session", id: beside.session } });
  const most = mostPanes(window.innerWidth >= ROOM_FOR_ALL);
  if (shown !== undefined && sessionsIn(shown).length >= most) {
    const why = most < MAX_PANES ? "This window has room for" : "A window shows at most";
    return showError(app, "No more panes", `${why} ${counted(most, "session")} side by side. Close one first.`);
  }
  showDialog(app, { kind: "palette", beside });
}

/** Closes the pane that has the keyboard; its session goes on. The last one leads back to all sessions. */
export function closePane(app: App): void {
  app.store.setState(withClosedPane);
  focusOpened(app);
}

/** Moves the keyboard to the next pane (1) or the previous one (-1), round the end. */
export function focusPane(app: App, by: 1 | -1): void {
  const shown = shownPanes(app.store.getState());
  if (shown === undefined) return;
  app.store.setState((state) => {
    const ids = sessionsIn(shown);
    const at = state.view.kind === "session" ? ids.indexOf(state.view.id) : -1;
    const next = ids[(at + by + ids.length) % ids.length];
    return next === undefined ? {} : withFocus(state, next);
  });
  focusOpened(app);
}

/** Gives all panes of a row or a column the same size. */
export function equalizePanes(app: App): void {
  app.store.setState(({ split }) => ({ split: split && splitOf(withEqualSizes(split)) }));
}

/** A terminal that is not on the page yet takes the keyboard by itself. */
function focusOpened(app: App): void {
  const { view } = app.store.getState();
  if (view.kind === "session") app.terminals.of(view.id)?.focus();
}

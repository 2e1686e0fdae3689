/**
 * Keeps the second click of a double click away from what the first one has put
 * under the pointer: a double click on a tile's Open button must not press the
 * button of the session's view that appears in its place, which may be Kill….
 */
import { shownPanes } from "../state/selectors.ts";
import type { State, Store } from "../state/store.ts";

/** A click that moves the keyboard to another pane moves nothing else. */
const placeOf = (state: State): unknown => shownPanes(state) ?? state.view;
const isSamePlace = (a: State, b: State): boolean => placeOf(a) === placeOf(b) && a.dialog === b.dialog;

/** Guards the whole page. */
export function startClickGuard(store: Store): void {
  let begunIn = store.getState();
  const handle = (event: MouseEvent): void => {
    // `detail` counts the clicks in a row. It is 0 for a click by keyboard, which has a key press of its own.
    if (event.detail <= 1) {
      if (event.type === "mousedown") begunIn = store.getState();
      return;
    }
    if (isSamePlace(begunIn, store.getState())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ["mousedown", "mouseup", "click", "dblclick"] as const) {
    window.addEventListener(type, handle, { capture: true });
  }
}

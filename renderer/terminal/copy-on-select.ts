/** Copies what a person has selected in a terminal, where the settings say so. */
import { messageOf } from "../../shared/errors.ts";
import { showError } from "../commands/session-actions.ts";
import type { App } from "../state/app-context.ts";
import { openedSession } from "../state/selectors.ts";

/** Call once. */
export function startCopyOnSelect(app: App): void {
  window.addEventListener("mouseup", ({ target }) => {
    const state = app.store.getState();
    const session = openedSession(state);
    const isTerminal = target instanceof Element && target.closest(".xterm") !== null;
    if (!state.settings.copyOnSelect || !isTerminal || !session) return;
    // The terminal ends its selection with the same event.
    setTimeout(() => {
      const text = app.terminals.of(session.id)?.selection ?? "";
      if (text === "") return;
      navigator.clipboard
        .writeText(text)
        .catch((error: unknown) => showError(app, "The selection was not copied", messageOf(error)));
    });
  });
}

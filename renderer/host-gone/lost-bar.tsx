/** Says on every page that programs ended with their host. What they were, and how they start again, is in the overview. */
import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { counted } from "../../shared/counted.ts";
import { showOverview } from "../commands/session-actions.ts";
import { NoticeBar } from "../components/notice-bar.tsx";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { keepLost, LOST_PANEL_ID } from "./lost-sessions-panel.tsx";

export function LostBar(): ReactElement | null {
  const app = useApp();
  const count = useAppState(({ lost }) => lost.length);
  // The overview shows the list itself.
  const isElsewhere = useAppState(({ loaded, view }) => loaded && view.kind !== "overview");
  if (count === 0 || !isElsewhere) return null;
  return (
    <NoticeBar
      label="Programs that were lost"
      look="wait"
      title="The host ended unexpectedly."
      text={`${counted(count, "program")} ended with it. ${count === 1 ? "It" : "They"} can be started again.`}
    >
      <button type="button" className="button" onClick={() => showLost(app)}>
        Look…
      </button>
      <button type="button" className="button button-quiet" onClick={() => keepLost(app, [])}>
        Dismiss
      </button>
    </NoticeBar>
  );
}

/** The button goes with its bar, so the keyboard goes on in the list. */
function showLost(app: App): void {
  flushSync(() => showOverview(app));
  document.getElementById(LOST_PANEL_ID)?.focus();
}

/** The sessions of the chosen tab that pass the filter, for the views that show them. */
import { useMemo } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { steadySessions } from "../state/live-session.ts";
import { shownSessions } from "../state/selectors.ts";

/** The same sessions again for as long as they only print. The words of a filter look into the last lines, so then each line counts. */
export function useShownSessions(): readonly SessionInfo[] {
  const sessions = useAppState((state) => (state.filter === "" ? steadySessions(state.sessions) : state.sessions));
  const workspace = useAppState((state) => state.workspace);
  const filter = useAppState((state) => state.filter);
  return useMemo(() => shownSessions({ sessions, workspace, filter }), [sessions, workspace, filter]);
}

/** What can be done to a session, in its tile's and its row's ⋯ menu. */
import { Ellipsis } from "lucide-react";
import { memo, type ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { copyScreen, openSession, removeSession, shareWithAgents, showDialog, toggleDrive } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { exportSession } from "../commands/export-session.ts";
import { drivenBy, titleOf } from "../state/session-display.ts";
import { Menu, MenuItem, MenuSeparator } from "./controls.tsx";

type Props = { readonly session: SessionInfo; readonly tabIndex: number };

/** A menu is dear to render, and a busy session changes many times a second: only what the menu shows counts. */
function sameMenu(before: Props, now: Props): boolean {
  const [a, b] = [before.session, now.session];
  const driver = a.driver?.client.id === b.driver?.client.id && a.driver?.held === b.driver?.held;
  const same = titleOf(a) === titleOf(b) && !a.exit === !b.exit && !a.sharedWith === !b.sharedWith;
  return before.tabIndex === now.tabIndex && same && driver;
}

export const SessionMenu = memo(function SessionMenu({ session, tabIndex }: Props): ReactElement {
  const app = useApp();
  const driving = useAppState(({ self }) => drivenBy(session, self));
  const trigger = (
    <button type="button" className="icon-button" tabIndex={tabIndex} aria-label={`More for ${titleOf(session)}`}>
      <Ellipsis size={16} aria-hidden />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem onClick={() => openSession(app, session.id)}>Open</MenuItem>
      {!session.exit && (
        <>
          <MenuItem chord="toggle-drive" onClick={() => void toggleDrive(app, session)}>
            {driving ? "Hand back" : "Take over"}
          </MenuItem>
          <MenuItem onClick={() => app.store.setState({ replying: session.id, current: session.id })}>Reply…</MenuItem>
        </>
      )}
      <MenuItem onClick={() => void copyScreen(app, session)}>Copy screen</MenuItem>
      <MenuItem onClick={() => void shareWithAgents(app, session)}>
        {session.sharedWith ? "Stop sharing" : "Share with all agents"}
      </MenuItem>
      <MenuSeparator />
      <ExportItems session={session} />
      <MenuSeparator />
      {session.exit ? (
        <MenuItem onClick={() => void removeSession(app, session)}>Remove from the list</MenuItem>
      ) : (
        <MenuItem danger chord="kill" onClick={() => showDialog(app, { kind: "kill", id: session.id })}>
          Kill…
        </MenuItem>
      )}
    </Menu>
  );
}, sameMenu);

export function ExportItems({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  return (
    <>
      <MenuItem onClick={() => void exportSession(app, session, "cast")}>Export recording (.cast)</MenuItem>
      <MenuItem onClick={() => void exportSession(app, session, "txt")}>Export text (.txt)</MenuItem>
    </>
  );
}

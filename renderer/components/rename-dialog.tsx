/** Gives a session a name for people to read. Agents and commands go on using its id. */
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { titleOf } from "../../shared/session-title.ts";
import { renameSession } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { NameDialog } from "./name-dialog.tsx";

export function RenameDialog({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const { shownName = "", ...rest } = session;
  const unnamed = titleOf(rest);
  return (
    <NameDialog
      title={`Rename ${titleOf(session)}`}
      name={shownName}
      unnamed={unnamed}
      hint={`For people to read. Agents go on using the id ${session.id}. Empty: ${unnamed}.`}
      action="Rename"
      maxLength={80}
      onName={(name) => renameSession(app, session, name)}
    />
  );
}

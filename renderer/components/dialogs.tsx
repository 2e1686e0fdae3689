/** Shows the dialog that the store names; there is at most one. */
import type { ReactElement } from "react";
import { GrantDialog } from "../grants/grant-dialog.tsx";
import { ShareLinkDialog } from "../links/share-link-dialog.tsx";
import { ConnectDialog } from "../onboarding/connect-dialog.tsx";
import { DeleteDialog } from "../recordings/delete-dialog.tsx";
import { ExportDialog } from "../recordings/export-dialog.tsx";
import { OpenRecordingDialog } from "../recordings/open-recording-dialog.tsx";
import { MarkerDialog } from "../replay/marker-dialog.tsx";
import { ChordDialog } from "../settings/chord-dialog.tsx";
import { ConfirmDeletion } from "../settings/confirm-deletion.tsx";
import { useAppState } from "../state/app-context.ts";
import { AccessibleView } from "./accessible-view.tsx";
import { HttpAgentsDialog } from "./http-agents-dialog.tsx";
import { KillDialog } from "./kill-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { NewSessionDialog } from "./new-session-dialog.tsx";
import { Palette } from "./palette.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { Peek } from "./peek.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

export function Dialogs(): ReactElement | null {
  const dialog = useAppState((state) => state.dialog);
  const sessions = useAppState((state) => state.sessions);
  const agents = useAppState((state) => state.agents);
  switch (dialog?.kind) {
    case "new-session":
      return <NewSessionDialog />;
    case "kill": {
      const session = sessions.get(dialog.id);
      return session ? <KillDialog session={session} restart={dialog.restart === true} /> : null;
    }
    case "paste":
      return <PasteDialog text={dialog.text} confirm={dialog.confirm} />;
    case "accessible-view": {
      const session = sessions.get(dialog.id);
      return session ? <AccessibleView session={session} /> : null;
    }
    case "link":
      return <LinkDialog {...dialog.destination} />;
    case "palette":
      return <Palette beside={dialog.beside} />;
    case "peek": {
      const session = sessions.get(dialog.id);
      return session ? <Peek session={session} /> : null;
    }
    case "rename": {
      const session = sessions.get(dialog.id);
      return session ? <RenameDialog session={session} /> : null;
    }
    case "shortcuts":
      return <ShortcutsDialog />;
    case "share-link": {
      const session = sessions.get(dialog.id);
      return session ? <ShareLinkDialog session={session} /> : null;
    }
    case "open-recording":
      return <OpenRecordingDialog dropped={dialog.file} />;
    case "grant":
      // More of it may be known by now, such as its folder.
      return (
        <GrantDialog key={dialog.agent.agent} known={agents.find(({ agent }) => agent === dialog.agent.agent) ?? dialog.agent} />
      );
    case "connect-agent":
      return <ConnectDialog />;
    case "http-agents":
      return <HttpAgentsDialog />;
    case "record-chord":
      return <ChordDialog command={dialog.command} />;
    case "confirm-deletion":
      return <ConfirmDeletion text={dialog.text} confirm={dialog.confirm} />;
    case "export-recording":
      return <ExportDialog recording={dialog.recording} atMs={dialog.atMs} />;
    case "delete-recording":
      return <DeleteDialog recording={dialog.recording} />;
    case "marker":
      return <MarkerDialog {...dialog.choice} />;
    case undefined:
    default:
      return null;
  }
}

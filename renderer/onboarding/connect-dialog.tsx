/** Connects an agent when there are sessions already. */
import type { ReactElement } from "react";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { useApp } from "../state/app-context.ts";
import { ConnectAgent } from "./connect-agent.tsx";

export function ConnectDialog(): ReactElement {
  const app = useApp();
  return (
    <Dialog title="Connect an agent" wide>
      <ConnectAgent />
      <DialogButtons>
        <button type="button" className="button" onClick={() => closeDialog(app)}>
          Close
        </button>
      </DialogButtons>
    </Dialog>
  );
}

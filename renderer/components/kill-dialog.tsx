/** Asks before a program is killed or restarted, and names it. Enter does not confirm: it is pressed too easily. */
import { type KeyboardEvent, type ReactElement, useRef } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { killSession, restartSession } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { matchChord } from "../commands/chords.ts";
import { titleOf } from "../state/session-display.ts";
import { Chord } from "./controls.tsx";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";
import { useKeyboard } from "./use-keyboard.ts";

type KillDialogProps = { readonly session: SessionInfo; /** Starts the program again afterwards. */ readonly restart: boolean };

export function KillDialog({ session, restart }: KillDialogProps): ReactElement {
  const app = useApp();
  const keyboard = useKeyboard();
  const cancel = useRef<HTMLButtonElement>(null);
  const kill = (): void => {
    closeDialog(app);
    void (restart ? restartSession(app, session) : killSession(app, session));
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (!restart && matchChord(event.nativeEvent, keyboard)?.id === "kill") {
      event.preventDefault();
      kill();
    }
  };
  return (
    <Dialog title={`${restart ? "Restart" : "Kill"} ${titleOf(session)}?`} initialFocus={cancel} onKeyDown={handleKey}>
      <p className="text-text-2">This ends the program and everything it has started:</p>
      <p className="my-2 max-h-40 overflow-y-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta break-all">
        {session.command} <span className="text-text-3">(pid {session.pid})</span>
      </p>
      <p className="text-text-2">
        {restart ? "Then it starts the program again. The recording stays." : "Its screen and its recording stay."}
      </p>
      <DialogButtons>
        <button ref={cancel} type="button" className="button" onClick={() => closeDialog(app)}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-danger"
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onClick={kill}
        >
          {restart ? "Restart" : "Kill"} {!restart && <Chord command="kill" />}
        </button>
      </DialogButtons>
    </Dialog>
  );
}

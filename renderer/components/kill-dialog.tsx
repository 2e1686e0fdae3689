/** Asks before a program is killed or restarted, and names it. */
import type { KeyboardEvent, ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { killSession, restartSession } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { matchChord } from "../commands/chords.ts";
import { titleOf } from "../state/session-display.ts";
import { Confirmation } from "./confirmation.tsx";
import { Chord } from "./controls.tsx";
import { closeDialog } from "./dialog.tsx";
import { useKeyboard } from "./use-keyboard.ts";

type KillDialogProps = { readonly session: SessionInfo; /** Starts the program again afterwards. */ readonly restart: boolean };

export function KillDialog({ session, restart }: KillDialogProps): ReactElement {
  const app = useApp();
  const keyboard = useKeyboard();
  const kill = (): void => void (restart ? restartSession(app, session) : killSession(app, session));
  const handleKey = (event: KeyboardEvent): void => {
    if (restart || matchChord(event.nativeEvent, keyboard)?.id !== "kill") return;
    event.preventDefault();
    closeDialog(app);
    kill();
  };
  const verb = restart ? "Restart" : "Kill";
  return (
    <Confirmation
      title={`${verb} ${titleOf(session)}?`}
      action={restart ? verb : [`${verb} `, <Chord key="chord" command="kill" />]}
      isDangerous
      onConfirm={kill}
      onKeyDown={handleKey}
    >
      <p className="text-text-2">This ends the program and everything it has started:</p>
      <p className="my-2 max-h-40 overflow-y-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta break-all">
        {session.command} <span className="text-text-3">(pid {session.pid})</span>
      </p>
      <p className="text-text-2">
        {restart ? "Then it starts the program again. The recording stays." : "Its screen and its recording stay."}
      </p>
    </Confirmation>
  );
}

/** Who may type, what that means, and the buttons that change it. Always there, so that it is never a surprise. */
import { ChevronDown } from "lucide-react";
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { drivenBy, titleOf } from "../state/session-display.ts";
import { Chord, CommandItem, Menu } from "./controls.tsx";
import { DriveWords } from "./drive-words.tsx";
import { ParkedWrites } from "./parked-writes.tsx";
import { useCommand } from "./use-command.ts";

export function DriveStrip({ session }: { session: SessionInfo }): ReactElement {
  const self = useAppState((state) => state.self);
  const isDriving = drivenBy(session, self);
  return (
    <>
      <ParkedWrites session={session} />
      <div
        role="region"
        aria-label={`Who drives ${titleOf(session)}`}
        className={`flex min-h-10 flex-none flex-wrap items-center gap-2 border-t border-line-1 px-3 py-1 ${isDriving ? "bg-you-bg" : "bg-bg-2"}`}
      >
        <DriveWords session={session} self={self} isDriving={isDriving} />
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          {session.frozen ? <ResumeButton session={session} /> : <DriveButtons session={session} isDriving={isDriving} />}
          <ModeMenu session={session} isDriving={isDriving} />
        </span>
      </div>
    </>
  );
}

/** What a person does first with a program that stands still. */
function ResumeButton({ session }: { session: SessionInfo }): ReactElement {
  const run = useCommand();
  return (
    <button type="button" className="button button-primary" onClick={() => run("toggle-freeze", { session: session.id })}>
      Let go on
    </button>
  );
}

type DrivenProps = { readonly session: SessionInfo; readonly isDriving: boolean };

/** What a person does most: takes the keyboard, gives it back, or lets everybody type again. */
function DriveButtons({ session, isDriving }: DrivenProps): ReactElement {
  const run = useCommand();
  const { id, lease, driver } = session;
  if (lease?.mode === "read-only") {
    return (
      <button type="button" className="button" onClick={() => run("let-agents-drive", { session: id })}>
        Allow typing
      </button>
    );
  }
  return (
    <>
      {!isDriving && lease?.mode !== "shared" && driver?.client.kind === "mcp" && (
        <button type="button" className="button" onClick={() => run("type-together", { session: id })}>
          Type together
        </button>
      )}
      {isDriving && lease?.offered && (
        <button type="button" className="button" onClick={() => run("take-over", { session: id })}>
          Keep it
        </button>
      )}
      <button
        type="button"
        className={`button ${isDriving ? "button-primary" : ""}`}
        onClick={() => run(isDriving ? "hand-back" : "take-over", { session: id })}
      >
        {isDriving ? "Hand back" : "Take over"} <Chord command="toggle-drive" />
      </button>
    </>
  );
}

function ModeMenu({ session, isDriving }: DrivenProps): ReactElement {
  const mode = isDriving ? "person" : (session.lease?.mode ?? "agent");
  return (
    <Menu
      trigger={
        <button type="button" className="button button-quiet">
          Who may type <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      {!isDriving && (
        <CommandItem command="take-over" session={session.id}>
          Only you
        </CommandItem>
      )}
      {mode !== "agent" && (
        <CommandItem command="let-agents-drive" session={session.id}>
          Agents, and you by taking over
        </CommandItem>
      )}
      {mode !== "shared" && (
        <CommandItem command="type-together" session={session.id}>
          You and agents together
        </CommandItem>
      )}
      {mode !== "read-only" && (
        <CommandItem command="read-only" session={session.id}>
          Nobody: read-only
        </CommandItem>
      )}
    </Menu>
  );
}

/** Who drives, and the button that changes it. Always there, so that it is never a surprise. */
import { isPerson } from "../../shared/client-kind.ts";
import type { ReactElement, ReactNode } from "react";
import type { ClientInfo, SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { drivenBy, titleOf } from "../state/session-display.ts";
import { Chord } from "./controls.tsx";
import { ClientBadge } from "./session-badges.tsx";
import { useCommand } from "./use-command.ts";

export function DriveStrip({ session }: { session: SessionInfo }): ReactElement {
  const self = useAppState((state) => state.self);
  const { driver } = session;
  if (session.frozen) return <FrozenStrip session={session} />;
  if (session.hiddenInput) return <HiddenStrip session={session} driving={drivenBy(session, self)} />;
  if (drivenBy(session, self)) return <YouDrive session={session} />;
  if (!driver) {
    return (
      <Strip session={session}>
        <span className="text-text-2">Nobody is driving. Type to take over.</span>
        <TakeOver session={session} />
      </Strip>
    );
  }
  return (
    <Strip session={session}>
      <ClientBadge client={driver.client} />
      <span className="min-w-0 truncate text-text-2">{explain(driver.client, driver.held, self)}</span>
      <TakeOver session={session} />
    </Strip>
  );
}

/** What the lease means for the person who reads it. */
function explain(client: ClientInfo, held: boolean, self: ClientInfo | undefined): string {
  if (held) return "is driving and holds the keyboard. Type to take over.";
  if (isPerson(client)) return client.id === self?.id ? "typed last. Agents may type." : "typed last. Type to take over.";
  return "is driving. Type to take over.";
}

function YouDrive({ session }: { session: SessionInfo }): ReactElement {
  const { owner } = session;
  const held = owner.kind === "mcp" ? owner.name : "Agents";
  return (
    <Strip session={session} driving>
      <span className="flex-none text-you">
        <span aria-hidden>● </span>You are driving
      </span>
      <span className="min-w-0 truncate">{held} cannot type until you hand back.</span>
      <HandBack session={session} />
    </Strip>
  );
}

/** The program stands still, and reads nothing of what is typed. */
function FrozenStrip({ session }: { session: SessionInfo }): ReactElement {
  const run = useCommand();
  return (
    <Strip session={session}>
      <span className="flex-none font-semibold">
        <span aria-hidden>‖ </span>Frozen
      </span>
      <span className="min-w-0 truncate text-text-2">
        {session.frozen?.by} has frozen it. Agents cannot type, and the program reads what you type when it goes on.
      </span>
      <span className="ml-auto">
        <button type="button" className="button button-primary" onClick={() => run("toggle-freeze", { session: session.id })}>
          Let go on
        </button>
      </span>
    </Strip>
  );
}

/** The program asks for a password: what is typed now is a secret of the person. */
function HiddenStrip({ session, driving }: { session: SessionInfo; driving: boolean }): ReactElement {
  const asked = session.hiddenInput?.asked;
  return (
    <Strip session={session} driving={driving}>
      <span className="flex-none font-semibold text-wait">
        <span aria-hidden>◆ </span>Password
      </span>
      <span className="min-w-0 truncate">
        {asked && `${asked.by} asks for: ${asked.purpose}. `}
        What you type is not shown to agents and not recorded.
      </span>
      {driving ? <HandBack session={session} /> : <TakeOver session={session} />}
    </Strip>
  );
}

function HandBack({ session }: { session: SessionInfo }): ReactElement {
  const run = useCommand();
  return (
    <span className="ml-auto flex gap-2">
      <button type="button" className="button button-primary" onClick={() => run("hand-back", { session: session.id })}>
        Hand back <Chord command="toggle-drive" />
      </button>
    </span>
  );
}

function TakeOver({ session }: { session: SessionInfo }): ReactElement {
  const run = useCommand();
  return (
    <span className="ml-auto">
      <button type="button" className="button" onClick={() => run("take-over", { session: session.id })}>
        Take over <Chord command="toggle-drive" />
      </button>
    </span>
  );
}

type StripProps = { readonly session: SessionInfo; readonly driving?: boolean; readonly children: ReactNode };

function Strip({ session, driving = false, children }: StripProps): ReactElement {
  return (
    <div
      role="region"
      aria-label={`Who drives ${titleOf(session)}`}
      className={`flex min-h-10 flex-none items-center gap-2 border-t border-line-1 px-3 py-1 ${driving ? "bg-you-bg" : "bg-bg-2"}`}
    >
      {children}
    </div>
  );
}

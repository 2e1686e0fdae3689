/** Who may type into a session, in words for the person who looks at it. */
import type { ReactElement, ReactNode } from "react";
import { isPerson } from "../../shared/client-kind.ts";
import { counted } from "../../shared/counted.ts";
import type { ClientInfo, SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { ClientBadge } from "./session-badges.tsx";

type DriveWordsProps = {
  readonly session: SessionInfo;
  readonly self: ClientInfo | undefined;
  /** The person drives. */
  readonly isDriving: boolean;
};

/** A program that stands still or asks for a password comes before who drives: it decides what typing does. */
export function DriveWords({ session, self, isDriving }: DriveWordsProps): ReactElement {
  if (session.frozen) return <Frozen by={session.frozen.by} />;
  if (session.lease?.mode === "read-only") return <ReadOnly session={session} self={self} />;
  if (session.hiddenInput) return <Hidden asked={session.hiddenInput.asked} />;
  if (isDriving) return <YouDrive session={session} />;
  return <OthersDrive session={session} self={self} />;
}

function Frozen({ by }: { by: string }): ReactElement {
  return (
    <>
      <span className="flex-none font-semibold">
        <span aria-hidden>‖ </span>Frozen
      </span>
      <Sentence>{by} has frozen it. Agents cannot type, and the program reads what you type when it goes on.</Sentence>
    </>
  );
}

function ReadOnly({ session: { lease }, self }: Omit<DriveWordsProps, "isDriving">): ReactElement {
  const by = lease?.by && lease.by.id !== self?.id ? `, set by ${lease.by.name}` : "";
  return <Sentence>Read-only{by}. Nobody can type.</Sentence>;
}

/** What is typed now is a secret of the person. */
function Hidden({ asked }: Pick<NonNullable<SessionInfo["hiddenInput"]>, "asked">): ReactElement {
  return (
    <>
      <span className="flex-none font-semibold text-wait">
        <span aria-hidden>◆ </span>Password
      </span>
      <span className="min-w-40 flex-1">
        {asked && `${asked.by} asks for: ${asked.purpose}. `}
        What you type is not shown to agents and not recorded.
      </span>
    </>
  );
}

function YouDrive({ session: { owner, lease, parked } }: { session: SessionInfo }): ReactElement {
  const agents = owner.kind === "mcp" ? owner.name : "Agents";
  const held = parked ? ` ${counted(parked.length, "parked input")} will be typed when you hand back.` : "";
  return (
    <>
      <span className="flex-none text-you">
        <span aria-hidden>● </span>You are driving
      </span>
      <span className="min-w-40 flex-1">
        {lease?.offered
          ? `You have not typed for a while: ${agents} may take the keyboard back.`
          : `${agents} cannot type until you hand back.${held}`}
      </span>
    </>
  );
}

function OthersDrive({ session: { driver, lease }, self }: Omit<DriveWordsProps, "isDriving">): ReactElement {
  const typingTakesOver = useAppState(({ settings }) => settings.typingTakesOver);
  if (lease?.mode === "shared") {
    return (
      <>
        <span aria-hidden className="flex-none">
          <span className="text-agent">▲</span>
          <span className="text-you">●</span>
        </span>
        <Sentence>You and agents can both type.</Sentence>
      </>
    );
  }
  if (!driver) return <Sentence>Nobody is driving. Type to take over.</Sentence>;
  return (
    <>
      <ClientBadge client={driver.client} />
      <Sentence>{explain(driver.client, { isHeld: driver.held, typingTakesOver, self })}</Sentence>
    </>
  );
}

type Lease = { readonly isHeld: boolean; readonly typingTakesOver: boolean; readonly self: ClientInfo | undefined };

/** What the lease means for the person who reads it. */
function explain(client: ClientInfo, { isHeld, typingTakesOver, self }: Lease): string {
  if (isHeld) return "is driving and holds the keyboard. Type to take over.";
  if (isPerson(client)) return client.id === self?.id ? "typed last. Agents may type." : "typed last. Type to take over.";
  return typingTakesOver ? "is driving. Type to take over." : "is driving. Take over first, then type.";
}

function Sentence({ children }: { children: ReactNode }): ReactElement {
  return <span className="min-w-40 flex-1 text-text-2">{children}</span>;
}

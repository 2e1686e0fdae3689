/** The ⋯ menu of a tile or a row: what can be done to the session. */
import { Ellipsis } from "lucide-react";
import { memo, type ReactElement } from "react";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { drivenBy, titleOf } from "../state/session-display.ts";
import { CommandItem, Menu, MenuSeparator } from "./controls.tsx";

type SessionMenuProps = { readonly session: SessionInfo; readonly tabIndex: number };

/** Compares only what the menu shows: it is expensive to render, and a busy session changes many times a second. */
function sameMenu(before: SessionMenuProps, now: SessionMenuProps): boolean {
  const [a, b] = [before.session, now.session];
  const driver = a.driver?.client.id === b.driver?.client.id && a.driver?.held === b.driver?.held;
  const frozen = !a.frozen === !b.frozen;
  const same = titleOf(a) === titleOf(b) && !a.exit === !b.exit && !a.sharedWith === !b.sharedWith;
  return before.tabIndex === now.tabIndex && same && driver && frozen;
}

export const SessionMenu = memo(function SessionMenu({ session, tabIndex }: SessionMenuProps): ReactElement {
  const driving = useAppState(({ self }) => drivenBy(session, self));
  const trigger = (
    <button type="button" className="icon-button" tabIndex={tabIndex} aria-label={`More for ${titleOf(session)}`}>
      <Ellipsis size={16} aria-hidden />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <CommandItem command="open" session={session.id}>
        Open
      </CommandItem>
      <CommandItem command="split-right" session={session.id} />
      <CommandItem command="split-down" session={session.id} />
      {!session.exit && (
        <>
          <CommandItem command="toggle-drive" session={session.id}>
            {driving ? "Hand back" : "Take over"}
          </CommandItem>
          <CommandItem command="reply" session={session.id} />
          <CommandItem command="toggle-freeze" session={session.id}>
            {session.frozen ? "Let go on" : "Freeze"}
          </CommandItem>
        </>
      )}
      <CommandItem command="peek" session={session.id} />
      <CommandItem command="rename" session={session.id} />
      <CommandItem command="pin" session={session.id} />
      <CommandItem command="copy-screen" session={session.id} />
      <CommandItem command="share-link" session={session.id} />
      <CommandItem command="share" session={session.id}>
        {session.sharedWith ? "Stop sharing" : "Share with all agents"}
      </CommandItem>
      <MenuSeparator />
      <CommandItem command="replay" session={session.id} />
      <ExportItems session={session.id} />
      <MenuSeparator />
      <CommandItem command="restart" session={session.id}>
        {session.exit ? "Restart" : "Restart…"}
      </CommandItem>
      {session.exit ? (
        <CommandItem command="remove" session={session.id} />
      ) : (
        <CommandItem danger command="kill" session={session.id} />
      )}
    </Menu>
  );
}, sameMenu);

export function ExportItems({ session }: { session: SessionId }): ReactElement {
  return (
    <>
      <CommandItem command="export-cast" session={session} />
      <CommandItem command="export-txt" session={session} />
    </>
  );
}

/** Opens the reply field of a session. It is off while the host is away, because a reply would go nowhere. */
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { isAway } from "../state/selectors.ts";
import { titleOf } from "../state/session-display.ts";

type ReplyButtonProps = {
  readonly session: SessionInfo;
  /** How it looks while it can be pressed. */
  readonly look: "button-primary" | "button-quiet";
  readonly onReply: () => void;
  readonly tabIndex?: number;
};

export function ReplyButton({ session, look, onReply, tabIndex }: ReplyButtonProps): ReactElement {
  const away = useAppState(isAway);
  return (
    // Not `disabled`, which would take the keyboard from it.
    <button
      type="button"
      className={`button ${away ? "" : look}`}
      tabIndex={tabIndex}
      aria-label={`Reply to ${titleOf(session)}`}
      aria-disabled={away}
      data-disabled={away || undefined}
      title={away ? "Not connected to the host" : undefined}
      onClick={() => away || onReply()}
    >
      Reply
    </button>
  );
}

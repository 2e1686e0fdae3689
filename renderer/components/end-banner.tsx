/**
 * Says how the open session has ended, and offers what can be done now. Its view
 * stays as it was, and the focus stays where it was, so that what a person goes
 * on typing reaches nothing.
 */
import type { ReactElement } from "react";
import { personName } from "../../shared/client-kind.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";
import type { RemovedSession } from "../state/store.ts";
import { Chord } from "./controls.tsx";
import { StateGlyph, StateWord } from "./session-badges.tsx";
import { useCommand } from "./use-command.ts";

type EndBannerProps = { readonly session: SessionInfo; readonly removed: RemovedSession | undefined };

export function EndBanner({ session, removed }: EndBannerProps): ReactElement {
  const run = useCommand();
  const failed = session.attention.state === "failed";
  return (
    <div
      role="region"
      data-region
      tabIndex={-1}
      aria-label={`Session ended: ${titleOf(session)}`}
      className={`flex min-h-12 flex-none flex-wrap items-center gap-x-2 gap-y-1 border-t border-line-2 px-3 py-1.5 outline-none ${
        failed ? "bg-fail-bg" : "bg-bg-3"
      }`}
    >
      <StateGlyph session={session} />
      <StateWord session={session} />
      <span role="status" className="min-w-0 flex-1 basis-64">
        <HowItEnded session={session} removed={removed} />
      </span>
      <span className="flex flex-wrap gap-2">
        {/* The last one stands where Hand back stood: a click that comes late must do no harm. */}
        {!removed && (
          <button type="button" className="button" onClick={() => run("remove")}>
            Remove
          </button>
        )}
        <button type="button" className="button" onClick={() => run("restart")}>
          Restart
        </button>
        <button type="button" className="button" onClick={() => run("overview")}>
          Back to the grid <Chord command="toggle-view" />
        </button>
      </span>
    </div>
  );
}

function HowItEnded({ session, removed }: EndBannerProps): ReactElement {
  const self = useAppState((state) => state.self);
  const typing = "Keys go nowhere now. F6 leads to the buttons.";
  if (!removed) return <>The program has ended. Its screen and recording stay. {typing}</>;
  const { by } = removed;
  const who = by === undefined ? undefined : by.id === self?.id ? "You" : personName(by);
  const what = who === undefined ? "The session is gone from the host" : `${who} removed this session`;
  const same = session.exit ? "" : " It is not known how its program ended.";
  return (
    <>
      {what}.{same} Its recording stays. {typing}
    </>
  );
}

/** Beside a session: facts of it, and who typed what. The host's input log keeps passwords out. */
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";
import { InputList } from "./input-list.tsx";
import { SessionFacts } from "./session-facts.tsx";
import { StateExplanation } from "./state-explanation.tsx";
import type { InputLog } from "./use-inputs.ts";

/** Over the terminal where there is no space beside it. */
const OVERLAY_IF_NARROW =
  "max-[1100px]:absolute max-[1100px]:inset-y-0 max-[1100px]:right-0 max-[1100px]:z-10 max-[1100px]:shadow-lg";
/** Several sessions need more. */
const OVERLAY_IN_SPLIT =
  "max-[1300px]:absolute max-[1300px]:inset-y-0 max-[1300px]:right-0 max-[1300px]:z-10 max-[1300px]:shadow-lg";

type InspectorProps = {
  readonly session: SessionInfo;
  readonly log: InputLog | undefined;
  /** It stands beside several sessions, and says which one it is about. */
  readonly inSplit?: boolean;
};

export function Inspector({ session, log, inSplit = false }: InspectorProps): ReactElement {
  const isRemoved = useAppState(({ removed }) => removed.has(session.id));
  return (
    <aside
      data-region
      tabIndex={-1}
      aria-label="Who typed what"
      className={`flex w-75 max-w-full flex-none flex-col overflow-y-auto border-line-1 bg-bg-2 outline-none ${inSplit ? `rounded-lg border ${OVERLAY_IN_SPLIT}` : `border-l ${OVERLAY_IF_NARROW}`}`}
    >
      {inSplit && (
        <h2 className="truncate px-3 pt-3 font-semibold" title={session.command}>
          <bdi>{titleOf(session)}</bdi>
        </h2>
      )}
      {!isRemoved && <StateExplanation session={session} />}
      {!isRemoved && <SessionFacts session={session} />}
      <h2 className="px-3 pt-3 pb-1 font-semibold">Who typed what</h2>
      <InputList session={session.id} log={log} />
    </aside>
  );
}

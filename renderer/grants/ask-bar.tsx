/** Says that agents were refused something for want of a grant, until a person has answered. One bar, however many there are. */
import type { ReactElement } from "react";
import { Chord } from "../components/controls.tsx";
import { useCommand } from "../components/use-command.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { leaveAgents } from "./grant-actions.ts";
import { askingAgents, TIER_WORDS } from "./grant-words.ts";

export function AskBar(): ReactElement | null {
  const app = useApp();
  const run = useCommand();
  const asking = askingAgents(useAppState((state) => state.agents));
  const [first] = asking;
  if (!first) return null;
  return (
    <div
      role="region"
      data-region
      tabIndex={-1}
      aria-label="Agents that ask"
      className="flex min-h-10 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-wait bg-wait-bg px-3 py-1 outline-none"
    >
      <span role="status" className="min-w-0 flex-1 basis-64 break-words">
        <strong className="font-semibold text-wait">
          <span aria-hidden>◆ </span>
          {asking.length === 1 ? <bdi>{first.name}</bdi> : `${asking.length} agents`}
        </strong>{" "}
        {asking.length === 1
          ? `was refused: it only ${TIER_WORDS[first.tier].toLowerCase()}.`
          : "were refused what nobody has granted them."}
      </span>
      <button type="button" className="button" onClick={() => run("agents")}>
        Choose… <Chord command="agents" />
      </button>
      <button type="button" className="button button-quiet" onClick={() => void leaveAgents(app, asking)}>
        {asking.length === 1 ? "Leave it so" : "Leave them so"}
      </button>
    </div>
  );
}

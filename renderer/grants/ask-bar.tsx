/** Says that agents were refused something for want of a grant, until a person has answered. One bar, however many there are. */
import type { ReactElement } from "react";
import { Chord } from "../components/controls.tsx";
import { NoticeBar } from "../components/notice-bar.tsx";
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
  const isOne = asking.length === 1;
  return (
    <NoticeBar
      label="Agents that ask"
      look="wait"
      title={isOne ? <bdi>{first.name}</bdi> : `${asking.length} agents`}
      text={
        isOne ? `was refused: it only ${TIER_WORDS[first.tier].toLowerCase()}.` : "were refused what nobody has granted them."
      }
    >
      <button type="button" className="button" onClick={() => run("agents")}>
        Choose… <Chord command="agents" />
      </button>
      <button type="button" className="button button-quiet" onClick={() => void leaveAgents(app, asking)}>
        {isOne ? "Leave it so" : "Leave them so"}
      </button>
    </NoticeBar>
  );
}

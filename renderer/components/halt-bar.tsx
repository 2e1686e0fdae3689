/** Says that all agents are halted, and undoes it. Shown everywhere as long as it holds. */
import type { ReactElement } from "react";
import { useAppState } from "../state/app-context.ts";
import { Chord } from "./controls.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { useCommand } from "./use-command.ts";

export function HaltBar(): ReactElement | null {
  const run = useCommand();
  const halt = useAppState((state) => state.halt);
  if (!halt) return null;
  return (
    <NoticeBar
      label="Agents halted"
      look="fail"
      title="All agents are halted."
      text="None of them types or starts anything. You can."
    >
      <button type="button" className="button" onClick={() => run("toggle-halt")}>
        Let agents type again <Chord command="toggle-halt" />
      </button>
    </NoticeBar>
  );
}

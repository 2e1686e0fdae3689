/** Says that all agents are halted, and undoes it. Shown everywhere as long as it holds. */
import type { ReactElement } from "react";
import { useAppState } from "../state/app-context.ts";
import { Chord } from "./controls.tsx";
import { useCommand } from "./use-command.ts";

export function HaltBar(): ReactElement | null {
  const run = useCommand();
  const halt = useAppState((state) => state.halt);
  if (!halt) return null;
  return (
    <div
      role="region"
      data-region
      tabIndex={-1}
      aria-label="Agents halted"
      className="flex min-h-10 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-fail bg-fail-bg px-3 py-1 outline-none"
    >
      <span role="status" className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold text-fail">
          <span aria-hidden>■ </span>All agents are halted.
        </strong>{" "}
        None of them types or starts anything. You can.
      </span>
      <button type="button" className="button" onClick={() => run("toggle-halt")}>
        Let agents type again <Chord command="toggle-halt" />
      </button>
    </div>
  );
}

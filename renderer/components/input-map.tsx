/**
 * Beside the scroll bar of a terminal: where in its lines who has typed. A click
 * shows the place. It is for the pointer; the input log is the same as a list.
 */
import type { MouseEvent, ReactElement } from "react";
import { actorOf } from "../../shared/client-kind.ts";
import type { SessionId } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import type { Input } from "../state/input-log.ts";
import type { TerminalView } from "../terminal/terminal-view.ts";
import { visibleKeys } from "../terminal/visible-keys.ts";
import { type InputLog, rowFromEndNow } from "./use-inputs.ts";

type InputMapProps = { readonly session: SessionId; readonly log: InputLog };

type Tick = {
  readonly input: Input;
  readonly rowFromEnd: number;
  /** Of the height, from the top, in percent. */ readonly at: number;
};

export function InputMap({ session, log }: InputMapProps): ReactElement | null {
  const app = useApp();
  const terminal = app.terminals.of(session);
  const ticks = terminal ? ticksOf(log, terminal) : [];
  if (!terminal || ticks.length === 0) return null;
  const handleClick = (event: MouseEvent<HTMLElement>): void => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const at = (100 * (event.clientY - top)) / height;
    const nearest = ticks.reduce((best, tick) => (Math.abs(tick.at - at) < Math.abs(best.at - at) ? tick : best));
    terminal.showRow(nearest.rowFromEnd);
  };
  return (
    <div
      aria-hidden
      data-input-map
      className="absolute top-2 right-0 w-2 cursor-pointer"
      style={{ height: terminal.height }}
      // The keyboard stays in the terminal.
      onMouseDown={(event) => event.preventDefault()}
      onClick={handleClick}
    >
      {ticks.map(({ input, at }, index) => (
        <span
          key={`${input.atMs}-${index}`}
          title={`${input.client.name}: ${visibleKeys(input.text)}`}
          style={{ top: `${at}%` }}
          className={`input-tick input-tick-${actorOf(input.client)}`}
        />
      ))}
    </div>
  );
}

/** The inputs whose lines the terminal has. */
function ticksOf(log: InputLog, terminal: TerminalView): Tick[] {
  const rows = terminal.rowCount;
  return log.inputs.flatMap((input) => {
    const rowFromEnd = input.rowFromEnd === undefined ? undefined : rowFromEndNow(log, input.rowFromEnd, terminal);
    if (rowFromEnd === undefined || rowFromEnd > rows) return [];
    return [{ input, rowFromEnd, at: (100 * (rows - rowFromEnd)) / rows }];
  });
}

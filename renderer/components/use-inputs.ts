/** The input log of a session, asked for while the session lives. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import type { TerminalView } from "../terminal/terminal-view.ts";
import { type Input, joinInputs } from "../state/input-log.ts";

/** While a session is busy, the log is asked for at most this often. */
const REFRESH_MS = 500;

/** The host counts rows from the end of its buffer. Asked again this often, because that grows when older rows are fetched. */
const CORRECT_MS = 2000;

export type InputLog = {
  /** What was typed, line by line. */
  readonly inputs: readonly Input[];
  /** How many rows the terminal had then. What it has more by now came after them. */
  readonly rowCount: number;
};

/**
 * The log, asked for at once and after each sign of life. Undefined until the first answer. Of a session that was
 * removed it stays as it was last: the host would refuse each request, and another session may have the name by then.
 */
export function useInputs({ id, lastOutputAtMs, driver, size }: SessionInfo, isRemoved: boolean): InputLog | undefined {
  const app = useApp();
  const [log, setLog] = useState<InputLog & { readonly id: string }>();
  const askedAtMs = useRef(-REFRESH_MS);
  const ask = useCallback((): void => {
    askedAtMs.current = performance.now();
    app.host
      .request("session/inputs", { id })
      .then((inputs) => setLog({ id, inputs: joinInputs(inputs), rowCount: app.terminals.of(id)?.rowCount ?? 0 }))
      // The view of a session that has gone says so; an error would tell nobody.
      .catch(() => {});
  }, [app, id]);
  useEffect(() => {
    if (isRemoved) return undefined;
    // Counted from the last request, not from the last change: a session that never rests must be asked for too.
    const timer = setTimeout(ask, Math.max(0, askedAtMs.current + REFRESH_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [ask, isRemoved, lastOutputAtMs, driver, size.cols, size.rows]);
  useEffect(() => {
    if (isRemoved) return undefined;
    const timer = setInterval(ask, CORRECT_MS);
    return () => clearInterval(timer);
  }, [ask, isRemoved]);
  return log?.id === id ? log : undefined;
}

/** Where a row that the log counts from the end is now. */
export function rowFromEndNow({ rowCount }: InputLog, rowFromEnd: number, terminal: TerminalView): number {
  return rowFromEnd + Math.max(0, terminal.rowCount - rowCount);
}

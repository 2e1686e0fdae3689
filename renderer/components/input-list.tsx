/** Who typed what, newest last. Tab stops here once; the arrows move among the lines, and Enter shows where a line was typed. */
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { actorOf } from "../../shared/client-kind.ts";
import type { SessionId } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import type { Input } from "../state/input-log.ts";
import { visibleKeys } from "../terminal/visible-keys.ts";
import { ACTOR_LOOKS } from "./session-badges.tsx";
import { type InputLog, rowFromEndNow } from "./use-inputs.ts";

type InputListProps = { readonly session: SessionId; readonly log: InputLog | undefined };

export function InputList({ session, log: known }: InputListProps): ReactElement {
  const app = useApp();
  const log = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number>();
  const lines = known?.inputs ?? [];
  const placed = lines.flatMap(({ rowFromEnd }, index) => (rowFromEnd === undefined ? [] : [index]));
  const stop = current !== undefined && placed.includes(current) ? current : placed.at(-1);
  useEffect(() => {
    // The log alone: `scrollIntoView` would move the session's view, too.
    if (log.current && !log.current.contains(document.activeElement)) log.current.scrollTop = log.current.scrollHeight;
  }, [known?.inputs.length]);
  const show = (rowFromEnd: number): void => {
    const terminal = app.terminals.of(session);
    if (known && terminal) terminal.showRow(rowFromEndNow(known, rowFromEnd, terminal));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const at = stop === undefined ? -1 : placed.indexOf(stop);
    const next = placed[STEPS[event.key]?.(at, placed.length - 1) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    log.current?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus();
  };
  return (
    <div
      ref={log}
      role="log"
      aria-live="off"
      aria-label="Input"
      // With lines to go to, they are what the keyboard stops at.
      tabIndex={placed.length > 0 ? -1 : 0}
      className="min-h-20 flex-1 overflow-y-auto px-2 pb-3"
      onKeyDown={handleKey}
    >
      {known?.inputs.length === 0 && <p className="px-1 text-text-3">Nobody has typed yet.</p>}
      {lines.map((input, index) => (
        <InputLine key={`${input.atMs}-${index}`} input={input} index={index} isStop={index === stop} onShow={show} />
      ))}
    </div>
  );
}

/** Where a key leads from a place in the list. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

type InputLineProps = {
  readonly input: Input;
  readonly index: number;
  readonly isStop: boolean;
  readonly onShow: (rowFromEnd: number) => void;
};

function InputLine({ input, index, isStop, onShow }: InputLineProps): ReactElement {
  const { client, rowFromEnd } = input;
  const look = ACTOR_LOOKS[actorOf(client)];
  const time = new Date(input.atMs);
  const content = (
    <>
      <span aria-hidden className={look.color}>
        {look.glyph}
      </span>
      <span className="sr-only">{client.name}</span>
      <time dateTime={time.toISOString()} className="flex-none text-meta text-text-3 tabular-nums">
        {time.toLocaleTimeString([], { hour12: false })}
      </time>
      <span className="min-w-0 font-mono text-meta break-words">{visibleKeys(input.text)}</span>
    </>
  );
  const layout = "flex w-full items-baseline gap-2 px-1 py-0.5 text-left";
  if (rowFromEnd === undefined) {
    return (
      <p className={layout} title={client.name}>
        {content}
      </p>
    );
  }
  return (
    <button
      type="button"
      data-line={index}
      tabIndex={isStop ? 0 : -1}
      className={`${layout} min-h-6 rounded-sm hover:bg-hover`}
      title={`${client.name}: show where this was typed`}
      onClick={() => onShow(rowFromEnd)}
    >
      {content}
    </button>
  );
}

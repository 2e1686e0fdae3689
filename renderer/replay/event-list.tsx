/** What happened in a recording, in order. A click shows the moment. */
import { memo, type ReactElement, useEffect, useRef } from "react";
import { formatMoment } from "../../shared/moments.ts";
import type { ReplayEvent } from "../../shared/replay/replay-index.ts";
import { describeEvent, laneOf } from "./replay-display.ts";

type EventListProps = {
  /** In order. */
  readonly events: readonly ReplayEvent[];
  /** There were more than are listed. */
  readonly isCut: boolean;
  /** The index of the event that shows; -1 before the first. */
  readonly current: number;
  readonly onSeek: (atMs: number) => void;
};

/** Memoized: the moment changes with each frame of the page, the event that shows does not. */
export const EventList = memo(function EventList({ events, isCut, current, onSeek }: EventListProps): ReactElement {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <section
      aria-label="Events"
      className="w-72 flex-none overflow-y-auto border-l border-line-1 p-1 max-lg:w-52 max-md:h-28 max-md:w-full max-md:border-t max-md:border-l-0"
      tabIndex={0}
    >
      {events.length === 0 && <p className="p-2 text-text-3">Nobody typed anything.</p>}
      <ol ref={list}>
        {events.map((event, at) => (
          <EventRow key={`${at} ${event.atMs}`} event={event} isCurrent={at === current} onSeek={onSeek} />
        ))}
      </ol>
      {isCut && <p className="p-2 text-meta text-text-3">There were more; they are not listed.</p>}
    </section>
  );
});

type EventRowProps = { readonly event: ReplayEvent; readonly isCurrent: boolean; readonly onSeek: (atMs: number) => void };

const EventRow = memo(function EventRow({ event, isCurrent, onSeek }: EventRowProps): ReactElement {
  const { glyph, token } = laneOf(event);
  return (
    <li className="[contain-intrinsic-size:auto_28px] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isCurrent ? "step" : undefined}
        className="flex min-h-7 w-full items-baseline gap-2 rounded-sm px-2 py-1.5 text-left text-meta hover:bg-hover aria-[current]:bg-press"
        onClick={() => onSeek(event.atMs)}
      >
        <span className={`tabular-nums ${isCurrent ? "text-text-2" : "text-text-3"}`}>{formatMoment(event.atMs)}</span>
        <span aria-hidden style={{ color: `var(--${token})` }}>
          {glyph}
        </span>
        <span className="min-w-0 flex-1 break-words">{describeEvent(event)}</span>
      </button>
    </li>
  );
});

/** The timeline of a replay: agents above the line, people below it, questions, markers and exits on it, and how busy the program was. */
import { type MouseEvent, type ReactElement, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { formatMoment } from "../../shared/moments.ts";
import type { ReplayEvent, ReplayIndex } from "../../shared/replay/replay-index.ts";
import { describeEvent, type EventLane, laneOf, markPosition } from "./replay-display.ts";

const HEIGHT = 44;
/** The middle of each lane, in px from the top. */
const LANE_TOPS: Readonly<Record<EventLane, number>> = { agent: 8, line: 22, person: 36 };
const MARK = 4;
/** An event within this distance of the pointer is meant, in px. */
const NEAR = 6;

type TimelineProps = {
  readonly index: ReplayIndex;
  /** In order, with the markers that people have put. */
  readonly events: readonly ReplayEvent[];
  readonly atMs: number;
  readonly onSeek: (atMs: number) => void;
  /** Something else when the colors have changed. */
  readonly theme: string;
};

export function Timeline({ index, events, atMs, onSeek, theme }: TimelineProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hint, setHint] = useState<{ left: number; text: string }>();
  const paint = useCallback<Paint>((context, width) => draw(context, width, { index, events }), [index, events]);
  useCanvas(canvas, { paint, theme });
  const share = index.durationMs === 0 ? 0 : atMs / index.durationMs;
  const last = events.findLast((event) => event.atMs <= atMs);
  const point = (event: MouseEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * index.durationMs;
    const near = (NEAR / width) * index.durationMs;
    const [nearest] = events
      .filter((one) => Math.abs(one.atMs - at) <= near)
      .toSorted((a, b) => Math.abs(a.atMs - at) - Math.abs(b.atMs - at));
    setHint({
      left: event.clientX - left,
      text: nearest ? `${formatMoment(nearest.atMs)} ${describeEvent(nearest)}` : formatMoment(at),
    });
  };
  return (
    <div className="relative" style={{ height: HEIGHT }} onMouseMove={point} onMouseLeave={() => setHint(undefined)}>
      <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
      {/* A border, which forced colors keep. */}
      <div
        aria-hidden
        data-playhead
        className="pointer-events-none absolute inset-y-0 border-l-2 border-you"
        style={{ left: `${share * 100}%` }}
      />
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={`${formatMoment(atMs)} of ${formatMoment(index.durationMs)}${last ? `, ${describeEvent(last)}` : ""}`}
        className="replay-range absolute inset-0 size-full"
        min={0}
        max={Math.max(1, Math.round(index.durationMs))}
        value={Math.round(atMs)}
        onChange={(event) => onSeek(Number(event.currentTarget.value))}
      />
      {hint && (
        <div
          aria-hidden
          className="popup pointer-events-none absolute bottom-full mb-1 max-w-80 -translate-x-1/2 truncate px-2 py-1 text-meta"
          style={{ left: hint.left }}
        >
          {hint.text}
        </div>
      )}
    </div>
  );
}

type Paint = (context: CanvasRenderingContext2D, width: number) => void;

/** Draws again when the canvas has another size, or when `paint` or the theme, whose colors it reads, is another one. */
function useCanvas(canvas: RefObject<HTMLCanvasElement | null>, { paint, theme }: { paint: Paint; theme: string }): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const repaint = (): void => {
      const width = element.clientWidth;
      element.width = width * devicePixelRatio;
      element.height = HEIGHT * devicePixelRatio;
      const context = element.getContext("2d");
      context?.scale(devicePixelRatio, devicePixelRatio);
      if (context) paint(context, width);
    };
    const sizes = new ResizeObserver(repaint);
    sizes.observe(element);
    repaint();
    return () => sizes.disconnect();
  }, [canvas, paint, theme]);
}

type Drawing = { readonly index: ReplayIndex; readonly events: readonly ReplayEvent[] };

function draw(context: CanvasRenderingContext2D, width: number, { index, events }: Drawing): void {
  const color = (name: string): string => getComputedStyle(context.canvas).getPropertyValue(`--${name}`).trim();
  const { activity, durationMs } = index;
  const busiest = Math.max(1, ...activity.map(Math.sqrt));
  context.fillStyle = color("line-1");
  activity.forEach((chars, part) => {
    const height = (Math.sqrt(chars) / busiest) * HEIGHT;
    context.fillRect((part / activity.length) * width, HEIGHT - height, width / activity.length + 0.5, height);
  });
  context.fillStyle = color("line-2");
  context.fillRect(0, LANE_TOPS.line, width, 1);
  for (const event of events) {
    const { lane, shape, token } = laneOf(event);
    context.fillStyle = color(token);
    mark(context, shape, {
      x: markPosition(durationMs === 0 ? 0 : event.atMs / durationMs, width, MARK + 1),
      y: LANE_TOPS[lane],
    });
  }
}

/** Shapes differ, so that color is not all there is. */
function mark(context: CanvasRenderingContext2D, shape: string, { x, y }: { x: number; y: number }): void {
  context.beginPath();
  if (shape === "circle") context.arc(x, y, MARK - 0.5, 0, 2 * Math.PI);
  else if (shape === "triangle") polygon(context, [x, y - MARK], [x + MARK, y + MARK], [x - MARK, y + MARK]);
  else if (shape === "diamond") polygon(context, [x, y - MARK - 1], [x + MARK + 1, y], [x, y + MARK + 1], [x - MARK - 1, y]);
  else if (shape === "bar") context.rect(x - 1, y - MARK - 3, 2, 2 * MARK + 6);
  else {
    context.lineWidth = 2;
    context.strokeStyle = context.fillStyle;
    context.moveTo(x - MARK, y - MARK);
    context.lineTo(x + MARK, y + MARK);
    context.moveTo(x + MARK, y - MARK);
    context.lineTo(x - MARK, y + MARK);
    context.stroke();
  }
  context.fill();
}

function polygon(context: CanvasRenderingContext2D, ...points: readonly (readonly [number, number])[]): void {
  for (const [x, y] of points) context.lineTo(x, y);
  context.closePath();
}

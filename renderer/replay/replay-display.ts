/** How events of a replay are shown. Pure. */
import type { Actor } from "../../shared/client-kind.ts";
import type { PlacedMarker } from "../../shared/shapes/recording-shapes.ts";
import { sanitized } from "../../shared/sanitized.ts";
import type { ReplayEvent } from "../../shared/replay/replay-index.ts";
import { visibleKeys } from "../terminal/visible-keys.ts";

/** Agents and scripts are above the line, people below it; what the program did is on it. */
export type EventLane = "agent" | "line" | "person";

type EventLook = {
  readonly lane: EventLane;
  readonly shape: "triangle" | "circle" | "diamond" | "cross" | "bar";
  readonly glyph: string;
  /** The color, by its token. */
  readonly token: "agent" | "you" | "wait" | "fail" | "ok" | "text-3";
};

const INPUT_LOOKS: Readonly<Record<Actor, EventLook>> = {
  agent: { lane: "agent", shape: "triangle", glyph: "▲", token: "agent" },
  script: { lane: "agent", shape: "bar", glyph: "›", token: "text-3" },
  person: { lane: "person", shape: "circle", glyph: "●", token: "you" },
};

export function laneOf({ kind, by, text }: ReplayEvent): EventLook {
  switch (kind) {
    case "input":
      return INPUT_LOOKS[by?.actor ?? "agent"];
    case "ask":
      return { lane: "line", shape: "diamond", glyph: "◆", token: "wait" };
    case "exit":
      return { lane: "line", shape: "cross", glyph: "✕", token: text === "Exited 0" ? "ok" : "fail" };
    case "marker":
      return { lane: "line", shape: "bar", glyph: "⚑", token: "you" };
    case "resize":
      return { lane: "line", shape: "bar", glyph: "↔", token: "text-3" };
  }
}

/** Where the middle of a mark is drawn, in px from the left: at its moment, but whole at both ends of the line. `share` is 0 to 1; `half` is half the mark's width. */
export function markPosition(share: number, width: number, half: number): number {
  return Math.max(half, Math.min(width - half, share * width));
}

/** `Codex typed make⏎`. */
export function describeEvent({ kind, text, by }: ReplayEvent): string {
  switch (kind) {
    case "input":
      return `${by?.name || "somebody"} typed ${visibleKeys(text)}`;
    case "ask":
      return `asks: ${text}`;
    case "resize":
      return `size ${text}`;
    case "marker":
      return sanitized(text);
    case "exit":
      return text;
  }
}

/** The events of a recording with the markers that people have put, in order. */
export function withMarkers(events: readonly ReplayEvent[], markers: readonly PlacedMarker[]): ReplayEvent[] {
  const placed = markers.map(({ atMs, label }): ReplayEvent => ({ atMs, kind: "marker", text: label }));
  return [...events, ...placed].toSorted((a, b) => a.atMs - b.atMs);
}

/** What the keys of a replay do. The same in a terminal and in the window. Pure. */
import type { ReplayEvent, ReplayIndex } from "./replay-index.ts";
import type { ReplayPlayer } from "./replay-player.ts";

const STEP_MS = 5000;
/** Going back from an event that has just shown means the one before it. */
const JUST_NOW_MS = 300;

export type ReplayAction =
  | { readonly kind: "play-pause" }
  | { readonly kind: "skip"; readonly seconds: number }
  | { readonly kind: "input"; readonly direction: 1 | -1 }
  | { readonly kind: "event"; readonly direction: 1 | -1 }
  | { readonly kind: "marker"; readonly direction: 1 | -1 }
  | { readonly kind: "frame"; readonly direction: 1 | -1 }
  | { readonly kind: "tenth"; readonly tenth: number }
  | { readonly kind: "speed"; readonly direction: 1 | -1 };

/** The action of a key: a character, or `Left`, `Right` with `isShifted`. Undefined for a key that has none. */
export function replayAction(key: string, isShifted: boolean): ReplayAction | undefined {
  if (/^\d$/.test(key)) return { kind: "tenth", tenth: Number(key) };
  switch (key) {
    case " ":
      return { kind: "play-pause" };
    case "Left":
      return isShifted ? { kind: "input", direction: -1 } : { kind: "skip", seconds: -STEP_MS / 1000 };
    case "Right":
      return isShifted ? { kind: "input", direction: 1 } : { kind: "skip", seconds: STEP_MS / 1000 };
    case ",":
      return { kind: "frame", direction: -1 };
    case ".":
      return { kind: "frame", direction: 1 };
    case "[":
      return { kind: "marker", direction: -1 };
    case "]":
      return { kind: "marker", direction: 1 };
    case "<":
      return { kind: "speed", direction: -1 };
    case ">":
      return { kind: "speed", direction: 1 };
    default:
      return undefined;
  }
}

type Marked = { readonly markers: readonly { readonly atMs: number }[] };

/** Does it. Rejects when the recording cannot be read. */
export async function performReplayAction(
  player: ReplayPlayer,
  action: ReplayAction,
  { events, markers }: Pick<ReplayIndex, "events"> & Marked,
): Promise<void> {
  const { clock } = player;
  const { atMs, durationMs, isPlaying } = clock.state;
  switch (action.kind) {
    case "play-pause":
      if (isPlaying) return clock.pause();
      if (clock.isAtEnd) await player.seek(0);
      return clock.play();
    case "skip":
      return await player.seek(atMs + action.seconds * 1000);
    case "tenth":
      return await player.seek((durationMs * action.tenth) / 10);
    case "speed":
      return clock.changeSpeed(action.direction);
    case "frame":
      return await player.step(action.direction);
    case "input":
      return await seekNear(player, timesOf(events, "input"), action.direction);
    case "event":
      return await seekNear(
        player,
        events.map((event) => event.atMs),
        action.direction,
      );
    case "marker":
      return await seekNear(player, [...timesOf(events, "marker"), ...markers.map((marker) => marker.atMs)], action.direction);
  }
}

function timesOf(events: readonly ReplayEvent[], kind: ReplayEvent["kind"]): number[] {
  return events.filter((event) => event.kind === kind).map((event) => event.atMs);
}

/** Goes to the nearest of these times, before or after the one that shows. Stays when there is none. */
async function seekNear(player: ReplayPlayer, times: readonly number[], direction: 1 | -1): Promise<void> {
  const { atMs, isPlaying } = player.clock.state;
  const before = isPlaying ? atMs - JUST_NOW_MS : atMs;
  const sorted = times.toSorted((a, b) => a - b);
  const to = direction > 0 ? sorted.find((time) => time > atMs) : sorted.findLast((time) => time < before);
  if (to !== undefined) await player.seek(to);
}

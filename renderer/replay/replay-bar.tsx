/** The controls of a replay. */
import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import type { ReactElement } from "react";
import { IconButton } from "../components/controls.tsx";
import { formatMoment } from "../../shared/moments.ts";
import { DEFAULT_IDLE_LIMIT_MS, type ReplayState, SPEEDS } from "../../shared/replay/replay-clock.ts";
import type { ReplayControls } from "./use-replay.ts";

export function ReplayBar({ replay, state }: { replay: ReplayControls; state: ReplayState }): ReactElement {
  const { atMs, durationMs, isPlaying, speed, idleLimitMs } = state;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IconButton label="Previous event" onClick={() => replay.perform({ kind: "event", direction: -1 })}>
        <SkipBack size={16} aria-hidden />
      </IconButton>
      <IconButton label={isPlaying ? "Pause" : "Play"} onClick={() => replay.perform({ kind: "play-pause" })}>
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </IconButton>
      <IconButton label="Next event" onClick={() => replay.perform({ kind: "event", direction: 1 })}>
        <SkipForward size={16} aria-hidden />
      </IconButton>
      <span className="tabular-nums">
        {formatMoment(atMs)} <span className="text-text-3">of {formatMoment(durationMs)}</span>
      </span>
      <span className="flex-1" />
      <label className="flex items-center gap-1.5 text-text-2">
        <input
          type="checkbox"
          checked={idleLimitMs !== undefined}
          onChange={(event) => {
            const limit = event.currentTarget.checked ? DEFAULT_IDLE_LIMIT_MS : undefined;
            replay.change((clock) => clock.setIdleLimit(limit));
          }}
        />
        Skip idle
      </label>
      <label className="flex items-center gap-1.5 text-text-2">
        Speed
        <select
          className="field w-auto"
          value={speed}
          onChange={(event) => {
            const wanted = Number(event.currentTarget.value);
            replay.change((clock) => clock.setSpeed(wanted));
          }}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Small signs of a session: how far it is, that it has something new, that it rings. */
import { type ReactElement, useRef } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { isUnseen } from "../state/seen.ts";
import { titleOf } from "../state/session-display.ts";

/** A dot beside the name of a session in which something has happened since the person last looked at it. */
export function UnseenDot({ session }: { session: SessionInfo }): ReactElement | null {
  const unseen = useAppState((state) => isUnseen(state, session));
  if (!unseen) return null;
  return (
    <span
      role="img"
      aria-label="New since you looked"
      className="size-1.5 flex-none rounded-full bg-you forced-colors:border-3"
    />
  );
}

const PROGRESS_COLORS = { normal: "bg-text-2", indeterminate: "bg-text-2", paused: "bg-wait", error: "bg-fail" } as const;
const PROGRESS_WORDS = { normal: "", indeterminate: "", paused: "Paused", error: "Failed" } as const;

/** How far the program says that it is. Lies on the lower edge of what is above it, and takes no space. */
export function ProgressBar({ session }: { session: SessionInfo }): ReactElement | null {
  const { progress, exit } = session;
  if (!progress || exit) return null;
  const { kind, percent } = progress;
  const words = [PROGRESS_WORDS[kind], percent === undefined ? "" : `${percent} %`].filter(Boolean).join(", ");
  return (
    <div
      role="progressbar"
      aria-label={`Progress of ${titleOf(session)}`}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== undefined && { "aria-valuenow": percent })}
      {...(words !== "" && { "aria-valuetext": words })}
      className="relative -mt-0.5 h-0.5 flex-none overflow-hidden"
    >
      <div
        className={`progress ${PROGRESS_COLORS[kind]} ${percent === undefined ? "progress-indeterminate" : ""}`}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}

/** Flashes the edge of the nearest positioned element when the program rings; the dot says it where nothing moves. */
export function BellFlash({ session: { bells = 0 } }: { session: SessionInfo }): ReactElement | null {
  const before = useRef(bells);
  if (bells === before.current) return null;
  // Another key each time, so that the flash begins anew.
  return <span key={bells} aria-hidden className="bell-flash" />;
}

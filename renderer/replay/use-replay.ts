/** A replay in the window: fetches what it needs, ticks while it plays, and tells what shows. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { RecordingInfo } from "../../shared/protocol.ts";
import { fetchReplay } from "../../shared/replay/fetch-replay.ts";
import { DEFAULT_IDLE_LIMIT_MS, ReplayClock, type ReplayState } from "../../shared/replay/replay-clock.ts";
import type { ReplayIndex } from "../../shared/replay/replay-index.ts";
import { performReplayAction, type ReplayAction } from "../../shared/replay/replay-keys.ts";
import { ReplayPlayer } from "../../shared/replay/replay-player.ts";
import { type App, useApp } from "../state/app-context.ts";
import { ReplayScreen } from "./replay-screen.ts";

/** What was fetched of the recording. */
export type Loaded = { readonly info: RecordingInfo; readonly index: ReplayIndex };

type OpenReplay = Loaded & { readonly player: ReplayPlayer; readonly screen: ReplayScreen };

export type ReplayControls = {
  readonly loaded: Loaded | undefined;
  readonly state: ReplayState | undefined;
  /** While it is fetched: how far that is, from 0 to 1. */
  readonly progress: number;
  readonly error: string | undefined;
  readonly perform: (action: ReplayAction) => void;
  readonly seek: (atMs: number) => void;
  /** Changes how it plays: the speed, or whether pauses are shortened. */
  readonly change: (change: (clock: ReplayClock) => void) => void;
  readonly setInfo: (info: RecordingInfo) => void;
  readonly screen: () => ReplayScreen | undefined;
};

export function useReplay(id: string, atMs: number, container: RefObject<HTMLElement | null>): ReplayControls {
  const app = useApp();
  const [loaded, setLoaded] = useState<Loaded>();
  const [state, setState] = useState<ReplayState>();
  const [progress, setProgress] = useState(0);
  const [error, setError] = useState<string>();
  const parts = useRef<OpenReplay>(undefined);
  const run = useCallback((doing: Promise<void>) => {
    doing.catch((reason: unknown) => setError(messageOf(reason))).finally(() => setState(parts.current?.player.clock.state));
  }, []);
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    let isOver = false;
    let stop = (): void => {};
    const begin = async (): Promise<void> => {
      try {
        const made = await load(app, id, element, (done) => isOver || setProgress(done));
        if (isOver) return made.screen[Symbol.dispose]();
        parts.current = made;
        setLoaded({ info: made.info, index: made.index });
        run(made.player.seek(atMs));
        stop = tickWhilePlaying(made.player, run);
      } catch (reason) {
        if (!isOver) setError(messageOf(reason));
      }
    };
    void begin();
    return () => {
      isOver = true;
      stop();
      parts.current?.screen[Symbol.dispose]();
      parts.current = undefined;
    };
  }, [app, id, atMs, container, run]);
  const seek = useCallback((to: number) => parts.current && run(parts.current.player.seek(to)), [run]);
  return {
    ...{ loaded, state, progress, error },
    perform: (action) => {
      const { player, index } = parts.current ?? {};
      if (player && index)
        run(performReplayAction(player, action, { events: index.events, markers: loaded?.info.markers ?? [] }));
    },
    seek,
    change: (change) => {
      if (!parts.current) return;
      change(parts.current.player.clock);
      setState(parts.current.player.clock.state);
    },
    setInfo: (info) => setLoaded((before) => before && { ...before, info }),
    screen: () => parts.current?.screen,
  };
}

async function load(app: App, id: string, container: HTMLElement, onProgress: (progress: number) => void): Promise<OpenReplay> {
  const client = { request: app.host.request.bind(app.host) };
  const info = await app.host.request("recording/info", { id });
  const { index, keyframes, read } = await fetchReplay(client, info.id, onProgress);
  const screen = new ReplayScreen(container, app.store.getState().terminalTheme);
  const clock = new ReplayClock(index.durationMs, { idleLimitMs: DEFAULT_IDLE_LIMIT_MS });
  return { info, index, screen, player: new ReplayPlayer({ clock, keyframes, read, sink: screen }) };
}

/** Moves the player on with each frame of the page. Returns what ends that. */
function tickWhilePlaying(player: ReplayPlayer, run: (doing: Promise<void>) => void): () => void {
  let last = performance.now();
  let request = 0;
  const frame = (now: number): void => {
    const elapsed = now - last;
    last = now;
    if (player.clock.state.isPlaying) run(player.tick(elapsed));
    request = requestAnimationFrame(frame);
  };
  request = requestAnimationFrame(frame);
  return () => cancelAnimationFrame(request);
}

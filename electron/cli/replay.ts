/** `cotty replay`: plays a recording in this terminal. */
import { inputPieces } from "../../shared/key-sequences.ts";
import { messageOf } from "../../shared/errors.ts";
import { formatMoment, parseMoment } from "../../shared/moments.ts";
import type { RecordingInfo, Size } from "../../shared/protocol.ts";
import { fetchReplay, type Replay } from "../../shared/replay/fetch-replay.ts";
import { DEFAULT_IDLE_LIMIT_MS, ReplayClock } from "../../shared/replay/replay-clock.ts";
import { performReplayAction, replayAction } from "../../shared/replay/replay-keys.ts";
import { ReplayPlayer } from "../../shared/replay/replay-player.ts";
import { connectOrStartHost, type Invocation } from "./command.ts";
import { onlyArgument, takeOptions, UsageError } from "./options.ts";
import { printError } from "./output.ts";
import { Progress } from "./progress.ts";
import { UserTerminal } from "./user-terminal.ts";

/** Often enough that a terminal shows every output in time. */
const TICK_MS = 16;
const QUIT: ReadonlySet<string> = new Set(["q", "Q", "\x03", "\x04"]);
const ARROWS: Readonly<Record<string, { key: string; isShifted: boolean }>> = {
  "\x1b[D": { key: "Left", isShifted: false },
  "\x1bOD": { key: "Left", isShifted: false },
  "\x1b[C": { key: "Right", isShifted: false },
  "\x1bOC": { key: "Right", isShifted: false },
  "\x1b[1;2D": { key: "Left", isShifted: true },
  "\x1b[1;2C": { key: "Right", isShifted: true },
};

export async function replay(invocation: Invocation): Promise<number> {
  const spec = { "--speed": "value", "--idle-limit": "value", "--at": "value" } as const;
  const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
  const id = onlyArgument(rest);
  const speed = numberBetween("--speed", options["--speed"] ?? "1", [0.1, 100]);
  const idle = options["--idle-limit"];
  const idleLimitMs = idle === undefined ? DEFAULT_IDLE_LIMIT_MS : numberBetween("--idle-limit", idle, [0, 86_400]) * 1000;
  const atMs = parseMoment(options["--at"] ?? "0");
  if (atMs === undefined) throw new UsageError(`--at must be a time such as 1m20s, not "${options["--at"] ?? ""}"`);
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    printError("Not running in a TTY. 'export --format txt' prints a recording\n");
    return 1;
  }
  using client = await connectOrStartHost(invocation);
  const fetched = await fetchWithProgress((onProgress) => fetchReplay(client, id, onProgress));
  const { markers } = await client.request("recording/info", { id });
  const clock = new ReplayClock(fetched.index.durationMs, { speed, idleLimitMs: idleLimitMs > 0 ? idleLimitMs : undefined });
  const farewell = await new TerminalReplay(fetched, clock, markers).run(atMs);
  printError(`${farewell}\n`);
  return 0;
}

async function fetchWithProgress(fetch: (onProgress: (progress: number) => void) => Promise<Replay>): Promise<Replay> {
  using progress = new Progress();
  return await fetch((done) => progress.update(done));
}

function numberBetween(name: string, text: string, [least, most]: readonly [number, number]): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${name} must be a number from ${least} to ${most}, not "${text}"`);
  return value;
}

class TerminalReplay {
  readonly #terminal = new UserTerminal();
  readonly #player: ReplayPlayer;
  readonly #replay: Replay;
  readonly #markers: RecordingInfo["markers"];
  #end: (farewell: string) => void = () => {};

  constructor(fetched: Replay, clock: ReplayClock, markers: RecordingInfo["markers"]) {
    this.#replay = fetched;
    this.#markers = markers;
    const { keyframes, read } = fetched;
    const sink = {
      show: (screen: string) => this.#terminal.show(screen),
      write: (text: string) => this.#terminal.write(text),
      // The user's terminal keeps its size.
      resize: () => {},
    };
    this.#player = new ReplayPlayer({ clock, keyframes, read, sink });
  }

  /** Plays to the end, or until the user leaves. Restores the terminal, then resolves with the closing message. */
  async run(fromMs: number): Promise<string> {
    this.#warnIfTooSmall(this.#replay.index.largest);
    const over = new Promise<string>((resolve) => {
      this.#end = resolve;
    });
    const leave = (): void => this.#end(this.#farewell());
    for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, leave);
    let timer: NodeJS.Timeout | undefined;
    try {
      this.#terminal.enter(
        (text) => this.#handleKeys(text),
        () => {},
      );
      await this.#player.seek(fromMs);
      this.#player.clock.play();
      let last = performance.now();
      timer = setInterval(() => {
        const now = performance.now();
        this.#run(this.#player.tick(now - last).then(() => this.#endIfOver()));
        last = now;
      }, TICK_MS);
      return await over;
    } finally {
      clearInterval(timer);
      for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.off(signal, leave);
      this.#terminal.restore();
    }
  }

  #warnIfTooSmall(largest: Size): void {
    const { size } = this.#terminal;
    // A terminal that knows no size cannot be said to be too small.
    if (size === undefined || (largest.cols <= size.cols && largest.rows <= size.rows)) return;
    const { cols, rows } = size;
    printError(`The recording has ${largest.cols}x${largest.rows}, this terminal ${cols}x${rows}. It may look broken.\n\n`);
  }

  #handleKeys(text: string): void {
    for (const piece of inputPieces(text).flatMap((one) => (one.startsWith("\x1b") ? [one] : [...one]))) {
      if (QUIT.has(piece)) return this.#end(this.#farewell());
      const { key, isShifted } = ARROWS[piece] ?? { key: piece, isShifted: false };
      const action = replayAction(key, isShifted);
      if (action)
        this.#run(performReplayAction(this.#player, action, { events: this.#replay.index.events, markers: this.#markers }));
    }
  }

  /** Having played to its end, a replay is over. One that was paused there is not. */
  #endIfOver(): void {
    const { clock } = this.#player;
    if (clock.isAtEnd && !clock.state.isPlaying) this.#end("[End of the recording]");
  }

  #farewell(): string {
    const { atMs, durationMs } = this.#player.clock.state;
    return `[Left at ${formatMoment(atMs)} of ${formatMoment(durationMs)}]`;
  }

  #run(doing: Promise<void>): void {
    doing.catch((error: unknown) => this.#end(`[${messageOf(error)}]`));
  }
}

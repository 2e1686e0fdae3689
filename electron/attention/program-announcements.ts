/**
 * What a program tells by sequences of its terminal, for as long as it says
 * something: a notification until somebody types, and progress while the program
 * that told it is in front. One that is killed leaves its bar to others.
 */
import type { Progress } from "../../shared/protocol.ts";
import type { ForegroundWork } from "../prompt/prompt-detector.ts";

/** What has come of them, as the screen counts it. */
export type AnnouncedState = {
  readonly notifications: number;
  readonly notification: string;
  readonly progress?: Progress;
};

/** What this needs of a session. */
export type AnnouncingSession = {
  readonly inputs: readonly { readonly atMs: number }[];
  readonly screen: { readonly state: AnnouncedState };
};

type Progressing = { readonly kind: Progress["kind"]; readonly program: string | undefined; readonly pid: number | undefined };

export class ProgramAnnouncements {
  readonly #session: AnnouncingSession;
  readonly #readWork: () => ForegroundWork | undefined;
  #notified: { readonly count: number; readonly text: string; readonly atMs: number } | undefined;
  #progressing: Progressing | undefined;

  constructor(session: AnnouncingSession, readWork: () => ForegroundWork | undefined) {
    this.#session = session;
    this.#readWork = readWork;
  }

  /** Call this when the state of the screen has changed. Returns whether the program has told something by that. */
  handleScreenState(): boolean {
    const { notifications, notification, progress } = this.#session.screen.state;
    const isOtherProgress = progress?.kind !== this.#progressing?.kind;
    if (isOtherProgress) this.#progressing = progress && this.#toldBy(progress);
    const isNotified = notifications !== (this.#notified?.count ?? 0);
    if (isNotified) this.#notified = { count: notifications, text: notification, atMs: Date.now() };
    return isOtherProgress || isNotified;
  }

  get progress(): Progress | undefined {
    return this.#progressing && this.#isInFront(this.#progressing) ? this.#session.screen.state.progress : undefined;
  }

  #toldBy({ kind }: Progress): Progressing {
    const work = this.#readWork();
    return { kind, program: work?.name, pid: work?.job.at(-1) };
  }

  /** A script that tells its progress has the programs that it runs in front of it. */
  #isInFront({ program, pid }: Progressing): boolean {
    const work = this.#readWork();
    return work?.name === program || (pid !== undefined && work?.job.includes(pid) === true);
  }

  get notification(): string | undefined {
    const typedAtMs = this.#session.inputs.at(-1)?.atMs ?? 0;
    return this.#notified && typedAtMs <= this.#notified.atMs ? this.#notified.text : undefined;
  }
}

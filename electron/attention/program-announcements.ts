/**
 * What a program tells by sequences of its terminal, for as long as it says
 * something: a notification until somebody types, and progress while the program
 * that told it is in front. One that is killed leaves its bar to others.
 */
import type { Progress } from "../../shared/protocol.ts";

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

export class ProgramAnnouncements {
  readonly #session: AnnouncingSession;
  readonly #programInFront: () => string | undefined;
  #notified: { readonly count: number; readonly text: string; readonly atMs: number } | undefined;
  #progressing: { readonly kind: Progress["kind"]; readonly program: string | undefined } | undefined;

  constructor(session: AnnouncingSession, programInFront: () => string | undefined) {
    this.#session = session;
    this.#programInFront = programInFront;
  }

  /** Call this when the state of the screen has changed. Returns whether the program has told something by that. */
  handleScreenState(): boolean {
    const { notifications, notification, progress } = this.#session.screen.state;
    const isOtherProgress = progress?.kind !== this.#progressing?.kind;
    if (isOtherProgress) this.#progressing = progress && { kind: progress.kind, program: this.#programInFront() };
    const isNotified = notifications !== (this.#notified?.count ?? 0);
    if (isNotified) this.#notified = { count: notifications, text: notification, atMs: Date.now() };
    return isOtherProgress || isNotified;
  }

  get progress(): Progress | undefined {
    const isInFront = this.#progressing !== undefined && this.#programInFront() === this.#progressing.program;
    return isInFront ? this.#session.screen.state.progress : undefined;
  }

  get notification(): string | undefined {
    const typedAtMs = this.#session.inputs.at(-1)?.atMs ?? 0;
    return this.#notified && typedAtMs <= this.#notified.atMs ? this.#notified.text : undefined;
  }
}

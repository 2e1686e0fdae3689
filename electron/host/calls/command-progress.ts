/** What a shell has made of a line from its typing on, by the marks that it prints: begun, ended, or never begun. */
import { setTimeout as pause } from "node:timers/promises";
import type { HostError } from "../../../shared/errors.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks, ShellState } from "../../shell-integration/marked-shells.ts";
import type { Ran } from "./command-output.ts";
import { ANSWERED_WITHIN_MS, LOOK_EVERY_MS, READS_WITHIN_MS, untilDrawn } from "./shell-pace.ts";

export class CommandProgress implements Disposable {
  readonly #session: Session;
  readonly #typedAt: number;
  readonly #store = new DisposableStore();
  readonly #done: Promise<Ran>;
  #resolve!: (ran: Ran) => void;
  #reject!: (error: HostError) => void;
  /** The offset at which the command has begun. */
  #from: number | undefined;
  #enteredAt: number | undefined;
  /** Where the shell is at its prompt again, though nothing has begun. */
  #prompt: (ShellState & { kind: "prompt" }) | undefined;
  #isTakenBack = false;

  /** The command is about to be typed. Calls `handleBegin` when it begins. */
  constructor(session: Session, marks: CommandMarks, handleBegin: () => void) {
    this.#session = session;
    this.#typedAt = session.offset;
    this.#done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody hears of it when the typing is refused.
    this.#done.catch(() => {});
    this.#store.add(
      marks.onMark((state) => {
        if (state.kind === "running") this.#begin(state.from, handleBegin);
        else if (state.kind === "prompt") this.#seePrompt(state);
      }),
    );
    this.#store.add(marks.onFinished((done) => this.#resolve({ ended: "finished", ...done, hasRun: true })));
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  get hasBegun(): boolean {
    return this.#from !== undefined;
  }

  /** The line is entered. Resolves when the command has ended, or the shell will not run it. Rejects with the reason it was taken back for. */
  async whenDone(): Promise<Ran> {
    this.#enteredAt = this.#session.enteredAt;
    return this.#done;
  }

  /** The line is cleared by `clear`, and then refused for this reason. The prompt that the shell draws meanwhile tells nothing. */
  takeBack(clear: () => Promise<void>, reason: HostError): void {
    this.#isTakenBack = true;
    void clear().then(() => this.#reject(reason));
  }

  /**
   * Nobody waits for it any longer. The shell may be about to refuse it after `timeout`: then that the time is up is no
   * matter any more, and the line may have to be cleared.
   */
  async leave(ended: Exclude<Ran["ended"], "finished">): Promise<Ran> {
    const refused = ended === "timeout" ? await this.#untilRefused() : undefined;
    // Before it begins, there is no output of it.
    const to = this.#session.offset;
    return refused ?? { ended, from: this.#from ?? to, to, hasRun: this.hasBegun };
  }

  async #untilRefused(): Promise<Ran | undefined> {
    const answers = performance.now() + ANSWERED_WITHIN_MS;
    while (!this.hasBegun && performance.now() < (this.#prompt ? answers + READS_WITHIN_MS : answers)) {
      const refused = await Promise.race([this.#done, pause(LOOK_EVERY_MS)]);
      if (refused) return refused;
    }
    return undefined;
  }

  #begin(at: number, handleBegin: () => void): void {
    if (this.hasBegun) return;
    // Somebody has entered another line at that prompt.
    if (this.#prompt && this.#enteredAt !== undefined && this.#session.enteredAt > this.#enteredAt) this.#endUnbegun();
    else {
      this.#from = at;
      handleBegin();
    }
  }

  /** The shell did not understand the command, and has said so. Or it has drawn its prompt once more, for a job that has ended, and begins now. */
  #seePrompt(prompt: ShellState & { kind: "prompt" }): void {
    if (this.hasBegun || this.#isTakenBack) return;
    this.#prompt = prompt;
    void untilDrawn(this.#session, () => this.hasBegun || this.#store.isDisposed).then(
      (isDrawn) => isDrawn && this.#endUnbegun(),
    );
  }

  #endUnbegun(): void {
    if (this.hasBegun || this.#isTakenBack || !this.#prompt) return;
    const { from, status } = this.#prompt;
    this.#resolve({ ended: "finished", from: this.#typedAt, to: from, exitCode: status, hasRun: false });
  }
}

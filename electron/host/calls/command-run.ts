/** One command in a shell: the wait for the prompt, the typing, and what is cleared of a line that the shell does not take. */
import { setTimeout as pause } from "node:timers/promises";
import { HostError } from "../../../shared/errors.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import { isAtWork, isBlockedOnTerminal, isReadingTerminal } from "../../prompt/prompt-detector.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import { cancelledError } from "./call-queue.ts";
import type { Ran } from "./command-output.ts";
import { CommandProgress } from "./command-progress.ts";
import type { RunTarget } from "./run-target.ts";
import { ANSWERED_WITHIN_MS, LOOK_EVERY_MS, READS_WITHIN_MS, untilDrawn } from "./shell-pace.ts";
import { hasTypedAhead, occurrences, shownAtPrompt } from "./shown-at-prompt.ts";

/** A shell that reads on after this time wants more of the command. */
const INCOMPLETE_AFTER_MS = 1000;
/** A command that has waited for nothing but the terminal for so long asks for something, or is a program of its own. */
const ASKS_AFTER_MS = 1000;
const ASKS_EVERY_MS = 100;
/** After C-c, a shell draws its prompt anew. */
const CLEARED_WITHIN_MS = 2000;
/** After a command has ended, its shell is at the next prompt, or has exited. One whose hooks take longer is not waited for. */
const NEXT_PROMPT_WITHIN_MS = 500;

const NOT_AT_PROMPT =
  "The shell is not at its prompt: another command runs in it. Wait for its end, or press C-c. " +
  "If it is at a prompt, something has replaced the prompt and its hooks (PS1, PROMPT_COMMAND), and with them the marks: start another shell";
const NO_TIME = "The time was up before the command was typed. Nothing was typed. Give it a longer time-out";
const TYPED_AHEAD = "Somebody has begun to type at the prompt. Enter it, or clear it with C-u";
const OPEN_LINE = "The shell wants more of the line that was typed last. Finish it, or press C-c";
const NOT_WHOLE = "The command is not whole: the shell wants more of it. It was taken back with C-c. Is a quote open?";

type Ended = Ran["ended"];

/** A person had the keyboard, if only for a moment, before the command was typed. */
export class HadKeyboard extends HostError {
  constructor() {
    super("lease-held", "A person has had the keyboard, or has stopped the session, meanwhile. Nothing was typed. Try again");
  }
}

/** Waits for the marks of one command. */
export class CommandRun implements Disposable {
  readonly #session: Session;
  readonly #target: RunTarget;
  readonly #marks: CommandMarks;
  readonly #store = new DisposableStore();
  readonly #givenUp: Promise<Exclude<Ended, "finished">>;

  constructor(target: RunTarget, marks: CommandMarks, { endsAt, signal }: { endsAt: number; signal: AbortSignal }) {
    const { session } = target;
    this.#session = session;
    this.#target = target;
    this.#marks = marks;
    this.#givenUp = new Promise((resolve) => {
      const timer = setTimeout(() => resolve("timeout"), Math.max(0, endsAt - performance.now()));
      const abort = (): void => resolve("cancelled");
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
      const stop = (): void => resolve("takeover");
      this.#store.add(target.track({ handleLease: (isTakeover) => isTakeover && stop(), handleStandstill: stop }));
      this.#store.add(session.onExit(() => resolve("exit")));
      this.#store.add({
        [Symbol.dispose]: () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
        },
      });
    });
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  /** Resolves when all commands that have come before are typed. Meanwhile the client may type into what runs. */
  async untilTurn(): Promise<void> {
    const { endTurn, line } = this.#target;
    if (this.#marks.state.kind !== "prompt") endTurn();
    await this.#unlessGivenUp(line.turn);
  }

  /**
   * Resolves when the shell waits for a command, and nothing is on its way to it: no input that the terminal has not taken,
   * no line that the shell has not read, and no mark that the host has not. Rejects with `bad-request`, and as other input does.
   */
  async untilAtPrompt(): Promise<void> {
    const session = this.#session;
    for (;;) {
      // Meanwhile the client may type into what runs.
      if (this.#marks.state.kind !== "prompt") {
        this.#target.endTurn();
        await this.#nextMark();
      } else if (!this.#isAtPrompt || this.#isComing || !session.drain()) {
        await this.#unlessGivenUp(pause(LOOK_EVERY_MS));
      } else {
        await this.#unlessGivenUp(this.#target.look());
        const hasTyped = await this.#unlessGivenUp(hasTypedAhead(session, this.#marks));
        // Somebody may have entered a line meanwhile.
        if (!this.#isAtPrompt) continue;
        if (hasTyped) throw new HostError("bad-request", TYPED_AHEAD);
        if (this.#isUnanswered) throw new HostError("bad-request", OPEN_LINE);
        return;
      }
    }
  }

  /** The shell waits for a command, and the terminal has taken all input. After a line, the shell's next mark is an answer to that, if one comes. */
  get #isAtPrompt(): boolean {
    const { isInputTaken, enteredAt } = this.#session;
    const isAnswered = !this.#isUnanswered || performance.now() - enteredAt > ANSWERED_WITHIN_MS;
    return isInputTaken && this.#marks.state.kind === "prompt" && isAnswered;
  }

  /** No mark has come since the last Enter: a line goes on, or the Enter was part of a paste, or chose something. */
  get #isUnanswered(): boolean {
    const { state } = this.#marks;
    return state.kind === "prompt" && this.#session.enteredAt >= state.at;
  }

  /** The shell has just drawn its prompt, or got a line, and does not read yet: what was typed ahead comes first. */
  get #isComing(): boolean {
    const { state } = this.#marks;
    const since = state.kind === "prompt" ? Math.max(state.at, this.#session.enteredAt) : 0;
    return performance.now() - since < READS_WITHIN_MS && isAtWork(this.#session.pid);
  }

  /** Resolves with the shell's next mark. */
  async #nextMark(): Promise<void> {
    using store = new DisposableStore();
    await this.#unlessGivenUp(new Promise<void>((resolve) => void store.add(this.#marks.onMark(() => resolve()))));
  }

  /** Rejects when the time is up, or the call is given up, or the program has ended. */
  async #unlessGivenUp<T>(done: Promise<T>): Promise<T> {
    const ended = await Promise.race([this.#givenUp, done.then(() => undefined)]);
    if (ended === undefined) return done;
    this.#session.checkRunning();
    if (ended === "cancelled") throw cancelledError();
    if (ended === "timeout") throw new HostError("bad-request", this.#marks.state.kind === "prompt" ? NO_TIME : NOT_AT_PROMPT);
    this.#target.checkOpen();
    throw new HadKeyboard();
  }

  /** Types the command and follows it to its end. */
  async perform(type: () => Promise<void>): Promise<Ran> {
    using store = new DisposableStore();
    const progress = store.add(new CommandProgress(this.#session, this.#marks, () => this.#target.line[Symbol.dispose]()));
    // The typing may be refused, and the command may end before it is known to be typed.
    const written = type();
    const typed = written.then(() => {
      const look = setTimeout(() => this.#takeBackIfOpen(progress), INCOMPLETE_AFTER_MS);
      store.add({ [Symbol.dispose]: () => clearTimeout(look) });
      return progress.whenDone();
    });
    const ran = await Promise.race([typed, this.#givenUp, this.#asks(progress, store)]);
    if (typeof ran !== "string") return ran;
    // A takeover may have cut off what was typed.
    if (ran === "takeover") await written;
    return await progress.leave(ran);
  }

  /**
   * Resolves when the command reads the terminal, and nothing but input can make it go on: no process beside the reader, no
   * time limit of it, nothing else that it waits for. Those that have started the reader are taken to wait for it.
   */
  #asks(progress: CommandProgress, store: DisposableStore): Promise<"input"> {
    const session = this.#session;
    return new Promise((resolve) => {
      let offset = session.offset;
      let since = performance.now();
      const timer = setInterval(() => {
        const now = performance.now();
        const isStill = progress.hasBegun && session.offset === offset && session.isInputTaken;
        if (!isStill || !isBlockedOnTerminal(session.pid)) {
          offset = session.offset;
          since = now;
        } else if (now - since >= ASKS_AFTER_MS && session.drain() && session.offset === offset) resolve("input");
      }, ASKS_EVERY_MS);
      store.add({ [Symbol.dispose]: () => clearInterval(timer) });
    });
  }

  /**
   * A command has ended. Before the next prompt is there, the terminal would take keys for the shell as its own, and the
   * command may have been the shell's last.
   */
  async followed(ran: Ran): Promise<Ran> {
    const session = this.#session;
    if (ran.ended !== "finished" || !ran.hasRun) return ran;
    using store = new DisposableStore();
    await new Promise<void>((resolve) => {
      store.add(this.#marks.onMark(() => resolve()));
      store.add(session.onExit(() => resolve()));
      void this.#givenUp.then(() => resolve());
      const timer = setTimeout(resolve, NEXT_PROMPT_WITHIN_MS);
      store.add({ [Symbol.dispose]: () => clearTimeout(timer) });
      if (this.#marks.state.kind !== "starting" || session.exit !== undefined) resolve();
    });
    return session.exit === undefined ? ran : { ...ran, ended: "exit" };
  }

  #takeBackIfOpen(progress: CommandProgress): void {
    if (!this.#readsOn() || progress.hasBegun) return;
    progress.takeBack(() => this.#takeBack(), new HostError("bad-request", NOT_WHOLE));
  }

  /**
   * Fish keeps a line that it does not understand at its prompt, and keeps its status. Clears that line; returns whether
   * there was one. `before`: what stood at the prompt before the command was typed.
   */
  async clear(command: string, before: string): Promise<boolean> {
    // The command has ended: its time-out is no matter any more.
    const until = performance.now() + READS_WITHIN_MS;
    // C-c would end what has begun.
    const isOver = (): boolean => this.#marks.state.kind !== "prompt" || performance.now() > until;
    if (!(await untilDrawn(this.#session, isOver))) return false;
    const shown = shownAtPrompt(this.#session, this.#marks);
    if (command.trim() === "" || occurrences(shown, command) <= occurrences(before, command)) return false;
    await this.#takeBack();
    return true;
  }

  /** The shell reads, though it has got a command: it wants the rest of it. */
  #readsOn(): boolean {
    const session = this.#session;
    if (session.exit !== undefined || !isReadingTerminal(session.pid)) return false;
    // What it printed before it began to read may be on its way: marks, for one.
    return session.drain();
  }

  /** Clears what was typed, and waits until the shell is at a new prompt. */
  async #takeBack(): Promise<void> {
    using store = new DisposableStore();
    const cleared = new Promise<void>((resolve) => {
      store.add(this.#marks.onMark(({ kind }) => kind === "prompt" && resolve()));
      const timer = setTimeout(resolve, CLEARED_WITHIN_MS);
      store.add({ [Symbol.dispose]: () => clearTimeout(timer) });
    });
    await this.#interrupt().catch(() => {});
    await cleared;
  }

  /** Rejects with `lease-held` where a person has taken the lease meanwhile: the line is theirs now. */
  async #interrupt(): Promise<void> {
    const { client, acquire } = this.#target;
    acquire("\x03");
    await this.#session.write(client, [{ text: "\x03", gapMs: 0 }]);
  }
}

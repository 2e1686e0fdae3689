/**
 * Runs one command in a live shell, and answers with exactly its output and its
 * exit code. The shell marks where a command begins and ends
 * (electron/shell-integration), so nothing is guessed from the screen.
 */
import { setTimeout as pause } from "node:timers/promises";
import { HostError } from "../../../shared/errors.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import { stripSequences } from "../../../shared/strip-sequences.ts";
import { type ClientInfo, DEFAULT_WAIT_MS, type InputPart, type Params, type RunOutcome } from "../../../shared/protocol.ts";
import { isAtWork, isReadingTerminal } from "../../prompt/prompt-detector.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import { outcomeOf, type Ran } from "./command-output.ts";
import { cancelledError } from "./call-queue.ts";
import { unreadOutput } from "./unread-output.ts";
import type { LinePlace } from "./waiting-line.ts";
import { writeInput } from "./write-input.ts";

const LOOK_EVERY_MS = 10;
/** Of what a shell prints at its prompt, in UTF-16 units. */
const MAX_SHOWN = 16 * 1024;
/** What shells exit with at a command that they do not understand. */
const NOT_UNDERSTOOD = 127;
/** A shell that has got a line has printed a mark after this time, or it prints none for it. */
const ANSWERED_WITHIN_MS = 150;
/** A shell that has drawn its prompt reads after this time, or nobody can tell whether it does. */
const READS_WITHIN_MS = 1000;
/** A shell that reads on after this time wants more of the command. */
const INCOMPLETE_AFTER_MS = 1000;
/** After C-c, a shell draws its prompt anew. */
const CLEARED_WITHIN_MS = 2000;

export type RunOptions = Omit<Params<"session/run">, "id"> & {
  readonly signal: AbortSignal;
  /** Is called when the command is typed. */
  readonly allow: () => void;
};

export type RunTarget = {
  readonly session: Session;
  /** Undefined for a session whose shell marks nothing. */
  readonly marks: CommandMarks | undefined;
  readonly client: ClientInfo;
  /** Who reads the answer, and is told in it what has come before. */
  readonly reader: string;
  /** Asks the terminal whether it hides what is typed, so that `check` knows. */
  readonly look: () => Promise<void>;
  /** Throws what keeps the client from typing this, whoever has the keyboard. */
  readonly check: (input: readonly InputPart[]) => void;
  /** Makes the client, which is about to type this, the driver. Throws `lease-held`. */
  readonly acquire: (typed: string) => void;
  /** The client's later input may be typed now. */
  readonly endTurn: () => void;
  /** Its place among the commands that wait for the same prompt. */
  readonly line: LinePlace;
};

type Ended = Ran["ended"];

/**
 * Rejects with `bad-request` for a session without marks, for a command of several lines or one that is not whole, and for a shell that runs something else until the time
 * is up; and with `lease-held`, `session-ended` and `input-blocked`, as other input does.
 */
export async function runInShell(target: RunTarget, options: RunOptions): Promise<RunOutcome> {
  const { session, marks } = target;
  const { command, timeoutMs = DEFAULT_WAIT_MS } = options;
  if (!marks) throw new HostError("bad-request", NO_MARKS);
  if (/[\x00-\x1f\x7f]/.test(command)) throw new HostError("bad-request", command.includes("\t") ? NO_TABS : ONE_LINE);
  session.checkRunning();
  using run = new Run(target, marks, { endsAt: performance.now() + timeoutMs, signal: options.signal });
  await run.untilTurn();
  // Somebody may type at the last moment.
  do await run.untilAtPrompt();
  while (!run.isAtPrompt);
  const line = `${command}\r`;
  target.check([{ text: line }]);
  target.acquire(line);
  let earlier: ReturnType<typeof unreadOutput> | undefined;
  const ran = await run.perform(async () => {
    earlier = unreadOutput(session, { reader: target.reader, prompt: shownAtPrompt(session, marks) });
    // What is new in a wait that follows begins here at the earliest.
    session.screen.noteInput(line);
    const written = writeInput(session, target.client, [{ text: line }]);
    target.endTurn();
    target.line[Symbol.dispose]();
    options.allow();
    await written;
  });
  const isNotUnderstood = !ran.hasRun && ran.ended === "finished" && (await run.clear(command));
  const outcome = await outcomeOf(session, isNotUnderstood ? { ...ran, exitCode: NOT_UNDERSTOOD } : ran, options);
  const told = await earlier;
  return { ...outcome, ...(told && { earlier: told }) };
}

const NO_MARKS =
  "This session has no shell integration, so nobody knows where a command ends. Start a session whose command is bash, zsh or fish alone; " +
  "or type the command with stdin and wait for a prompt. The setting shellIntegration must be on";
const NOT_AT_PROMPT =
  "The shell is not at its prompt: another command runs in it. Wait for its end, or press C-c. " +
  "If it is at a prompt, something has replaced the prompt and its hooks (PS1, PROMPT_COMMAND), and with them the marks: start another shell";
const TYPED_AHEAD = "Somebody has begun to type at the prompt. Enter it, or clear it with C-u";
const OPEN_LINE = "The shell wants more of the line that was typed last. Finish it, or press C-c";
const NOT_WHOLE = "The command is not whole: the shell wants more of it. It was taken back with C-c. Is a quote open?";
const NO_TABS = "A shell takes a tab for the key that completes words. Write it as $'\\t', or \"\\t\" in printf";
const ONE_LINE = "A command is one line of text. Join several with ; or &&, or write them into a file and run that";

/** Waits for the marks of one command. */
class Run implements Disposable {
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
      } else if (!this.isAtPrompt || this.#isComing || !session.drain()) {
        await this.#unlessGivenUp(pause(LOOK_EVERY_MS));
      } else {
        await this.#unlessGivenUp(this.#target.look());
        if (this.isAtPrompt) break;
      }
    }
    if (hasTypedAhead(session, this.#marks)) throw new HostError("bad-request", TYPED_AHEAD);
    if (this.#isUnanswered) throw new HostError("bad-request", OPEN_LINE);
  }

  /** The shell waits for a command, and the terminal has taken all input. After a line, the shell's next mark is an answer to that, if one comes. */
  get isAtPrompt(): boolean {
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
  async #unlessGivenUp(done: Promise<void>): Promise<void> {
    const ended = await Promise.race([this.#givenUp, done]);
    if (ended === undefined) return;
    this.#session.checkRunning();
    throw ended === "cancelled" ? cancelledError() : new HostError("bad-request", NOT_AT_PROMPT);
  }

  /** Types the command and follows it to its end. */
  async perform(type: () => Promise<void>): Promise<Ran> {
    const session = this.#session;
    const typedAt = session.offset;
    let from: number | undefined;
    let isTakenBack = false;
    using store = new DisposableStore();
    let refuse: (error: HostError) => void;
    const finished = new Promise<Ran>((resolve, reject) => {
      refuse = reject;
      store.add(
        this.#marks.onMark((state) => {
          if (state.kind === "running") from = state.from;
          // Back at a prompt, and nothing has run: the shell did not understand the command, and has said so.
          else if (state.kind === "prompt" && from === undefined && !isTakenBack)
            resolve({ ended: "finished", from: typedAt, to: state.from, exitCode: state.status, hasRun: false });
        }),
      );
      store.add(this.#marks.onFinished((done) => resolve({ ended: "finished", ...done, hasRun: true })));
    });
    // Nobody hears of it when the typing is refused.
    finished.catch(() => {});
    const takeBackIfOpen = (): void => {
      if (!this.#readsOn() || from !== undefined) return;
      isTakenBack = true;
      void this.#takeBack().then(() => refuse(new HostError("bad-request", NOT_WHOLE)));
    };
    // The typing may be refused, and the command may end before it is known to be typed.
    const typed = type().then(() => {
      const look = setTimeout(takeBackIfOpen, INCOMPLETE_AFTER_MS);
      store.add({ [Symbol.dispose]: () => clearTimeout(look) });
      return finished;
    });
    const ran = await Promise.race([typed, this.#givenUp]);
    if (typeof ran !== "string") return ran;
    return { ended: ran, from: from ?? typedAt, to: session.offset, hasRun: from !== undefined };
  }

  /** Fish keeps a line that it does not understand at its prompt, and keeps its status. Clears that line; returns whether there was one. */
  async clear(command: string): Promise<boolean> {
    const session = this.#session;
    // The command has ended: its time-out is no matter any more.
    const until = performance.now() + READS_WITHIN_MS;
    const isDrawn = (): boolean => session.exit !== undefined || (!this.#isComing && session.drain());
    while (!isDrawn() && performance.now() < until) await pause(LOOK_EVERY_MS);
    if (command.trim() === "" || !shownAtPrompt(session, this.#marks).includes(command)) return false;
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

/** Somebody has typed at the prompt, or ahead of it, and has neither entered nor cleared it. */
function hasTypedAhead(session: Session, marks: CommandMarks): boolean {
  const last = session.inputs.at(-1);
  if (!last || marks.state.kind !== "prompt" || /[\r\n\x03\x15]$/.test(last.shown.recordable)) return false;
  // What was typed before the prompt came was for the command that ran, unless it stands at the prompt.
  const text = last.shown.recordable.trimEnd();
  return last.atMs >= marks.state.atMs || (text !== "" && shownAtPrompt(session, marks).endsWith(text));
}

/** What has been printed since the prompt began, without sequences and blanks at its end. */
function shownAtPrompt(session: Session, { state }: CommandMarks): string {
  const text = state.kind === "prompt" ? session.recent(state.from, MAX_SHOWN) : undefined;
  return stripSequences(text ?? "").trimEnd();
}
